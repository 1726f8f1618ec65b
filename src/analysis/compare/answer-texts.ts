/** Which answers of one configuration are byte-equal to those of another: a number for each text, never the texts. */
export interface AnswerTexts {
  /** `text` and `retrieved` are equal for equal contents; absent where the system gave no answer, or did not tell. */
  add(question: number, repeat: number, content: { text?: number; retrieved?: number }): void
  /** By repeat, from 1; within it by question. NaN is none. */
  readonly repeats: readonly { text: Float64Array; retrieved: Float64Array }[]
}

const FIRST_SIZE = 64

export function createAnswerTexts(): AnswerTexts {
  const repeats: { text: Float64Array; retrieved: Float64Array }[] = []
  return {
    add(question, repeat, { text, retrieved }) {
      for (let next = repeats.length; next < repeat; next++) repeats.push({ text: none(), retrieved: none() })
      const own = repeats[repeat - 1]
      if (own === undefined) return
      if (text !== undefined) {
        own.text = grown(own.text, question)
        own.text[question] = text
      }
      if (retrieved !== undefined) {
        own.retrieved = grown(own.retrieved, question)
        own.retrieved[question] = retrieved
      }
    },
    repeats,
  }
}

/** Whether two configurations gave the same on one question. `unknown`: one of the two did not tell. */
export type Sameness = 'same' | 'different' | 'unknown'

/** Compares repeat by repeat those that both have: the same only when all of them are. */
export function sameAnswer(a: AnswerTexts, b: AnswerTexts, question: number, part: 'text' | 'retrieved'): Sameness {
  let compared = 0
  for (const [place, own] of a.repeats.entries()) {
    const one = own[part][question] ?? Number.NaN
    const other = b.repeats[place]?.[part][question] ?? Number.NaN
    if (Number.isNaN(one) || Number.isNaN(other)) continue
    if (one !== other) return 'different'
    compared += 1
  }
  return compared === 0 ? 'unknown' : 'same'
}

function none(): Float64Array {
  return new Float64Array(FIRST_SIZE).fill(Number.NaN)
}

function grown(list: Float64Array, question: number): Float64Array {
  if (question < list.length) return list
  const bigger = new Float64Array(Math.max(question + 1, list.length * 2)).fill(Number.NaN)
  bigger.set(list)
  return bigger
}
