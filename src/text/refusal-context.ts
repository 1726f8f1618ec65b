import { anyOf, type PatternSet } from './pattern-set.ts'

const DOCUMENT_EN =
  '(?:contexts?|documents?|documentation|texts?|passages?|sources?|materials?|excerpts?|articles?|handbook|manual|search results?|snippets?)'

/** An instruction to whoever answers, given back instead of an answer. "Please submit the form" is not one. */
export const INSTRUCTION: PatternSet = anyOf(
  '^(?:please |note: please |now,? )?(?:answer|respond|reply)(?: to)? (?:the |each |this |these |any |following |above )*questions?\\b',
  '^(?:please |note: please |now,? )?(?:answer|respond|reply)(?: to| with| as| in)*(?: either)? (?:QUOTE|yes\\b|with\\b|as\\b|either\\b|based on|")',
  '^please (?:answer|provide|give|give me|select|choose|pick|read|enter)(?: me)?(?: the| your| an?| one| of| or more)*(?: actual| specific| correct| following| above| given| provided)*(?: of)?(?: the)?(?: following| above| given)* (?:questions?|contexts?|answers?|texts?|passages?|options?|responses?|outputs?|number)\\b',
  '^(?:respond|reply) (?:with|as) ',
  '^(?:possible|valid|available) (?:outputs?|answers?|responses?|options?)\\b',
  '^i will (?:only |now )?(?:answer|respond|give you a question|read)\\b',
  '^please note that the question\\b',
  '^(?:please )?read the contexts?\\b',
  '\\b(?:respond|reply|answer) (?:as|with) (?:either|QUOTE|")',
  '^(?:yes|QUOTE) or (?:no|QUOTE)\\b',
  '^(?:yes|no),? ?[^a-z]*(?:有多少|有哪些|是誰|是什麼)[^a-z]*$',
  '^(?:question|questions|query|contexts?)(?: ?\\d+)? ?:',
  '^請(?:根據.{0,20})?(?:回答|作答|選擇|以).{0,12}(?:問題|選項|QUOTE)',
)

/** Lists that follow are choices, not statements. */
export const OFFERS_OPTIONS: PatternSet = anyOf(
  '\\b(?:following|above) (?:\\S+ )?(?:options|contexts|responses|answers)\\b',
  '^(?:possible|valid|available) (?:outputs?|answers?|responses?|options?)',
  '^(?:select|choose|please select|please choose)\\b.*:$',
)

/** From here on the prompt is repeated. */
export const PROMPT_REPEATED: PatternSet = anyOf('^(?:contexts?|questions?)(?: ?\\d+)? ?:$')

/** Says what was asked, nothing more. */
export const QUESTION_RESTATED: PatternSet = anyOf(
  '^(?:\\S+ ){0,6}?question (?:itself )?(?:asks|is asking|asked|specifically asks|inquires|seems to ask|requests|is (?:specifically )?(?:about|regarding|for))\\b',
  '^in this question\\b',
  '\\bthe inquiry is about\\b',
  '^there are \\d+ contexts',
)

/** What the documents hold or do not hold: an explanation, not an answer, where the sentence before declines. */
export const ABOUT_DOCUMENTS: PatternSet = anyOf(
  `^(?!(?:however,? |but |yes,? |so |and )*(?:according to|based on|as per|per|in|under|from|as (?:stated|mentioned|described|noted)) )(?:\\S+ ){0,10}?${DOCUMENT_EN}\\b(?: \\S+){0,8}? (?:mentions?|discuss(?:es)?|describes?|speaks?|provides?|contains?|focus(?:es)?|refers?|relates?|are|is|lists?|gives?|talks?|covers?|deals?|specif\\S+|only|also|includes?|do|does|explains?|mainly|mostly|primarily|names?|states?|indicates?|answers?|compares?|pertain|present|highlight|show|appear|identify)\\b`,
  '^(?:however,? |instead,? |while |although |but |and |so |rather,? )*(?:they|it|these|this|some|others|most|both|all|each|the first|the second|none) (?:of (?:them|these) )?(?:only |mainly |mostly |primarily |do |does |all |just |also |simply |instead |rather )*(?:mentions?|discuss(?:es)?|describes?|focus(?:es)?|provides?|lists?|refers?|talks?|covers?|are about|is about|contains?|specif\\S+|not)\\b',
  `\\b(?:is|are|was|were) (?:only |also |briefly )?(?:mentioned|discussed|described|listed|named) (?:in|by) (?:\\S+ ){0,4}?${DOCUMENT_EN}`,
  '^(?:therefore|thus|so|hence|as such|without|unless|not)\\b',
  '^(?:these|those|such) \\S+ (?:do|does|are|is) not\\b',
  '^(?:這些|該|所有|其他|其餘|現有|提供的|目前的|上述|以上|它們|其|檢索到的|相關)*(?:的)?(?:文件|資料|手冊|內容|上下文|文章|段落|資訊|文檔|規章)(?:中|裡|內)?(?:.{0,6})(?:只|僅|主要|大多|多半|都是|則|著重|集中|側重)',
  '(?:只|僅|主要|大多)(?:是|在)?(?:提到|提及|介紹|討論|說明|描述|包含|涵蓋|提供|列出|談|涉及|講)',
  '^(?:這|這也|也)?(?:主要)?(?:可能)?(?:是)?(?:因為|由於)',
  '^(?:這|也)?可能(?:有誤|名稱|這|存在誤)',
  '我可能誤解',
  '(?:のみ|だけ)(?:が)?(?:記載|説明|言及)',
)

/** Sends the user elsewhere or offers help. */
export const ADVICE: PatternSet = anyOf(
  '^(?:however,? |therefore,? |so,? |but |instead,? )*(?:please|you (?:may|might|can|could|should|would)|i (?:would )?(?:recommend|suggest|advise|encourage)|i can|it (?:is|would|might|may) (?:\\S+ )?(?:best|recommended|advisable|important|better|helpful|necessary|essential)|consider|for (?:more|further|additional|the most|specific|accurate|detailed)|to (?:find|get|obtain|learn|determine|answer|confirm)|contact|consult|check|refer|reach out|try|visit|if you|would you|do you|more (?:information|context|details))\\b',
  '\\b(?:contact|consult|reach out to|check with|refer to|get in touch with) (?:\\S+ ){0,5}?(?:hr|human resources|support|administrator|manager|supervisor|department|team|office|professional|specialist|expert|website|official|documentation|source)',
  '建議|請(?:您|你)?(?:向|與|洽|聯繫|聯絡|諮詢|詢問|參考|參閱|查閱|查看|提供|直接|再|另|補充|改|告知|換)|可以?(?:向|洽|聯繫|聯絡|諮詢|詢問|參考)|請(?:檢查|以|注意|遵守|確認|嘗試)|(?:您|你)(?:也|或)?(?:可以?|能否|可能需要|需要)(?:嘗試|考慮|參考|聯|洽|諮詢|詢問|查|檢查|提供|再|通過|透過|選擇|關注)|^(?:如果|如|若)(?:果)?(?:您|你|有更多|能提供)|歡迎|以獲(?:得|取)|希望|^(?:我)?需要更多|我(?:將|會)(?:努力|盡力|很樂意|更好)|我(?:很|非常)?樂意',
  'お問い合わせ|ご確認ください|ご相談|ご連絡|おすすめします|お勧めします|ご提供いただけ|ご参照',
)

/** A sentence that is only courtesy or an offer. */
export const COURTESY: PatternSet = anyOf(
  '^(?:hello|hi|hey|sure|certainly|of course|okay|ok|great question|thanks|thank you|you are welcome|i am sorry|i apologi[sz]e|sorry|apologies|unfortunately)(?: (?:there|for (?:the|your|any) \\S+|for asking|so much))?[,.! ]*$',
  '^(?:please )?(?:let me know|feel free|do not hesitate|i am (?:happy|glad) (?:to|i could)|i hope|if you have (?:any )?(?:other|more|further|additional) questions?|is there anything)\\b',
  '^(?:抱歉|很抱歉|對不起|不好意思|您好|你好|好的|當然|沒問題|謝謝|感謝您的(?:提問|詢問)|很遺憾)[,。!~ ]*$',
  '^(?:如果?|若)(?:您|你)?還?有(?:任何)?(?:其他|其它|更多|進一步)?(?:的)?(?:問題|疑問|需要)',
  '^(?:希望|很高興)(?:.{0,10})(?:幫|有用|有所)',
  '^(?:申し訳(?:ありません|ございません)|すみません|こんにちは)(?:が)?[、。 ]*$',
)

/** "... but it can be inferred": the sentence answers in spite of its reservation. */
export const CONCLUDES: PatternSet = anyOf(
  '\\b(?:can be inferred|it can be|we can|suggests?|implies|imply|appears? to|seems? to|likely|based on)\\b',
  '可以?(?:推斷|推測|推知|得知|看出|推論)|應該是|可能是|推測',
)

/** The beginning of a sentence that was cut off before it said anything. */
export const STUB =
  /^[\s\d[\](),.:*]*(?:(?:however|they|the|these|this|it|none|of|some|other|in|for|contexts?|and|or|also|but|ex|explanation|note|that)\b[\s\d[\](),.:*]*)+$/

/** Only yes or no. */
export const BARE_WORD = /^(?:(?:yes|no|true|false|是的?|否|对|不|はい|いいえ)[,.。! ]*)+$/u
