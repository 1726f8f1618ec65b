import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { isRagstoneError, type RagstoneError } from '../../core/errors.ts'
import { type LoadedConfig, loadConfig } from '../load.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A temporary folder with these files; it is removed after the tests of the file. */
export function projectWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-config-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** The RagstoneError that a promise is rejected with; any other outcome fails the test. */
export async function errorOf(promise: Promise<unknown>): Promise<RagstoneError> {
  try {
    await promise
  } catch (error) {
    if (isRagstoneError(error)) return error
    throw new Error('rejected with something other than a RagstoneError', { cause: error })
  }
  throw new Error('was not rejected')
}

/** Loads a project that is only this ragstone.yaml, with no variables but the given ones. */
export function loadYaml(yaml: string | Uint8Array, env: Record<string, string> = {}): Promise<LoadedConfig> {
  return loadConfig({ cwd: projectWith({ 'ragstone.yaml': yaml }), env })
}

/** The error with which this ragstone.yaml is refused. */
export function refusalOf(yaml: string | Uint8Array): Promise<RagstoneError> {
  return errorOf(loadYaml(yaml))
}

/** The configuration of the published interface. */
export const INTERFACE_EXAMPLE = `# yaml-language-server: $schema=./schema.json
name: handbook-assistant
test_set: test_set.yaml
system:
  command: [python3, rag.py]        # exactly one of: command | http | module | recorded
  concurrency: 2
  timeout_s: 60
configurations:                     # free names; free settings, handed to the system untouched
  base:    {top_k: 3, prompt: plain}
  top_k_6: {extends: base, top_k: 6}
metrics:
  - hit_rate@3
  - refusal
  - faithfulness
  - context_precision: {chunks_per_call: 4}
  - name: tone                      # a metric without code
    criteria: {friendly: "0-10: warm, no blame", brief: "0-10: no padding"}
judge: {provider: ollama, model: "qwen2.5:7b-instruct", language: auto}
embeddings: {provider: ollama, model: "bge-m3"}
repeats: 1
gates: ["hit_rate@3 >= 0.90", "faithfulness >= 0.85 coverage 0.95"]
budget: {calls: 2000, cost_usd: 5}
store: .ragstone/ragstone.db        # or postgres://...
`
