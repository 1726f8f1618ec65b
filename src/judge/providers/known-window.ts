/** Windows in tokens by the beginning of a model's name, as their makers publish them; the first that fits counts. */
const WINDOWS: readonly [beginning: string, tokens: number][] = [
  ['gpt-5', 400_000],
  ['gpt-4.1', 1_047_576],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4-32k', 32_768],
  ['gpt-4', 8_192],
  ['gpt-3.5-turbo', 16_385],
  ['o1-mini', 128_000],
  ['o1-preview', 128_000],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4-mini', 200_000],
  ['claude-', 200_000],
  ['gemini-1.5-pro', 2_097_152],
  ['gemini-', 1_048_576],
  ['deepseek-chat', 128_000],
  ['deepseek-reasoner', 128_000],
  ['mistral-large', 128_000],
  ['mistral-small', 128_000],
]

/**
 * The window of a well-known hosted model, in tokens; undefined for others. Open models are not in it: their window is
 * what the server was started with.
 */
export function knownWindow(model: string): number | undefined {
  const name = model.toLowerCase().replace(/^(openai|anthropic|google|models|deepseek|mistralai)\//, '')
  return WINDOWS.find(([beginning]) => name.startsWith(beginning))?.[1]
}
