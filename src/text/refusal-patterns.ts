import { anyOf, oneOf, type PatternSet } from './pattern-set.ts'

/**
 * Patterns for one sentence of a response, prepared by `prepare` of `refusal-units.ts`: normalised, Traditional folded to
 * Simplified (the patterns are folded likewise, so they are written in either), contractions written out (don't = do not).
 */

/** Things that a system reads from; all of their verbs count ("the documents do not provide"). */
const DOCUMENT =
  '(?:contexts?|documents?|documentation|docs|texts?|passages?|sources?|materials?|excerpts?|articles?|handbook|manual|' +
  'knowledge base|database|search results?|results|snippets?|faq|transcript|paragraphs?|pages?|chunks?|background|reference)'
/** Things that also have rules of their own; only verbs of saying count ("the policy does not cover dental" is a fact). */
const RULE_TEXT =
  '(?:polic(?:y|ies)|guidelines?|guide|rules?|contract|agreement|files?|website|sections?|report|record|data|information|it|they)'
const ADVERB = '(?:\\w+ly |even |all |yet |actually )?'
const SAY =
  '(?:mention|state|specify|say|indicate|clarify|identify|address|answer|reveal|disclose|discuss|list|name|explicitly|directly|specifically)\\b'
const SAID = '(?:mentioned|stated|specified|addressed|discussed|described|answered|indicated|disclosed|known)'
const GIVEN = '(?:provided|included|available|found|given|covered|listed|present|contained|located|in)\\b'
const KNOWLEDGE =
  '(?:information|answers?|details?|data|knowledge|context|documentation|records?|specifics|idea|mention|reference|clue|statistics|figures?)'

/** The writer cannot say. */
const I_CANNOT_EN = [
  `\\bi ${ADVERB}(?:really )?(?:do|did) not ${ADVERB}know\\b`,
  `\\b(?:i|we) (?:currently |still |also )?(?:do|did) not (?:currently |actually )?(?:have|see|find|possess) (?:\\S+ ){0,5}?${KNOWLEDGE}`,
  `\\bi (?:currently )?have no (?:\\S+ ){0,3}?${KNOWLEDGE}`,
  `\\bi (?:currently )?lack (?:\\S+ ){0,3}?${KNOWLEDGE}`,
  '\\b(?:i|we) (?:also |still |therefore |unfortunately )?(?:can not|could not|was not able to|were not able to|am not able to|am unable to|was unable to|will not be able to|would not be able to) (?:\\S+ ){0,2}?(?:find|locate|answer|determine|tell|say|verify|confirm|identify|see any|help you with (?:that|this)|help with (?:that|this)|assist|respond|provide (?:\\S+ ){0,4}?(?:answers?|information|details?|advice|response|explanation|guidance|figures?|assistance|opinion)|give (?:\\S+ ){0,3}?(?:answers?|information|details?|advice)|offer (?:\\S+ ){0,3}?(?:advice|information|opinion)|comment on)',
  '\\bi am not (?:entirely |completely |quite |really )?(?:sure|certain|aware of|familiar with)\\b',
  `^(?:sorry[,.!]? |unfortunately[,]? )*(?:unable to|can not|could not|not able to) (?:find|locate|answer|determine|provide an answer|respond)`,
  `\\bi would need (?:\\S+ ){0,2}?(?:information|context|details)`,
  '^(?:the answer is )?(?:unknown|unanswerable|not answerable|not_answerable|no answer|no answer found|n/a|not found|no results?|insufficient (?:context|information))[.!]?$',
]

/** The documents do not say. */
const DOCUMENTS_SILENT_EN = [
  `\\b${DOCUMENT}(?: (?!that\\b|suggest|say|mention|state|indicat|note|claim|show|explain)\\S+){0,6}? (?:do|does|did) ${ADVERB}not ${ADVERB}(?:seem to |appear to )?(?:${SAY}|mention|contain|provide|include|give|describe|cover|offer|explain|have|show|refer|define|detail|talk|tell|support|allow (?:me|us)|contain)`,
  `\\b${RULE_TEXT} (?:do|does|did) not ${ADVERB}(?:seem to |appear to )?(?:${SAY})`,
  `\\b(?:none|neither|nothing|no (?:\\S+ )?(?:part|section)) (?:of|in) (?:the |these |those |your |my |our )?(?:\\S+ ){0,2}?${DOCUMENT}`,
  `\\bnone of (?:these|them|those|which)(?: ${DOCUMENT})?(?: \\w+ly)?(?: (?:${SAY}|mentions?|provides?|contains?|gives?|answers?|specif\\S+|states?)|$)`,
  `\\bno (?:\\S+ )?${DOCUMENT} (?:\\S+ )?(?:mention|provide|contain|answer|state|specif|explicit|direct|address|give|discuss|were found|was found|found|available|match)`,
  `\\bno (?:\\S+ ){0,4}?${KNOWLEDGE} (?:\\S+ ){0,3}?(?:about|on|regarding|concerning|for|to answer|as to|whether|that|available|found|provided|given|in the|in any|in my|in these|of)\\b`,
  `\\bno (?:\\S+ )?evidence (?:\\S+ ){0,4}?(?:in|from) (?:any of |the |these |this )*(?:\\S+ ){0,2}?${DOCUMENT}`,
  `\\bno (?:\\S+ ){0,2}?${KNOWLEDGE}(?: (?:is|are|was|were))? (?:available|found|provided|given)`,
  `\\b(?:is|are|was|were) not (?:\\S+ ){0,2}?(?:${SAID}|${GIVEN}) (?:\\S+ ){0,3}?(?:in|by|within|from|among) (?:any of |the |these |this |your |my |our |any )*(?:\\S+ ){0,3}?(?:${DOCUMENT}|knowledge)`,
  `\\b(?:information|answers?|details?|question|topic)(?: \\S+){0,12}? (?:is|are|was|were) not (?:\\S+ )?(?:${SAID}|${GIVEN}|there|clear)`,
  `\\b(?:answers?|question|information|it|this|that|exact \\S+)(?: \\S+){0,8}? (?:can not|could not) be (?:\\S+ )?(?:answered|found|determined|inferred|confirmed|verified|established|concluded|identified|located)(?: (?:from|based|with|in|using|by|without|here)|[.,!]?$)`,
  '\\b(?:is|are) not (?:enough|sufficient) (?:\\S+ )?(?:information|context|details?|data|evidence)',
  '\\b(?:insufficient|lack of|not enough|lacks?|lacking) (?:the |any |sufficient |enough |necessary |relevant )*(?:information|context|details?)\\b',
  '\\bno,? (?:the )?answers? (?:is |are )?present',
  '\\b(?:the )?answers? (?:is|are) not (?:\\S+ )?(?:present|found|in|available|provided|given)\\b',
  '^no,? (?:the )?answers? is not$',
  '\\b(?:it is|is it) (?:not (?:possible|clear)|unclear|impossible)(?: \\S+){0,4}? (?:to (?:answer|determine|say|tell|infer)|from the|which|whether|what|who|how)\\b',
  `\\b(?:outside|beyond) (?:of )?(?:the )?(?:scope|knowledge|information)(?: \\S+){0,3}? (?:${DOCUMENT}|my|provided)`,
  '\\bthere is no (?:clear |definitive |direct |explicit |specific )?(?:answer|mention|information|indication|reference)\\b',
]

const DOCUMENT_ZH =
  '(?:文件|文檔|資料|手冊|內容|上下文|段落|文本|文章|資訊|信息|參考|來源|檢索結果|搜尋結果|搜索結果|知識庫|資料庫|數據庫|檔案|材料|網頁|說明書|指南|公告|章節|報告|原文|文中|頁面|片段|背景|語料|常見問題)'
const RULE_TEXT_ZH = '(?:規定|辦法|規章|規則|條文|政策|合約|條款|制度)'
const INFORMATION_ZH =
  '(?:資訊|信息|資料|內容|答案|說明|規定|依據|線索|描述|記載|數據|文件|紀錄|記錄|訊息|提及|解答|細節|結果|段落|根據|證據)'
const HOW_ZH = '(?:明確|具體|直接|特別|詳細|清楚|進一步|確切|完整|任何)?(?:地|的)?'
const NOT_ZH = '(?:並|都|也|皆|均|似乎|目前|好像)?(?:沒有|沒|未|並未|未曾|無|不曾)'
const SAID_ZH =
  '(?:提及|提到|提過|談到|說明|記載|寫明|寫到|寫出|寫|指出|描述|交代|載明|載|明列|明示|明定|註明|標示|標明|揭露|討論|涉及|解答|回答|講到|說到|述及|列明|有提|說|講)'
/** Ends of a clause about people or cases for which the sentence goes on: not a refusal but a condition. */
const NOT_A_CONDITION_ZH = '(?![^,。;]{0,12}(?:者|的話|的人|的同仁|的員工|時,|時候|時可|時請|時應))'

const I_CANNOT_ZH = [
  `(?:^|[,。:、\\s(]|我|我們|恕|也|還|實在|確實|真的)(?:不知道|不知|不曉得|不清楚|不太清楚|不確定|不太確定)(?:$|[,。!.\\s)])`,
  `我(?:也|還|實在|真的|並)?(?:不知道|不曉得|不清楚|不太清楚|不確定|不了解)${NOT_A_CONDITION_ZH}`,
  `(?:找不到|查不到|搜尋不到|搜不到|檢索不到|未能?(?:找到|查到|檢索到|搜尋到|尋得)|(?:沒有?|無法|沒能|無法在.{0,15})(?:找到|查到|檢索到|搜尋到|搜到|查詢到|看到))(?:.{0,25})${INFORMATION_ZH}${NOT_A_CONDITION_ZH}`,
  `(?:我|${DOCUMENT_ZH}(?:中|裡|內|裏)?)(?:.{0,20})(?:找不到|查不到|搜尋不到|檢索不到|未找到|沒有?找到|無法找到|看不到)${NOT_A_CONDITION_ZH}`,
  `^(?:抱歉,?|對不起,?|很抱歉,?|目前)?(?:找不到|查不到|查無|未找到|沒有找到|無法回答|無法得知|無法判斷|無法確定|無法確認|無可奉告|無相關資料|無資料|沒有資料|沒有答案|無解|無答案)[。.!,]?(?:$|[。.!])`,
  `(?:^|[,。:\\s]|目前|系統|皆|均|都|並)查無(?!誤|不|可疑|異常)${NOT_A_CONDITION_ZH}`,
  `(?:無法|不能|沒辦法|沒有辦法|未能|難以|無從|不便|不足以|無力)(?!簡單|一概|輕易)(?:.{0,6})(?:回答|作答|答覆|回覆您?的?問題|解答|給出.{0,8}(?:答案|回答|資訊)|提供.{0,14}(?:答案|資訊|信息|回答|建議|數據|細節|解答|說明))${NOT_A_CONDITION_ZH}`,
  `(?:^|[,。:\\s]|我|因此|所以|故|從|根據.{0,20}|由.{0,12}|目前|仍|尚|還)(?:無法|不能|沒辦法|難以|無從|尚不能)(?:.{0,4})(?:確認|判斷|確定|得知|判定|獲知|知道|知悉|推斷|告知|告訴|推論|斷定|辨別)${NOT_A_CONDITION_ZH}`,
  '(?:抱歉|對不起|很遺憾|不好意思|恕)(?:.{0,30})(?:無法|不能|沒辦法|未能|沒有|不便|無)(?:.{0,12})(?:回答|協助您?解答|確認|資訊|信息|答案|判斷|告訴|告知|找到|查到|答覆)',
  '無法(?:從|由|依|依據|根據).{1,24}(?:得知|判斷|確認|確定|找到|推斷|看出|回答|知道)',
  '答不(?:上來|出來)|我(?:並)?不具備.{0,10}(?:資訊|信息|資料|知識|能力)|我(?:目前)?(?:並)?沒有.{0,12}(?:資訊|信息|資料|相關知識|答案)',
]

const DOCUMENTS_SILENT_ZH = [
  `${DOCUMENT_ZH}(?:.{0,24})${NOT_ZH}${HOW_ZH}(?:${SAID_ZH}|提供|包含|包括|列出|給出|涵蓋|顯示|相關|答案|足夠|關於|有關|針對|看到|這方面|(?:這|此|該)(?:個|項|些|類|部分)?(?:的)?${INFORMATION_ZH}|記錄|紀錄)${NOT_A_CONDITION_ZH}`,
  `${DOCUMENT_ZH}(?:.{0,12})(?:不包含|不包括|不含|不涉及|不足|不夠|有限,?(?:無法|不能))${NOT_A_CONDITION_ZH}`,
  `${RULE_TEXT_ZH}(?:中|裡|內|裏)?(?:.{0,6})${NOT_ZH}${HOW_ZH}${SAID_ZH}${NOT_A_CONDITION_ZH}`,
  `^(?:.{0,12}[,:])?(?:這裡|其中|裡面|當中|上面|以上|上述)?${NOT_ZH}${HOW_ZH}(?:提及|提到|說明|記載|寫明|寫到|載明|相關(?:資訊|資料|信息|說明|規定|內容))${NOT_A_CONDITION_ZH}`,
  `${NOT_ZH}${HOW_ZH}(?:關於|有關|針對|與|對於|足夠|可以|能夠|直接)(?:.{1,40}?)(?:的|之|相關)?(?:資訊|信息|資料|說明|記載|答案|描述|內容|依據)${NOT_A_CONDITION_ZH}`,
  `(?:沒有|無|並無|缺乏|缺少)(?:任何|足夠|充分|充足|確切|明確|具體|直接|可靠|進一步|更多)?(?:的)?(?:相關|有關|足夠|具體)?(?:的)?(?:資訊|信息|資料|記載|答案|數據|依據|線索|說明)(?:可|能|來|以|支持|顯示|表明|提到|$|[,。!.])${NOT_A_CONDITION_ZH}`,
  '(?:資訊|信息|資料|線索|證據|內容)(?:仍|並|都|尚)?(?:不足|不夠)',
  '超出(?:了)?(?:我|本|文件|知識|資料|提供|手冊|系統)(?:.{0,12})(?:範圍|能力)|不在(?:文件|資料|知識庫|手冊|我|提供|本系統)(?:.{0,10})(?:範圍|之內|內|中|裡)',
]

const DECLINES_JA = [
  '(?:わかり|分かり|判り|わかりかね|分かりかね|存じ|知り|分かってい)ません|(?:わから|分から)ない(?:です)?(?:$|。)',
  '(?:お答え|回答|答える?こと(?:が|は)?|答えられ|ご案内|お伝え)(?:する(?:こと(?:が|は))?)?(?:が|は)?(?:でき(?:ません|かねます|ない)|ません|いたしかねます)',
  '(?:見つかり|見つけられ|見当たり|見つけることができ)ません',
  '(?:記載|記述|言及|説明|明記|情報|該当|回答|答え)(?:は|が|も|する(?:情報|記載|内容|文書)(?:は|が))?(?:特に|一切|具体的に)?(?:あり|され(?:て(?:い|は)?)?|見つかり|見当たり|含まれ(?:て(?:い)?)?|提供され(?:て(?:い)?)?)(?:ません|ておりません)',
  '(?:記載|記述|言及|明記)(?:が|は)?(?:ない|されていない|されておらず|なく)',
  '(?:書かれて|触れられて|載って|述べられて|示されて)(?:い|おり)(?:ません|ない)',
  '(?:文書|資料|文脈|コンテキスト|情報|文章|テキスト|マニュアル|ハンドブック|規程)(?:.{0,20})(?:含まれて(?:い|おり)(?:ません|ない)|からは?(?:.{0,10})(?:判断|確認|特定|読み取|断定)(?:する(?:こと(?:は|が))?)?(?:でき|れ)(?:ません|ない))',
  '情報(?:が|は)?(?:不足|不十分|足り(?:ません|ない))|(?:^|。|、)不明(?:です|。|$)',
]

const DECLINES_EN = oneOf(...I_CANNOT_EN, ...DOCUMENTS_SILENT_EN)
const DECLINES_ZH = oneOf(...I_CANNOT_ZH, ...DOCUMENTS_SILENT_ZH)
const DECLINES_JAPANESE = oneOf(...DECLINES_JA)

/** Without one of these words no sentence of its language declines: the cheap test before the patterns. */
const MAY_DECLINE_EN =
  /\b(?:not|no|none|neither|nothing|unable|unclear|impossible|unknown|insufficient|lack(?:s|ing)?|beyond|outside|unanswerable|not_answerable|n\/a|i would need)\b/
const MAY_DECLINE_ZH = anyOf('[不沒無未難缺超恕抱歉憾]|資料|資訊|信息|查無|對不起')
const MAY_DECLINE_JA = /ません|ない|なく|おらず|かね|不足|不十分|不明/

/** The first place where a prepared sentence declines (the writer cannot say, or the documents do not), or null. */
export function findRefusal(prepared: string): RegExpExecArray | null {
  return (
    (MAY_DECLINE_EN.test(prepared) ? DECLINES_EN.exec(prepared) : null) ??
    (MAY_DECLINE_ZH.test(prepared) ? DECLINES_ZH.exec(prepared) : null) ??
    (MAY_DECLINE_JA.test(prepared) ? DECLINES_JAPANESE.exec(prepared) : null)
  )
}

/** A condition stands before: "if I cannot find it", "whether the answer is not", 若找不到. */
export const CONDITION_BEFORE: PatternSet = anyOf(
  '^(?:note: |please note that )?(?:if|when|whenever|in case|should|whether)\\b',
  '\\b(?:if|unless|when|whenever|whether|in which case)\\b[^,.;]*$',
  '(?:如果|若|倘若|要是|假如|萬一|一旦|當|如)[^,。;]*$',
  '(?:場合|もし)[^、。]*$',
)

/** The answer is said to be there, wherever it is: "the answer is in [3]", 答案在第三段. */
export const ANSWER_PRESENT: RegExp = oneOf(
  '\\b(?:yes,? )?(?:the )?answers?(?: to (?:the|this) question)?(?: \\S+){0,12}? (?:is|are|can be|could be|was|were) (?:also |clearly |directly |indeed |still )*(?:present|found|located|provided|given|contained|available|in (?:the )?(?:context|document|passage|text)|in \\[)',
  '\\banswers? (?:is|are) present',
  '\\bi (?:have )?found the answer',
  '\\b(?:contexts?|passages?|documents?|\\[\\d+\\])(?: \\S+){0,4}? (?:contains?|provides?|gives?|has|have|answers?) (?:the answer|the question|an answer)',
  '\\bquestion (?:is|was|can be) answered\\b',
  '答案(?:就|可以?|能夠?)?(?:在|位於|出現在|存在於|見於)',
)

/** A verdict about some of the contexts only: "no, answer is not present in context [3]", "I do not know in [2]". */
export const ABOUT_SOME_CONTEXTS: PatternSet = anyOf(
  '^no,? (?:the )?answers? (?:is |are )?(?:not )?present(?:ed)? in (?:the )?(?:contexts? |passages? |documents? )?(?:\\[?\\d|other|remaining|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)',
  '\\banswers? (?:is|are) not (?:present|found|in|available|provided)(?: in)? (?:the )?(?:other|remaining|contexts? \\[?\\d|\\[\\d)',
  '^none of the other\\b',
  '\\bin (?:the|any) other (?:passages|contexts|documents|sources)\\b',
  '^no,? (?:the )?answers? is not$',
  '^i do not know in\\b',
  '^(?:the )?(?:other|remaining|some)(?: of the)?(?: provided| given)? (?:contexts?|passages?|documents?|sources?)\\b.*\\b(?:do|does) not\\b',
)

/** Speaks of numbered contexts; with a refusal in it, that refusal is about those contexts only. */
export const NUMBERED_CONTEXTS = /^(?:the )?(?:passages?|contexts?|documents?|sources?|excerpts?) \[?\d/
