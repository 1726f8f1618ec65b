import type { NaReason } from './score.ts'

/** When each NA reason is used, in one sentence; `docs/metrics.md` is generated from this. */
export const NA_REASON_MEANING: Record<NaReason, string> = {
  missing_field: 'a field that the metric needs is not in the sample; the detail names it',
  no_context: 'nothing, or only blank text, was retrieved and the metric has no value for that',
  no_claims: 'the response holds no statement that could be checked',
  blank_response: 'the response is empty or only white space',
  refusal: 'the response declines to answer; the refusal metric counts it',
  judge_refused: 'the judge declined to judge',
  judge_unreadable: 'the judge did not reply in the agreed form, also when asked again',
  judge_truncated: 'the judge ran into its output limit',
  missing_verdicts: 'the judge left items without a verdict, also when asked again; bounds are given',
  conflicting_verdicts: 'the judge gave two different verdicts on one item',
  out_of_scale: 'a rating outside the scale that was asked for',
  context_truncated:
    'a text did not fit: the judge could read only a part of the question, or it is too long for the metric',
  timeout: 'no reply within the time limit',
  rate_limited: 'the provider refused for its rate limit, also after waiting',
  budget_exhausted: 'the budget was used up before this score',
  provider_error: "the provider of the judge or of the embeddings failed, or a metric of the user's own threw",
  system_error: 'the system gave no usable response for this case',
  not_applicable: 'the metric does not apply to this case, for example a hit rate on an unanswerable question',
  embeddings_missing: 'the metric needs an embedding model and none is configured, or it gave no usable vector',
}
