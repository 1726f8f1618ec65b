/** US dollars for a million tokens: input, cached input (null = not known, charged as input), output. */
export type PriceRow = readonly [input: number, cached: number | null, output: number]

/** What one maker asks at its own addresses. */
export interface PriceTable {
  /** Host names at which these prices hold. */
  hosts: readonly string[]
  /** The day of the newest price page that the rows were checked against. */
  dated: string
  /** Where they were read. */
  source: string
  /** What the rows leave out. */
  note?: string
  models: Readonly<Record<string, PriceRow>>
}

/**
 * Prices of well-known hosted models, standard service, as published. Where a price depends on the hour or rises on a day that
 * is already announced, the row has the higher one, so that a budget holds. Whatever is not here, or is bought elsewhere, needs
 * `prices` in the configuration.
 */
export const PRICE_TABLES: readonly PriceTable[] = [
  {
    hosts: ['api.openai.com'],
    dated: '2026-11-05',
    source: "OpenAI's price page",
    note: 'for prompts up to 272,000 tokens',
    models: {
      'gpt-6-astra': [10, 1, 50],
      'gpt-6.1-sol': [2, 0.1, 10],
      'gpt-6-sol': [2, 0.2, 10],
      'gpt-6-luna': [0.1, 0.01, 0.5],
      'gpt-5.6-sol': [4, 0.4, 20],
      'gpt-5.6-terra': [2, 0.2, 12],
      'gpt-5.6-luna': [0.2, 0.02, 1.2],
      'gpt-5.5': [5, 0.5, 30],
      'gpt-5.4': [2.5, 0.25, 15],
      'gpt-5.4-mini': [0.75, 0.075, 4.5],
      'gpt-5.4-nano': [0.2, 0.02, 1.25],
      'gpt-5.2': [1.75, 0.175, 14],
      'gpt-5.1': [1.25, 0.125, 10],
      'gpt-5': [1.25, 0.125, 10],
      'gpt-5-mini': [0.25, 0.025, 2],
      'gpt-5-nano': [0.05, 0.005, 0.4],
      'gpt-4.1': [2, 0.5, 8],
      'gpt-4.1-mini': [0.4, 0.1, 1.6],
      'gpt-4.1-nano': [0.1, 0.025, 0.4],
      'gpt-4o': [2.5, 1.25, 10],
      'gpt-4o-2024-05-13': [5, null, 15],
      'gpt-4o-mini': [0.15, 0.075, 0.6],
      'text-embedding-3-small': [0.02, null, 0],
      'text-embedding-3-large': [0.13, null, 0],
    },
  },
  {
    hosts: ['api.anthropic.com'],
    dated: '2026-10-24',
    source: "Anthropic's price page",
    note: 'for prompts up to 100,000 tokens',
    models: {
      'claude-fable-5-1': [10, 0.25, 50],
      'claude-fable-5': [10, 1, 50],
      'claude-opus-5-5': [4, 0.2, 20],
      'claude-opus-5': [5, 0.5, 25],
      'claude-opus-4-8': [5, 0.5, 25],
      'claude-opus-4-7': [5, 0.5, 25],
      'claude-opus-4-6': [5, 0.5, 25],
      'claude-opus-4-5': [5, 0.5, 25],
      'claude-sonnet-5-5': [2, 0.1, 10],
      'claude-sonnet-5': [2, 0.2, 10],
      'claude-sonnet-4-6': [3, 0.3, 15],
      'claude-sonnet-4-5': [3, 0.3, 15],
      'claude-haiku-5-5': [0.1, 0.01, 0.5],
      'claude-haiku-4-5': [1, 0.1, 5],
    },
  },
  {
    hosts: ['generativelanguage.googleapis.com'],
    dated: '2026-11-22',
    source: "Google's price page of the Gemini API",
    note: 'paid tier, text, for prompts up to 200,000 tokens; prices announced for 2027 where these are higher',
    models: {
      'gemini-4-neon': [3, 0.15, 15],
      'gemini-4-hydrogen': [1.5, 0.075, 7.5],
      'gemini-3.8-flash': [1.5, 0.15, 7.5],
      'gemini-3.7-flash': [1.5, 0.15, 7.5],
      'gemini-3.6-flash': [1.5, 0.15, 7.5],
      'gemini-3.5-flash': [1.5, 0.15, 9],
      'gemini-3.5-flash-lite': [0.3, 0.03, 2.5],
      'gemini-3.1-pro-preview': [2, null, 12],
      'gemini-3.1-flash-lite': [0.25, 0.025, 1.5],
      'gemini-2.5-pro': [1.25, null, 10],
      'gemini-2.5-flash': [0.3, null, 2.5],
      'gemini-2.5-flash-lite': [0.1, 0.01, 0.4],
    },
  },
  {
    hosts: ['api.deepseek.com'],
    dated: '2026-10-27',
    source: "DeepSeek's price page",
    note: 'at peak hours; other hours cost half',
    models: {
      'deepseek-flash': [0.3, 0.006, 1.2],
      'deepseek-v4-flash': [0.3, 0.006, 1.2],
      'deepseek-v4-pro': [1.32, 0.044, 3.96],
    },
  },
]
