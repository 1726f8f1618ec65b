import type { CorrectedRate } from './trust-report.ts'

/** Why a rate is what it is, or why there is none, in one English sentence. */
export function rateReason(rate: CorrectedRate): string {
  return SENTENCES[rate.reason_code](rate)
}

const SENTENCES: Record<CorrectedRate['reason_code'], (rate: CorrectedRate) => string> = {
  ppi_narrower: ({ graded, scored_only, metric }) =>
    `PPI++: the scores (${metric}) of ${counted(scored_only, 'ungraded response')} make the interval of ${counted(graded, 'grade')} narrower`,
  few_grades: () => 'the grades alone: fewer than 30 questions are graded, too few to weigh the scores in',
  weak_correlation: ({ metric }) => `the grades alone: the scores (${metric}) follow the grades too little to help`,
  no_metric: () => 'the grades alone: no metric was named whose scores could stand in for grades',
  no_scores: ({ metric, method }) =>
    method === null
      ? `no rate: no response has a score of ${metric} from 0 to 1`
      : `the grades alone: no ungraded response has a score of ${metric}`,
  human_narrower: ({ metric }) => `the grades alone: the scores (${metric}) would not make the interval narrower`,
  all_graded: ({ graded }) => `the grades alone: all of ${counted(graded, 'response')} are graded`,
  calibrated: ({ metric }) =>
    `Rogan-Gladen, interval of Lang and Reiczigel: the errors of the scores (${metric}) are known from the calibration set`,
  uninformative_judge: ({ metric }) =>
    `no rate: the scores (${metric}) do not tell right from wrong on the calibration set, so they say nothing of the rate`,
  not_random: () => 'no rate of all responses: the graded ones were not drawn at random',
  sampling_unknown: () => 'no rate of all responses: how the graded ones were chosen is not recorded',
  many_skipped: () => 'no rate of all responses: more than one in ten of the drawn ones were passed over',
  run_grew: () => 'no rate of all responses: the run has got more responses since the sample was drawn',
  other_judge: ({ metric }) =>
    `no rate: the scores (${metric}) of the calibration set are by another judge or of another version`,
  no_grades: () => 'no rate: no response is graded',
}

function counted(n: number, noun: string): string {
  return `${n} ${n === 1 ? noun : `${noun}s`}`
}
