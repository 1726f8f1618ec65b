import type { SampleCase } from './sample.ts'

/** `test_set.yaml` of the sample. */
export function testSetYaml(cases: readonly SampleCase[]): string {
  return `# What you ask, what the answer should say, and which document it should come from.
# "expected_source: null" means that the documents do not say: the right response is a refusal.
${cases.map(caseYaml).join('\n')}`
}

function caseYaml({ id, question, reference, source, type, phrasing }: SampleCase): string {
  const lines = [`- id: ${id}`, `  user_input: ${JSON.stringify(question)}`]
  if (reference !== undefined) lines.push(`  reference: ${JSON.stringify(reference)}`)
  lines.push(source === null ? '  expected_source: null' : `  expected_sources: [${source}]`)
  lines.push(`  tags: {type: ${type}, phrasing: ${phrasing}}`)
  return `${lines.join('\n')}\n`
}
