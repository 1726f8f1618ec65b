import type { Language } from '../../core/config.ts'
import { SAMPLES } from './sample.ts'
import { WORDS } from './words.ts'

/** Words of four letters or more, and pairs of neighbouring characters. */
const ENGLISH_TERMS = 're.findall(r"\\w{4,}", text.lower())'
const CHINESE_TERMS = 're.findall(r"(?=(\\w\\w))", re.sub(r"\\W", "", text))'

/** `rag.py`: at most 25 lines, standard library only. Streams are set to UTF-8 because Windows gives them other encodings. */
export function pythonScript(language: Language): string {
  const { documents, unknown } = SAMPLES[language]
  const entries = Object.entries(documents).map(([name, text]) => `    "${name}": "${text}"`)
  return `import json, re, sys

DOCUMENTS = {
${entries.join(',\n')}}
def terms(text):
    return set(${language === 'en' ? ENGLISH_TERMS : CHINESE_TERMS})

def answer(question, settings):  # ${WORDS[language].pythonAnswer}
    def common(name): return len(terms(question) & terms(DOCUMENTS[name]))
    ranked = sorted(DOCUMENTS, key=common, reverse=True)
    found = [name for name in ranked[:settings.get("top_k", 1)] if common(name) > 0]
    return {"response": " ".join(DOCUMENTS[name] for name in found) or "${unknown}",
            "retrieved_contexts": [{"source": name, "text": DOCUMENTS[name]} for name in found]}

incoming, outgoing, sys.stdout = sys.stdin, sys.stdout, sys.stderr
for stream in (incoming, outgoing): stream.reconfigure(encoding="utf-8")
for line in incoming:
    request = json.loads(line)
    try:
        reply = answer(request["user_input"], request["configuration"]["settings"])
    except Exception as error:
        reply = {"error": repr(error)}
    print(json.dumps({"id": request["id"], **reply}), file=outgoing, flush=True)
`
}

/** How Python is started: Windows has no `python3`, other systems may have no `python`. */
export function pythonCommand(
  platform: NodeJS.Platform,
  language: Language = 'en',
): { command: string; comment: string } {
  const { windows, others } = WORDS[language].pythonOn
  return platform === 'win32' ? { command: 'python', comment: others } : { command: 'python3', comment: windows }
}
