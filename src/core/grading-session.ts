import { z } from 'zod'

const keySchema = z.object({ configuration: z.string(), test_case_id: z.string(), repeat: z.number().int().positive() })

/**
 * The order in which a person is asked about the responses of a run, so that grading can go on later and corrected rates know
 * what the grades are a sample of. The order follows from `seed` and the responses; `pool` is how many there were and
 * `pool_hash` changes with which they were.
 */
export const gradingSessionSchema = z.object({
  run_id: z.string(),
  grader: z.string(),
  order: z.enum(['random', 'uncertain_first']),
  /** The metric whose nearness to the middle decides the order; with `uncertain_first` alone. */
  metric: z.string().optional(),
  seed: z.number().int(),
  pool: z.number().int().nonnegative(),
  pool_hash: z.string(),
  /** Responses that the person passed over. */
  skipped: z.array(keySchema),
  started_at: z.string(),
  updated_at: z.string(),
})
export type GradingSession = z.infer<typeof gradingSessionSchema>
