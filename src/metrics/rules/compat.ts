import { z } from 'zod'

/** Option of the metrics whose definition differs from RAGAS 0.4.3: `compat: ragas` gives RAGAS's number. */
export const compat = z.literal('ragas').optional()
