/**
 * The English stem of a lower-case word: Porter 1980 with the extensions of NLTK, which rouge_score uses. Only for
 * reproducing its numbers; Ragstone's own defaults never stem.
 */
export function porterStem(word: string): string {
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  if (word.length <= 2) return word
  return step5b(step5a(step4(step3(step2(step1c(step1b(step1a(word))))))))
}

const IRREGULAR = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['innings', 'inning'],
  ['inning', 'inning'],
  ['outings', 'outing'],
  ['outing', 'outing'],
  ['cannings', 'canning'],
  ['canning', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
])

/** Suffix, what takes its place, and what the stem before it must be like. The first suffix that fits decides. */
type Rule = readonly [suffix: string, replacement: string, condition?: (stem: string) => boolean]

function applyFirst(word: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement, condition] of rules) {
    if (!word.endsWith(suffix)) continue
    const stem = word.slice(0, word.length - suffix.length)
    return condition === undefined || condition(stem) ? stem + replacement : word
  }
  return word
}

function isConsonant(word: string, at: number): boolean {
  const letter = word.charAt(at)
  if ('aeiou'.includes(letter)) return false
  return letter !== 'y' || at === 0 || !isConsonant(word, at - 1)
}

/** The number of vowel-consonant sequences, Porter's m. */
function measure(stem: string): number {
  let count = 0
  for (let at = 1; at < stem.length; at += 1) if (isConsonant(stem, at) && !isConsonant(stem, at - 1)) count += 1
  return count
}
const hasMeasure = (stem: string): boolean => measure(stem) > 0
const measureAboveOne = (stem: string): boolean => measure(stem) > 1

function containsVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at += 1) if (!isConsonant(stem, at)) return true
  return false
}

function endsDoubleConsonant(word: string): boolean {
  const last = word.length - 1
  return last >= 1 && word.charAt(last) === word.charAt(last - 1) && isConsonant(word, last)
}

/** Consonant, vowel, consonant other than w, x, y at the end; of a two-letter word vowel, consonant. */
function endsCvc(word: string): boolean {
  const last = word.length - 1
  if (last === 1) return !isConsonant(word, 0) && isConsonant(word, 1)
  if (last < 2 || 'wxy'.includes(word.charAt(last))) return false
  return isConsonant(word, last) && !isConsonant(word, last - 1) && isConsonant(word, last - 2)
}

function step1a(word: string): string {
  if (word.endsWith('ies') && word.length === 4) return `${word.slice(0, -3)}ie`
  return applyFirst(word, [
    ['sses', 'ss'],
    ['ies', 'i'],
    ['ss', 'ss'],
    ['s', ''],
  ])
}

function step1b(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, -3) + (word.length === 4 ? 'ie' : 'i')
  if (word.endsWith('eed')) return hasMeasure(word.slice(0, -3)) ? word.slice(0, -1) : word
  const suffix = ['ed', 'ing'].find((one) => word.endsWith(one) && containsVowel(word.slice(0, -one.length)))
  if (suffix === undefined) return word
  const stem = word.slice(0, -suffix.length)
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsDoubleConsonant(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1)
  return measure(stem) === 1 && endsCvc(stem) ? `${stem}e` : stem
}

function step1c(word: string): string {
  return applyFirst(word, [['y', 'i', (stem) => stem.length > 1 && isConsonant(stem, stem.length - 1)]])
}

const STEP_2: readonly Rule[] = (
  'ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ' +
  'ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble fulli:ful'
)
  .split(' ')
  .map((pair) => pair.split(':'))
  .map(([suffix = '', replacement = '']) => [suffix, replacement, hasMeasure] as const)

function step2(word: string): string {
  if (word.endsWith('alli') && hasMeasure(word.slice(0, -4))) return step2(word.slice(0, -2))
  return applyFirst(word, [...STEP_2, ['logi', 'log', () => hasMeasure(word.slice(0, -3))]])
}

function step3(word: string): string {
  return applyFirst(word, [
    ['icate', 'ic', hasMeasure],
    ['ative', '', hasMeasure],
    ['alize', 'al', hasMeasure],
    ['iciti', 'ic', hasMeasure],
    ['ical', 'ic', hasMeasure],
    ['ful', '', hasMeasure],
    ['ness', '', hasMeasure],
  ])
}

const STEP_4: readonly Rule[] = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
  .split(' ')
  .map((suffix) => [
    suffix,
    '',
    suffix === 'ion' ? (stem: string) => measureAboveOne(stem) && /[st]$/.test(stem) : measureAboveOne,
  ])

function step4(word: string): string {
  return applyFirst(word, STEP_4)
}

function step5a(word: string): string {
  if (!word.endsWith('e')) return word
  const stem = word.slice(0, -1)
  const m = measure(stem)
  return m > 1 || (m === 1 && !endsCvc(stem)) ? stem : word
}

function step5b(word: string): string {
  return word.endsWith('ll') && measureAboveOne(word.slice(0, -1)) ? word.slice(0, -1) : word
}
