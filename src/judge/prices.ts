import type { ModelUsage } from '../core/exchange.ts'
import type { Prices } from '../core/judge-config.ts'
import { PRICE_TABLES, type PriceRow, type PriceTable } from './price-table.ts'

/** A model as it is served: the same name costs differently at another address. */
export interface ServedModel {
  provider: string
  model: string
  /** Scheme, host and port, as {@link Provider} tells it. */
  address: string
  /** Runs on this machine. */
  local: boolean
}

/** What a model costs, and how we know. */
export interface KnownPrices {
  prices: Prices
  /** For people: `runs on this machine`, `recorded, asks nobody`, `from the configuration`, or date, source and conditions of the built-in table. */
  dated: string
}

function rowOf({ models }: PriceTable, model: string): PriceRow | undefined {
  return Object.hasOwn(models, model) ? models[model] : undefined
}

function datedBy({ dated, source, note }: PriceTable): string {
  return `as of ${dated}, ${source}${note === undefined ? '' : ` (${note})`}`
}

/** The host of an address, without port; the address itself where it is none. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : address
}

/** `gpt-5-2025-08-07`, `claude-haiku-4-5-20251001` and `...-latest` without the end that names the state of the model. */
function withoutDate(model: string): string {
  return model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '')
}

const FREE: Prices = { input_usd_per_million: 0, output_usd_per_million: 0 }

/**
 * Prices of a served model: those of the configuration, else 0 for what is recorded or runs on this machine, else those of the built-in table
 * for the maker's own address. undefined = unknown, which is never 0: a proxy, a reseller or a company's gateway has prices of
 * its own.
 */
export function pricesOf(served: ServedModel, override?: Prices): KnownPrices | undefined {
  if (override !== undefined) return { prices: override, dated: 'from the configuration' }
  if (served.provider === 'recorded') return { prices: FREE, dated: 'recorded, asks nobody' }
  if (served.local) return { prices: FREE, dated: 'runs on this machine' }
  const host = hostOf(served.address)
  const name = served.model.replace(/^models\//, '')
  for (const table of PRICE_TABLES) {
    if (!table.hosts.includes(host)) continue
    const found = rowOf(table, name) ?? rowOf(table, withoutDate(name))
    if (found === undefined) return undefined
    const [input, cached, output] = found
    const prices: Prices = {
      input_usd_per_million: input,
      output_usd_per_million: output,
      ...(cached === null ? {} : { cached_input_usd_per_million: cached }),
    }
    return { prices, dated: datedBy(table) }
  }
  return undefined
}

/**
 * US dollars for one exchange: prompt tokens that were not kept x input + kept ones x cached input (input where no such price
 * is known) + reply tokens x output. null when the price is unknown, or when the provider did not tell the tokens that cost.
 */
export function costOf(usage: ModelUsage | null, prices: Prices | null | undefined): number | null {
  if (prices === null || prices === undefined) return null
  const { input_usd_per_million: input, output_usd_per_million: output } = prices
  const cachedPrice = prices.cached_input_usd_per_million ?? input
  const free = input === 0 && output === 0 && cachedPrice === 0
  if (free) return 0
  const prompt = usage?.prompt_tokens ?? null
  const completion = usage?.completion_tokens ?? null
  if (prompt === null || (completion === null && output > 0)) return null
  const cached = Math.min(usage?.cached_tokens ?? 0, prompt)
  return ((prompt - cached) * input + cached * cachedPrice + (completion ?? 0) * output) / 1e6
}
