import type { Language } from '../../core/config.ts'
import { SAMPLES } from './sample.ts'

const ENGLISH_TERMS = '    return set(re.findall(r"\\w{4,}", text.lower()))'
const CHINESE_TERMS = `    text = re.sub(r"\\W", "", text)
    return {text[i:i + 2] for i in range(len(text) - 1)}`

/** `rag.py`: at most 25 lines, standard library only. Streams are set to UTF-8 because Windows gives them other encodings. */
export function pythonScript(language: Language): string {
  const { documents, unknown } = SAMPLES[language]
  const entries = Object.entries(documents).map(([name, text]) => `    "${name}": "${text}",`)
  return `import json, re, sys
DOCUMENTS = {
${entries.join('\n')}
}
def terms(text):
${language === 'en' ? ENGLISH_TERMS : CHINESE_TERMS}

def answer(question, settings):  # replace this by your retrieval and your model; prints go to stderr
    def common(name):
        return len(terms(question) & terms(DOCUMENTS[name]))
    ranked = sorted(DOCUMENTS, key=common, reverse=True)
    found = [name for name in ranked[:settings.get("top_k", 1)] if common(name) > 0]
    return {"response": " ".join(DOCUMENTS[name] for name in found) or "${unknown}",
            "retrieved_contexts": [{"source": name, "text": DOCUMENTS[name]} for name in found]}

incoming, outgoing, sys.stdout = sys.stdin, sys.stdout, sys.stderr
for stream in (incoming, outgoing):
    stream.reconfigure(encoding="utf-8")
for line in incoming:
    request = json.loads(line)
    reply = answer(request["user_input"], request["configuration"]["settings"])
    print(json.dumps({"id": request["id"], **reply}), file=outgoing, flush=True)
`
}

/** How Python is started: Windows has no `python3`, other systems may have no `python`. */
export function pythonCommand(platform: NodeJS.Platform): { command: string; comment: string } {
  return platform === 'win32'
    ? { command: 'python', comment: 'on macOS and Linux: python3' }
    : { command: 'python3', comment: 'on Windows: python' }
}
