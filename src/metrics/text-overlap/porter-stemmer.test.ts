import { describe, expect, it } from 'vitest'
import { porterStem } from './porter-stemmer.ts'

describe('porterStem', () => {
  it.each(
    // Examples of Porter 1980, step by step; `dies` and `died` follow NLTK's extension.
    Object.entries({
      caresses: 'caress',
      ponies: 'poni',
      dies: 'die',
      died: 'die',
      cats: 'cat',
      feed: 'feed',
      agreed: 'agre',
      plastered: 'plaster',
      motoring: 'motor',
      sing: 'sing',
      conflated: 'conflat',
      troubled: 'troubl',
      sized: 'size',
      hopping: 'hop',
      falling: 'fall',
      filing: 'file',
      happy: 'happi',
      sky: 'sky',
      relational: 'relat',
      conditional: 'condit',
      vietnamization: 'vietnam',
      operator: 'oper',
      hopefulness: 'hope',
      triplicate: 'triplic',
      electriciti: 'electr',
      goodness: 'good',
      revival: 'reviv',
      adjustment: 'adjust',
      adoption: 'adopt',
      homologous: 'homolog',
      effective: 'effect',
      probate: 'probat',
      rate: 'rate',
      cease: 'ceas',
      controll: 'control',
      roll: 'roll',
    }),
  )('cuts %s to %s', (word, stem) => {
    expect(porterStem(word)).toBe(stem)
  })
})
