import { hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, resolve } from 'node:path'
import { messageOf, RagstoneError } from '../../core/errors.ts'
import { ProviderError } from '../provider.ts'
import {
  type Llama,
  type LlamaCppModule,
  type LlamaModel,
  type LoadLlamaCpp,
  loadLlamaCpp,
} from './llama-cpp-module.ts'
import { modelName } from './model-name.ts'

/** Bytes at the beginning and at the end of a file that its digest is made of. */
const EDGE = 4 * 1024 * 1024
const SAMPLES = 64
const SAMPLE = 64 * 1024

export interface EmbeddedModel {
  module: LlamaCppModule
  /** Name of the file, without its folder. */
  name: string
  digest: string
  /** Loads the weights at the first call. Fails with a ProviderError. */
  load(signal: AbortSignal): Promise<{ llama: Llama; model: LlamaModel; version: string | undefined }>
  close(): Promise<void>
}

export interface EmbeddedSettings {
  model: string | object
  parameters: Readonly<Record<string, unknown>>
}

/** One core is left free: threads that wait for each other collapse on a machine that does anything else. */
export function threadsOf({ threads }: Readonly<Record<string, unknown>>): number {
  return typeof threads === 'number' ? threads : Math.max(1, availableParallelism() - 1)
}

/** Finds package and file, and loads nothing yet. A missing one is a RagstoneError with the way out. */
export async function embeddedModel(
  { model, parameters }: EmbeddedSettings,
  folder: string,
  load?: LoadLlamaCpp,
): Promise<EmbeddedModel> {
  const shown = modelName({ provider: 'llama-cpp', model })
  const path = resolve(folder, shown)
  const digest = await digestOf(path, shown)
  const module = await loadLlamaCpp(load)
  let loaded: ReturnType<EmbeddedModel['load']> | undefined
  return {
    module,
    name: basename(path),
    digest,
    load(signal) {
      loaded ??= loadModel(module, path, shown, parameters, signal)
      // A load that failed or was given up is tried anew by the next call.
      loaded.catch(() => {
        loaded = undefined
      })
      return loaded
    },
    async close() {
      const done = await loaded?.catch(() => undefined)
      await done?.model.dispose()
      await done?.llama.dispose()
    },
  }
}

async function loadModel(
  module: LlamaCppModule,
  modelPath: string,
  shown: string,
  parameters: Readonly<Record<string, unknown>>,
  loadSignal: AbortSignal,
) {
  try {
    const llama = await module.getLlama({
      gpu: parameters.gpu_layers === 0 ? false : 'auto',
      build: 'never',
      progressLogs: false,
      logLevel: module.LlamaLogLevel.error,
    })
    const layers = parameters.gpu_layers
    const model = await llama.loadModel({
      modelPath,
      loadSignal,
      ...(typeof layers === 'number' && { gpuLayers: layers }),
    })
    return { llama, model, version: await module.getModuleVersion?.() }
  } catch (error) {
    loadSignal.throwIfAborted()
    throw new ProviderError('misconfigured', `the model ${shown} cannot be loaded: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/**
 * A digest of a file that does not read all of its gigabytes: its size, both its ends (the tables are at the beginning) and
 * 64 samples between them.
 */
async function digestOf(path: string, shown: string): Promise<string> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    const { size } = await file.stat()
    const places = Array.from({ length: SAMPLES }, (_, index) => Math.floor((size * (index + 1)) / (SAMPLES + 1)))
    const parts = [
      Buffer.from(String(size)),
      await part(file, 0, EDGE),
      await part(file, Math.max(0, size - EDGE), EDGE),
    ]
    for (const at of places) parts.push(await part(file, at, SAMPLE))
    return `sampled:${hash('sha256', Buffer.concat(parts), 'hex').slice(0, 32)}`
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const problem = missing ? 'there is no such file' : messageOf(error)
    throw new RagstoneError('model_missing', `the model ${shown} cannot be read: ${problem}`, {
      hint: 'for llama-cpp, `model` is the path of a GGUF file, relative to the folder of the configuration',
      cause: error,
    })
  } finally {
    await file?.close()
  }
}

async function part(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position, length })
  return buffer.subarray(0, bytesRead)
}
