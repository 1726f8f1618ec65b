import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../core/config.ts'
import { messages } from '../text/catalogue.ts'
import { markdownText } from './markdown.ts'
import { terminalText } from './terminal.ts'
import { sampleTrust } from './test-support/sample-trust.ts'
import { layOutTrust } from './trust-layout.ts'

const shown = (report = sampleTrust(), options = {}) => terminalText(layOutTrust(report, options), report.language)

describe('what trust found, in words', () => {
  it('says of the judge what it cost and that counting words does as well', () => {
    const text = shown().replace(/\s+/g, ' ')
    expect(text).toContain('separates faithfulness (by probability): 40 right against 20 wrong')
    expect(text).toContain(
      'Not shown to be better than k_precision, which needs no model and counts shared words: AUC differs by +0.004 [-0.046, +0.054] on 60 answers with both scores.',
    )
    expect(text).toContain('It cost 288 judge questions.')
    expect(text).toContain('Better than the same verdicts read as words: AUC differs by +0.120 [+0.070, +0.170].')
  })

  it('begins with what follows: what to use, what is open and what is of no use', () => {
    const text = shown().replace(/\s+/g, ' ')
    expect(text).toContain(
      'To be believed here, since right answers score better than wrong ones (the nearer the AUC is to 1, the better): faithfulness (by probability) (AUC 0.880), k_precision (AUC 0.876)',
    )
    expect(text).toContain('No metric of a judge and no imported one is shown to be better than k_precision')
    expect(text).toContain(
      'Undecided, do not build on it yet: faithfulness (by words), hit_rate@3 (about 45 more grades)',
    )
    expect(text).toContain('Of no use here for telling right answers from wrong ones: rouge_l')
    expect(text).toContain('check the direction: ragas_noise')
  })

  it('says of a run with a handful of grades only that they are too few', () => {
    const metrics = sampleTrust().metrics.filter(({ verdict }) => verdict === 'too_few_grades')
    const text = shown({ ...sampleTrust(), metrics }).replace(/\s+/g, ' ')
    expect(text).toMatch(
      /Too few grades to say anything yet: \d+ right, \d+ wrong\. A verdict needs at least 5 of each/,
    )
    expect(text).not.toContain('is shown to')
  })

  it('asks for more questions, not for more grades, when every answer is graded', () => {
    const report = sampleTrust()
    const text = shown({ ...report, labels: { ...report.labels, sampling: 'all' } })
    expect(text).toContain('it takes more questions')
    expect(text).not.toContain('npx ragstone grade')
  })

  it('says how many more grades would decide, and that none would', () => {
    const text = shown().replace(/\s+/g, ' ')
    expect(text).toContain(
      'About 30 more right and 15 more wrong answers, if the AUC stays, would show that it separates.',
    )
    expect(text).toContain('So close to a limit that no number of grades within reach would decide it.')
  })

  it('explains the paradox of kappa beside its counts', () => {
    const text = shown().replace(/\s+/g, ' ')
    expect(text).toContain('both right 118, only ann right 5, only ben right 2, both wrong 0')
    expect(text).toContain('kappa is low however well the two agree')
  })

  it('shows a rate with its method, and why there is none', () => {
    const text = shown().replace(/\s+/g, ' ')
    expect(text).toContain('0.680 [0.520, 0.850]')
    expect(text).toContain('top_k_6: no rate for the other answers: the graded ones were not drawn at random')
  })

  it('counts the disagreements that it does not list', () => {
    expect(shown()).toMatch(/6 more/)
    expect(shown(sampleTrust(), { listed: 0 })).toMatch(/Spot check/)
  })

  it('ends with commands that repeat the flags', () => {
    expect(shown(sampleTrust(), { commandFlags: ' --config study.yaml' })).toContain(
      'npx ragstone grade 20260102-030405-abcd --config study.yaml',
    )
  })

  it.each(LANGUAGES)('has no undefined value and no NaN in %s, and stays within the width', (language) => {
    for (const width of [40, 80, 120]) {
      const text = terminalText(layOutTrust(sampleTrust(language)), language, { width })
      expect(text).not.toMatch(/undefined|NaN|null|\[object|=>/)
      expect(
        Math.max(
          ...text
            .split('\n')
            .filter((line) => !line.includes('npx'))
            .map((line) => stringWidth(line)),
        ),
      ).toBeLessThanOrEqual(width)
    }
  })

  it.each(LANGUAGES)('has every verdict of a line in words of %s', (language) => {
    const text = terminalText(layOutTrust(sampleTrust(language)), language, { width: 200 })
    for (const word of Object.values(messages(language).verdictNames)) expect(text).toContain(word)
  })

  it('lets nothing of the data act as markup or move the cursor', () => {
    const hostile = '<b>|`*\u001b[2J\u202e'
    const report = sampleTrust('en', hostile)
    expect(shown(report)).not.toContain('\u001b')
    const markdown = markdownText(layOutTrust(report), 'en')
    expect(markdown).not.toContain('<b>')
    expect(markdown).not.toContain('\u202e')
  })
})
