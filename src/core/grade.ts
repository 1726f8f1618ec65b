import { z } from 'zod'

/**
 * How a response came to be graded. `random`: it was drawn at random from all responses of the run, so that the grades
 * speak for those that nobody graded; `chosen`: somebody picked it (the uncertain ones first, or by hand). Absent: not known.
 */
export const SAMPLINGS = ['random', 'chosen'] as const
export type Sampling = (typeof SAMPLINGS)[number]

/**
 * A human's verdict on one response. `at` is an ISO 8601 time. Where the person gave a mark on a scale, `mark` is that mark
 * and `right_above` the bound above which it counts as right; `verdict` then follows from the two.
 */
export const gradeSchema = z.object({
  run_id: z.string(),
  configuration: z.string(),
  test_case_id: z.string(),
  repeat: z.number().int().positive(),
  verdict: z.enum(['right', 'wrong']),
  grader: z.string(),
  note: z.string().optional(),
  mark: z.number().optional(),
  right_above: z.number().optional(),
  sampling: z.enum(SAMPLINGS).optional(),
  at: z.string(),
})
export type Grade = z.infer<typeof gradeSchema>
