/**
 * Patterns for one clause of a reason, prepared by `contradiction.ts`: lower case, Traditional folded to Simplified, quotations
 * taken out, `n't` written out. They are about the relation of text and item ("the passage does not mention", "the claim is
 * supported"), never about the matter itself ("the office does not provide parking").
 */
export interface Stance {
  /** Says that the item is supported, useful or correct. */
  asserts: RegExp
  /** Says that it is not. */
  denies: RegExp
}

const DOC =
  '(?:passages?|texts?|contexts?|documents?|sources?|chunks?|excerpts?|articles?|paragraphs?|materials?|snippets?)(?: \\d+| [a-c])?'
const OF_DOC = `(?:in|by|from) (?:any of |any |either |the |this |these |those |given |provided |above )*${DOC}`
const CLAIM = '(?:claim|statement|assertion|sentence)'
const ADV = '(?:(?:\\w+ly|also|thus|therefore|indeed|well|fully|at all|in fact|even) )*'
const IS = '(?:is|are|was|were)'

const DOC_ZH = '(?:资料|文章|原文|文中|段落|文本|上下文|文档|文件|材料|内容|片段|来源)'
const CLAIM_ZH = '(?:叙述|陈述|说法|主张|声明|论断|断言|命题|句子|表述)'
const NOT_ZH = '(?:没有|没|未|并未|并没有|未曾|毫未|从未|均未|都未|都没有|也没有)'

const entailment: Stance = {
  asserts: new RegExp(
    [
      `\\b(?:support(?:s|ing)?|confirm(?:s|ing)?|verif(?:y|ies)|entails?|corroborates?|backs up|substantiates?) (?:the|this|that) ${CLAIM}`,
      `\\b(?:${CLAIM}|this|it|which) ${IS} ${ADV}(?:supported|confirmed|entailed|corroborated|verified|substantiated|backed up)\\b`,
      `\\b${CLAIM} ${IS} ${ADV}(?:true|correct|accurate)\\b`,
      `^${ADV}(?:supported|confirmed|entailed) ${OF_DOC}`,
      `\\b(?:${CLAIM}|this|it|information) ${IS} ${ADV}(?:stated|mentioned|said|found) ${OF_DOC}`,
      `\\b(?:${CLAIM}|this|it|which) ${ADV}(?:matches|agrees with|follows from|repeats|restates) (?:what )?(?:the|this) ${DOC}`,
      `\\b(?:${CLAIM}|this|it|which) ${IS} ${ADV}(?:in line|consistent|in agreement) with (?:the|this) ${DOC}`,
      `\\bsays exactly (?:this|that|so|what the ${CLAIM})`,
      `(?:支持|证实|印证)了?(?:该|此|这|这一|这个|这条|上述|本)?(?:条|项|个)?${CLAIM_ZH}`,
      `${CLAIM_ZH}(?:完全|明确|直接|确实|已|可以|能够)*(?:得到|受到|获得|有)了?[^,]{0,8}(?:支持|证实|印证|依据)`,
      `${CLAIM_ZH}?(?:完全|内容)?(?:与|和|跟)${DOC_ZH}[^,]{0,8}(?:一致|相符|吻合|符合)`,
      `${CLAIM_ZH}(?:是|为|完全|确实)*(?:正确|属实|真实|成立)`,
      `${CLAIM_ZH}[^,]{0,4}(?:可以|可|能)从?${DOC_ZH}?[^,]{0,6}(?:推知|推出|得出)`,
      `(?:${CLAIM_ZH}|这点|这一点|此点)在?${DOC_ZH}(?:中|里)?(?:已|有|明确|直接|清楚)*(?:提到|提及|写明|说明|记载|指出)`,
    ].join('|'),
  ),
  denies: new RegExp(
    [
      `\\b${DOC}(?: \\w+){0,2}? (?:do|does|did) not ${ADV}(?:mention|state|say|support|specify|contain|provide|include|indicate|confirm|address|discuss|give|describe|tell|talk|refer|cover|reveal|back|entail)`,
      `^(?:do|does|did) not ${ADV}(?:mention|support)\\b`,
      `\\b(?:no|none of the|neither) (?:of the )?${DOC}s? ${ADV}(?:mentions?|states?|says?|supports?|contains?|provides?|confirms?|covers?|gives?)\\b`,
      `\\b(?:no|without any|without) mention of\\b|^(?:there is )?no mention\\b`,
      `\\b${DOC} (?:makes?|has|have|contains?|gives?|provides?|offers?) no (?:mention|information|support|evidence|indication|reference)`,
      `\\bno (?:information|evidence|support|indication|reference)(?: (?:about|on|of|for) (?:\\w+ ){1,4}?| )${OF_DOC}`,
      `\\b(?:no (?:evidence|support|basis)|nothing) (?:for|to support|supporting|backing|that supports) (?:the|this|that|it)\\b`,
      `\\bnothing ${OF_DOC}`,
      `\\b${IS} (?:not|never|nowhere|neither) ${ADV}(?:supported|mentioned|stated|specified|addressed|entailed)\\b`,
      `\\b(?:${CLAIM}|this|it) ${IS} not ${ADV}(?:true|correct|accurate|found|given|confirmed)\\b`,
      `\\b${IS} not ${ADV}(?:found|given|included|provided|said|discussed|confirmed|present) ${OF_DOC}`,
      `^(?:not|never|nowhere) ${ADV}(?:supported|mentioned|stated|found|given|specified|addressed)\\b`,
      `\\b(?:${CLAIM}|this|it) ${IS} ${ADV}(?:unsupported|false|wrong|incorrect|inaccurate|contradicted|refuted)\\b`,
      `\\bcontradicts? (?:the|this|that|what the) (?:${CLAIM}|${DOC})`,
      `\\b(?:${CLAIM}|this|it|which) (?:contradicts|conflicts with|is at odds with|goes against)\\b`,
      `\\b${DOC} ${ADV}says? (?:otherwise|the opposite)\\b`,
      `${NOT_ZH}(?:任何|明确|直接|具体|在|对此|有)*(?:提到|提及|提过|支持|记载|涉及|写明|谈到|说到|写到)(?!者|的话)`,
      `${DOC_ZH}(?:中|里|内)?(?:并|都|也|均|完全)?(?:没有|未|没|无)(?:任何|明确|直接|具体|相关)*(?:说明|指出|信息|资讯|依据|根据|证据|描述|讨论)`,
      `(?:无|没有)(?:任何|相关)*(?:依据|证据|信息|内容)(?:可以|能|来)?(?:支持|证实|证明)`,
      `${DOC_ZH}[^,]{0,6}不支持|不支持(?:该|此|这)[^,]{0,3}${CLAIM_ZH}`,
      `${CLAIM_ZH}?[^,]{0,2}(?:与|和|跟)${DOC_ZH}[^,]{0,10}(?:矛盾|不符|不一致|相反|冲突|抵触)`,
      `${DOC_ZH}[^,]{0,10}(?:与|和|跟)(?:该|此|这)?[^,]{0,2}${CLAIM_ZH}[^,]{0,4}(?:矛盾|不符|不一致|相反|冲突|抵触)`,
      `${CLAIM_ZH}(?:是|为|完全)*(?:错误|不正确|不成立|有误|不实|不属实|错的)`,
      `(?:无法|不能)(?:从|由)${DOC_ZH}[^,]{0,10}(?:得出|推知|推断|得知|证实|确认|判断)`,
    ].join('|'),
  ),
}

const relevance: Stance = {
  asserts: new RegExp(
    [
      `\\b(?:${DOC}|it|this|which) ${IS} ${ADV}(?:relevant|useful|helpful)\\b`,
      `\\b(?:${DOC}|it|this|which) ${ADV}(?:answers the question|(?:gives|contains|provides|holds|states) (?:the|part of the|a part of the) (?:reference )?answer)`,
      `(?:${DOC_ZH}|这段|该段|此段)[^,]{0,6}(?:很|非常|是|直接)*(?:有用|有帮助|相关的?$|有关)`,
      `(?:${DOC_ZH}|这段|该段|此段)(?:直接|已经|明确)*(?:回答了问题|包含(?:了)?(?:参考)?答案|含有(?:参考)?答案)`,
    ].join('|'),
  ),
  denies: new RegExp(
    [
      `\\b(?:${DOC}|it|this|which) ${IS} ${ADV}(?:irrelevant|unrelated|useless|unhelpful)\\b|^(?:is |are )?(?:irrelevant|unrelated|not relevant|not related|not useful)\\b`,
      `\\b(?:${DOC}|it|this|which) ${IS} not ${ADV}(?:relevant|useful|helpful|related)\\b`,
      `\\b(?:${DOC}|it|this|which) (?:do|does|did) not ${ADV}(?:help|answer|(?:hold|contain|provide|give|include|mention) (?:any|anything|information|the (?:reference )?answer|any part|a part|what))`,
      `\\b(?:${DOC}|it|this|which) (?:contains?|holds?|provides?|gives?|has) (?:nothing|no (?:relevant )?(?:part|information|answer))`,
      `(?:与|和|跟)(?:问题|参考答案|答案|主题)[^,]{0,4}(?:无关|不相关|没有关系)`,
      `(?:${DOC_ZH}|这段|该段|此段)[^,]{0,6}(?:没有用|没用|无用|没有帮助|没帮助|无帮助|无关)`,
      `(?:${DOC_ZH}|这段|该段|此段)[^,]{0,4}(?:没有|未|不)(?:包含|含有?|提供|提到|提及|涉及|回答)[^,]{0,8}(?:答案|问题|内容|信息|资讯)`,
    ].join('|'),
  ),
}

const RESPONSE = '(?:response|answer|reply|it|this)'
const RESPONSE_ZH = '(?:回答|答案|回复|答复)'

const correctness: Stance = {
  asserts: new RegExp(
    [
      `\\b${RESPONSE} ${IS} ${ADV}(?:correct|accurate|right|equivalent|the same as the reference|in line with the reference|consistent with the reference)\\b`,
      `\\b${RESPONSE} ${ADV}(?:matches|agrees with|corresponds to|says the same as|conveys the same \\w+ as) (?:the |what the )?reference`,
      `\\bsame (?:in )?substance as the reference`,
      `${RESPONSE_ZH}[^,]{0,8}(?:与|和|跟)参考答案[^,]{0,8}(?:一致|相符|吻合|相同|符合)`,
      `^(?:与|和|跟)参考答案[^,]{0,8}(?:一致|相符|吻合|相同|符合)`,
      `(?:这个|该|此)?回答(?:是|完全)*(?:正确|对的|准确)`,
    ].join('|'),
  ),
  denies: new RegExp(
    [
      `\\b${RESPONSE} ${IS} ${ADV}(?:wrong|incorrect|inaccurate|false|not ${ADV}(?:correct|accurate|right|consistent|the same))\\b`,
      `\\b(?:${RESPONSE}|which) ${ADV}(?:contradicts?|conflicts? with|differs? from|disagrees? with|deviates? from) (?:the |what the )?reference`,
      `\\b${RESPONSE} (?:do|does|did) not ${ADV}(?:match|agree with|correspond to|say the same as|convey) (?:the |what the )?(?:reference|same)`,
      `\\b${RESPONSE} ${ADV}(?:omits|leaves out|misses|lacks) (?:\\w+ ){0,2}?(?:essential|key|crucial|important|main|central)`,
      `(?:与|和|跟)参考答案[^,]{0,8}(?:不一致|不符|不同|矛盾|相反|冲突|不相符)`,
      `回答(?:是|完全)*(?:错误|不正确|有误|错的|不准确)`,
      `(?:漏掉|遗漏|缺少)了?(?:关键|重要|主要|必要)`,
    ].join('|'),
  ),
}

/** By the name of the verdict's class. */
export const STANCES: Readonly<Record<string, Stance>> = {
  supported: entailment,
  contradicted: entailment,
  not_mentioned: entailment,
  not_supported: entailment,
  attributed: entailment,
  not_attributed: entailment,
  useful: relevance,
  not_useful: relevance,
  correct: correctness,
  incorrect: correctness,
}

/** Takes back what a clause asserts: negations, and what is half, supposed or asked. */
export const WITHDRAWS =
  /\b(?:not|no|never|none|nothing|neither|nor|nowhere|hardly|barely|partly|partially|partial|in part|half|missing|somewhat|only|if|whether|would|could|might|may|should|unless|without|rather than|instead of|far from|unclear|to be|fails?|lacks?)\b|[不没未无非]|部分|如果|若|是否|可能|难以|仅|只/

/** Takes back what a clause denies: a contradiction that is denied, and what is supposed or asked. */
export const UNDENIES =
  /\b(?:not|nothing|no|never|without|none|nor|neither|hardly) (?:\w+ ){0,6}?(?:contradict\w*|conflict\w*|unsupported|false|wrong|incorrect|inaccurate|unrelated|irrelevant|differs?|at odds)\b|\b(?:if|whether|would|unless)\b|\b(?:says?|states?|reports?)(?: that)? the (?:claim|statement)\b|(?:没有|并不|不|无|未|并未|并无)(?:任何|存在|相)?(?:矛盾|冲突|抵触|相反|不符|不一致)|如果|是否/

/** Speaks for the item in whatever way; beside it a denial is not the whole reason. */
export const SPEAKS_FOR =
  /\b(?:support\w*|confirm\w*|consistent|match\w*|agree\w*|correct\w*|true|follow\w*|impl(?:y|ies|ied)|infer\w*|clear from|same|entail\w*|relevant|useful|helpful|accurate|equivalent|as claimed|claims? (?:says?|states?|exactly|that|too|the same)|statement (?:says?|states?|that)|what the (?:claim|statement)|repeats?|in line|minor|essential\w*)\b|支持|证实|印证|一致|相符|吻合|符合|正确|属实|成立|推知|推出|相同|有用|有帮助|正如|正是|也是如此/

/** What follows weighs more than what came before. */
export const TURNS = /\b(?:but|however|yet|nevertheless|nonetheless|still)\b|但是|但|不过|然而|可是|却/g

/** A concession: what is said in its clause is taken back by the rest. */
export const CONCEDES =
  /\b(?:although|though|even if|while|whereas|despite|except|apart from|other than|word for word|verbatim|literally|by name|in (?:so many|those|these) words|explicitly)\b|虽然|虽|尽管|除了|字面|逐字|明说|直接/
