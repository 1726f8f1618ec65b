import type { Language } from '../../core/config.ts'

/** The comments in the files of a new project. */
export interface TemplateWords {
  /** Beside each metric: what it asks. */
  metrics: Readonly<Record<string, string>>
  configurations: string
  gates: string
  /** Where no JSON Schema stays in place. */
  schema: string
  /** How Python is called on the other platforms. */
  pythonOn: { windows: string; others: string }
  testSet: readonly string[]
  /** Beside `answer` in `rag.py`. */
  pythonAnswer: string
  module: string
  server: string
  /** What the sample server says when it is ready, before its address. */
  answering: string
}

const ENGLISH: TemplateWords = {
  metrics: {
    'hit_rate@3': 'was an expected source among the first three?',
    mrr: 'how far up was the first expected source?',
    refusal: 'did it refuse where the documents do not say, and only there?',
    k_precision: 'how much of the response stands in what was retrieved?',
    token_recall: 'how much of the reference is in the response?',
  },
  configurations: 'Named settings, handed to the system untouched. Change one thing at a time.',
  gates: 'Limits that decide the exit code of a run:',
  schema:
    'For completion and checks in the editor: npm install --save-dev ragstone, then name its schema/ragstone.schema.json here.',
  pythonOn: { windows: 'on Windows: python', others: 'on macOS and Linux: python3' },
  testSet: [
    'What you ask, what the answer should say, and which document it should come from.',
    '"expected_source: null" means that the documents do not say: the right response is a refusal.',
  ],
  pythonAnswer: 'replace this by your retrieval and your model; prints go to stderr',
  module: 'Your RAG system. Replace answer() by your retrieval and your model; it may be async.',
  server: 'Your RAG system behind HTTP. Replace answer() by your retrieval and your model; it may be async.',
  answering: 'answering on',
}

const TRADITIONAL_CHINESE: TemplateWords = {
  metrics: {
    'hit_rate@3': '前三筆檢索結果裡，有沒有該找到的文件？',
    mrr: '第一份該找到的文件排在第幾名？',
    refusal: '文件裡沒寫的才拒答，有寫的都答了嗎？',
    k_precision: '回答的內容有多少出自檢索到的段落？',
    token_recall: '參考答案的內容，回答裡寫到了多少？',
  },
  configurations: '具名設定，會原封不動交給系統。一次只改一個地方，才看得出差別從哪裡來。',
  gates: '門檻，決定執行結束時的結束代碼（exit code）：',
  schema:
    '要讓編輯器自動完成並檢查這個檔案：先執行 npm install --save-dev ragstone，再把這一行改成指向它的 schema/ragstone.schema.json。',
  pythonOn: { windows: 'Windows 上用 python', others: 'macOS 和 Linux 上用 python3' },
  testSet: [
    '要問的問題、答案該說什麼，以及答案該出自哪份文件。',
    'expected_source: null 表示文件裡沒有答案，這一題拒答才對。',
  ],
  pythonAnswer: '換成你自己的檢索和模型；print 的內容會進 stderr',
  module: '你的 RAG 系統。把 answer() 換成你自己的檢索和模型，也可以寫成 async。',
  server: '以 HTTP 提供服務的 RAG 系統。把 answer() 換成你自己的檢索和模型，也可以寫成 async。',
  answering: '服務位址：',
}

const SIMPLIFIED_CHINESE: TemplateWords = {
  metrics: {
    'hit_rate@3': '前三条检索结果里，有没有应该找到的文档？',
    mrr: '第一个应该找到的文档排在第几位？',
    refusal: '是否只在资料里没有答案时才拒答？',
    k_precision: '回答的内容有多少来自检索到的片段？',
    token_recall: '参考答案的内容，回答覆盖了多少？',
  },
  configurations: '各组参数，会原样传给系统。一次只改一处，才能看出效果来自哪里。',
  gates: '门槛，决定运行结束时的退出码：',
  schema:
    '如需编辑器自动补全和校验：先运行 npm install --save-dev ragstone，再把这一行改为指向其中的 schema/ragstone.schema.json。',
  pythonOn: { windows: 'Windows 上用 python', others: 'macOS 和 Linux 上用 python3' },
  testSet: [
    '要问的问题、正确答案的要点，以及答案应该出自哪个文档。',
    'expected_source: null 表示资料里没有答案，这道题应当拒答。',
  ],
  pythonAnswer: '换成你自己的检索和模型；print 的内容会输出到 stderr',
  module: '你的 RAG 系统。把 answer() 换成你自己的检索和模型，也可以写成 async。',
  server: '通过 HTTP 提供服务的 RAG 系统。把 answer() 换成你自己的检索和模型，也可以写成 async。',
  answering: '服务地址：',
}

/** The comments of a new project in each language of reports. */
export const WORDS: Record<Language, TemplateWords> = {
  en: ENGLISH,
  'zh-Hant': TRADITIONAL_CHINESE,
  'zh-Hans': SIMPLIFIED_CHINESE,
}
