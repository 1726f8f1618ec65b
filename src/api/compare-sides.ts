import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import type { ResolvedConfiguration, Run } from '../core/run.ts'
import type { Store } from '../store/store.ts'
import { requireRun } from './resume-run.ts'

/** One side of a comparison: a configuration of a run. */
export interface Side {
  run: Run
  configuration: ResolvedConfiguration
}

/**
 * What two names mean. With `run` both are configurations of it. Else both are configurations of the newest run when it has both;
 * else each is `RUN:CONFIGURATION`, or a run, of which the configuration is taken that both runs have, or the only one.
 */
export async function findSides(
  store: Store,
  a: string,
  b: string,
  run: string | undefined,
): Promise<{ a: Side; b: Side }> {
  if (run !== undefined) {
    const found = await requireRun(store, run)
    return distinct(sideOf(found, a), sideOf(found, b))
  }
  const latest = await requireRun(store, 'latest')
  if (has(latest, a) && has(latest, b)) return distinct(sideOf(latest, a), sideOf(latest, b))
  const [one, other] = [await findSide(store, latest, a), await findSide(store, latest, b)]
  if (one.configuration !== undefined && other.configuration !== undefined) {
    return distinct(sideOf(one.run, one.configuration), sideOf(other.run, other.configuration))
  }
  const name = one.configuration ?? other.configuration ?? commonName(one.run, other.run)
  return distinct(
    sideOf(one.run, one.configuration ?? onlyName(one.run, name)),
    sideOf(other.run, other.configuration ?? onlyName(other.run, name)),
  )
}

/** A run and, where it is named, one of its configurations. */
interface Found {
  run: Run
  configuration?: string
}

async function findSide(store: Store, latest: Run, name: string): Promise<Found> {
  const run = await store.findRun(name)
  if (run !== undefined) return { run }
  for (let at = name.indexOf(':'); at >= 0; at = name.indexOf(':', at + 1)) {
    const named = await store.findRun(name.slice(0, at))
    if (named !== undefined) return { run: named, configuration: name.slice(at + 1) }
  }
  if (has(latest, name)) return { run: latest, configuration: name }
  const known = latest.configurations.map((one) => one.name)
  throw new RagstoneError('unknown_side', `"${name}" is no run, and no configuration of the newest run ${latest.id}`, {
    hint: `${suggest(name, known)} A run: its id or name, or RUN:CONFIGURATION; see ragstone report --list`,
  })
}

function has({ configurations }: Run, name: string): boolean {
  return configurations.some((one) => one.name === name)
}

function sideOf(run: Run, name: string): Side {
  const configuration = run.configurations.find((one) => one.name === name)
  if (configuration !== undefined) return { run, configuration }
  const known = run.configurations.map((one) => one.name)
  throw new RagstoneError('unknown_configuration', `run ${run.id} has no configuration "${name}"`, {
    hint: suggest(name, known),
  })
}

/** The configuration that two runs share, or undefined when each has but one. */
function commonName(a: Run, b: Run): string | undefined {
  const common = a.configurations.filter(({ name }) => has(b, name)).map(({ name }) => name)
  if (common.length === 1) return common[0]
  if (a.configurations.length === 1 && b.configurations.length === 1) return undefined
  const shared = common.length === 0 ? 'no configuration' : `${common.length} configurations`
  throw new RagstoneError('ambiguous_configuration', `runs ${a.id} and ${b.id} have ${shared} in common`, {
    hint: `name one of each: ragstone compare ${a.id}:${a.configurations[0]?.name ?? 'NAME'} ${b.id}:${b.configurations[0]?.name ?? 'NAME'}`,
  })
}

function onlyName(run: Run, common: string | undefined): string {
  if (common !== undefined && has(run, common)) return common
  const [only, second] = run.configurations
  if (only !== undefined && second === undefined) return only.name
  throw new RagstoneError('ambiguous_configuration', `run ${run.id} has ${run.configurations.length} configurations`, {
    hint: `say which: ${run.configurations
      .map(({ name }) => `${run.id}:${name}`)
      .slice(0, 5)
      .join(', ')}`,
  })
}

function distinct(a: Side, b: Side): { a: Side; b: Side } {
  if (a.run.id !== b.run.id || a.configuration.name !== b.configuration.name) return { a, b }
  throw new RagstoneError('same_side', `both sides are configuration "${a.configuration.name}" of run ${a.run.id}`, {
    hint: 'name two configurations, or two runs; how steady one configuration is, repeats tell: ragstone run --repeats 3',
  })
}
