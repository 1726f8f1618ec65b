import { z } from 'zod'

/** A human's verdict on one response. `at` is an ISO 8601 time. */
export const gradeSchema = z.object({
  run_id: z.string(),
  configuration: z.string(),
  test_case_id: z.string(),
  repeat: z.number().int().positive(),
  verdict: z.enum(['right', 'wrong']),
  grader: z.string(),
  note: z.string().optional(),
  at: z.string(),
})
export type Grade = z.infer<typeof gradeSchema>
