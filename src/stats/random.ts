import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A stream of random numbers that depends on its seed alone: the same digits on every machine and Node version. */
export interface Random {
  /** The next integer, uniform over 0 .. n-1; n from 1 to 2^32. */
  integer(n: number): number
  /** Fills a list with the next integers, as `integer(n)` for each place would. */
  fill(list: Uint32Array, n: number): void
}

const TWO_32 = 4294967296
/** Up to here the product of a 32-bit draw and n is exact in a double. */
const EXACT_PRODUCT = 2 ** 21
const WARM_UP = 64

/**
 * Starts a stream. `seed` is used as a 32-bit integer.
 *
 * Generator: xoroshiro128+ (Blackman and Vigna 2018) of pure-rand; the first draws are thrown away, for near seeds start
 * alike. Uniform integers: multiplication with rejection (Lemire 2019, "Fast random integer generation in an interval"),
 * without bias and twice as fast as the remainder, which matters in a bootstrap; above 2^21 pure-rand's own.
 */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed | 0)
  for (let i = 0; i < WARM_UP; i++) generator.next()
  const fill = (list: Uint32Array, n: number) => {
    if (!Number.isInteger(n) || n < 1 || n > TWO_32)
      throw new RangeError(`random integers need 1 <= n <= 2^32, got ${n}`)
    if (n > EXACT_PRODUCT) {
      for (let place = 0; place < list.length; place++) list[place] = uniformInt(generator, 0, n - 1)
      return
    }
    const rejected = TWO_32 % n
    for (let place = 0; place < list.length; ) {
      const product = (generator.next() >>> 0) * n
      const whole = Math.floor(product * 2 ** -32)
      if (product - whole * TWO_32 < rejected) continue
      list[place] = whole
      place += 1
    }
  }
  const one = new Uint32Array(1)
  return {
    fill,
    integer(n) {
      fill(one, n)
      return one[0] as number
    },
  }
}
