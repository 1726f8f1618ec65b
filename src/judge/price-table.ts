/**
 * US dollars for a million tokens: input, cached input (null = no such price, or not known), output. The price for short
 * prompts where a maker asks more for very long ones.
 */
export type PriceRow = readonly [input: number, cached: number | null, output: number]

/** What one maker asks at its own addresses. */
export interface PriceTable {
  /** Host names that these prices are asked at. */
  hosts: readonly string[]
  /** The day on which the prices were read. */
  dated: string
  /** Where they were read. */
  source: string
  models: Readonly<Record<string, PriceRow>>
}

/** Prices of well-known hosted models; whoever pays others gives `prices` in the configuration. */
export const PRICE_TABLES: readonly PriceTable[] = [
  {
    hosts: ['api.openai.com'],
    dated: '2026-11-05',
    source: "OpenAI's price page",
    models: { 'gpt-4o-mini': [0.15, 0.075, 0.6] },
  },
]
