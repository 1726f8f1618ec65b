import { z } from 'zod'

const keySchema = z.object({ configuration: z.string(), test_case_id: z.string(), repeat: z.number().int().positive() })

/**
 * The order in which a person is asked about the responses of a run, so that grading can go on later and corrected rates know
 * what the grades are a sample of. The order follows from `seed` and the responses. `pool` is how many responses the graded ones
 * are a sample of, and `pool_hash` changes with which they were: in a run that has grown both stay as they were until the new
 * responses that fall into the graded part of the order are graded too.
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
  /** Configurations that were asked about; absent = all. `pool` counts their responses. */
  configurations: z.array(z.string()).optional(),
  /** Responses that the person passed over, oldest first. */
  skipped: z.array(keySchema.extend({ at: z.string().optional() })),
  /** Notes that still have no verdict. */
  notes: z.array(keySchema.extend({ note: z.string() })).optional(),
  started_at: z.string(),
  updated_at: z.string(),
})
export type GradingSession = z.infer<typeof gradingSessionSchema>
