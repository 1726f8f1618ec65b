import type { SampleCase } from './sample.ts'
import type { TemplateWords } from './words.ts'

/** `test_set.yaml` of the sample. */
export function testSetYaml(cases: readonly SampleCase[], words: TemplateWords): string {
  return `${words.testSet.map((line) => `# ${line}\n`).join('')}${cases.map(caseYaml).join('\n')}`
}

function caseYaml({ id, question, reference, source, type, phrasing }: SampleCase): string {
  const lines = [`- id: ${id}`, `  user_input: ${JSON.stringify(question)}`]
  if (reference !== undefined) lines.push(`  reference: ${JSON.stringify(reference)}`)
  lines.push(source === null ? '  expected_source: null' : `  expected_sources: [${source}]`)
  lines.push(`  tags: {type: ${type}, phrasing: ${phrasing}}`)
  return `${lines.join('\n')}\n`
}
