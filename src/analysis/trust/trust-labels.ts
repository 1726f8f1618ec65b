import type { Grade } from '../../core/grade.ts'
import { oneWayIcc } from '../../stats/one-way-icc.ts'
import { denseClusters } from './dense-clusters.ts'
import type { GradedRows } from './graded-rows.ts'
import type { TrustData } from './trust-data.ts'
import type { TrustLabels } from './trust-report.ts'
import { truthOf } from './truth.ts'

/** Split responses that are named. */
const MOST_SPLIT = 50

/** What people say of the responses of a run. */
export interface Truths {
  /** By place. */
  right: Map<number, boolean>
  /** Places on which graders are evenly split, in order. */
  split: number[]
  /** The grades that count, of the graders that were named. */
  grades: Map<number, Grade[]>
  graders: string[]
}

/** The truth of every graded response of these configurations, by the graders named or by all. */
export function collectTruths(
  { grades, index }: Pick<TrustData, 'grades' | 'index'>,
  configurations: ReadonlySet<string>,
  graders: readonly string[] | undefined,
): Truths {
  const found: Truths = { right: new Map(), split: [], grades: new Map(), graders: [] }
  const names = new Set<string>()
  for (const [place, all] of grades) {
    if (!configurations.has(index.keyOf(place).configuration)) continue
    const own = graders === undefined ? all : all.filter(({ grader }) => graders.includes(grader))
    if (own.length === 0) continue
    found.grades.set(place, own)
    for (const { grader } of own) names.add(grader)
    const right = truthOf(own)
    if (right === null) found.split.push(place)
    else found.right.set(place, right)
  }
  found.graders = [...names].sort()
  found.split.sort(index.order())
  return found
}

/**
 * The responses with a truth as rows by configuration, test case and repeat, with the clusters whose answers may depend on
 * each other: the question, or the value of a tag. A test case without that tag is a cluster of its own.
 */
export function gradedRows(
  { index, cases }: Pick<TrustData, 'index' | 'cases'>,
  truths: Truths,
  clusterBy: string,
): GradedRows {
  const places = [...truths.right.keys()].sort(index.order())
  const ids = places.map((place) => index.keyOf(place).test_case_id)
  const clusterOf = (id: string) => {
    const tag = clusterBy === 'question' ? undefined : cases.get(id)?.tags[clusterBy]
    return tag === undefined ? `case\u0000${id}` : `tag\u0000${tag}`
  }
  return {
    places,
    labels: Uint8Array.from(places, (place) => (truths.right.get(place) === true ? 1 : 0)),
    clusters: denseClusters(ids.map(clusterOf)).clusters,
    questions: denseClusters(ids).clusters,
  }
}

/** Places of responses that can be graded: the system gave an answer. */
export function gradablePlaces({ facts }: Pick<TrustData, 'facts'>): number[] {
  return [...facts].filter(([, { failed }]) => failed !== true).map(([place]) => place)
}

/**
 * How the graded ones among `places` were chosen: `all` when every one is graded, `random` and `chosen` when every graded one was,
 * `mixed` when only some were drawn at random. A response that one grader drew and another chose counts as drawn.
 */
export function samplingOf(places: readonly number[], { grades }: Pick<Truths, 'grades'>): TrustLabels['sampling'] {
  const graded = places.flatMap((place) => {
    const own = grades.get(place)
    return own === undefined ? [] : [own]
  })
  if (graded.length === places.length && graded.length > 0) return 'all'
  const random = graded.filter((own) => own.some(({ sampling }) => sampling === 'random')).length
  if (random > 0) return random === graded.length ? 'random' : 'mixed'
  return graded.some((own) => own.some(({ sampling }) => sampling === 'chosen')) ? 'chosen' : 'unknown'
}

/** Places that were drawn for one of these graders, passed over and never graded. */
export function skippedPlaces({ sessions, index }: TrustData, { grades, graders }: Truths): Set<number> {
  const skipped = new Set<number>()
  for (const session of sessions) {
    if (session.order !== 'random' || !graders.includes(session.grader)) continue
    for (const key of session.skipped) {
      const place = index.find(key)
      if (place !== undefined && !grades.has(place)) skipped.add(place)
    }
  }
  return skipped
}

/** What grades there are. */
export function trustLabels(data: TrustData, truths: Truths, rows: GradedRows, clusterBy: string): TrustLabels {
  const gradable = gradablePlaces(data)
  const groups: number[][] = []
  rows.clusters.forEach((cluster, row) => {
    const group = groups[cluster]
    if (group === undefined) groups[cluster] = [rows.labels[row] ?? 0]
    else group.push(rows.labels[row] ?? 0)
  })
  const icc = oneWayIcc(groups)
  const untagged =
    clusterBy === 'question'
      ? 0
      : new Set(
          rows.places
            .map((place) => data.index.keyOf(place).test_case_id)
            .filter((id) => data.cases.get(id)?.tags[clusterBy] === undefined),
        ).size
  return {
    graders: truths.graders,
    graded: rows.places.length,
    responses: gradable.length,
    split: truths.split.slice(0, MOST_SPLIT).map((place) => data.index.keyOf(place)),
    split_total: truths.split.length,
    sampling: samplingOf(gradable, truths),
    skipped: skippedPlaces(data, truths).size,
    icc: icc.value,
    design_effect: icc.designEffect,
    ...(untagged > 0 ? { without_tag: untagged } : {}),
  }
}
