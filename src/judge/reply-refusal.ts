import { normalizeFolded } from '../text/normalize.ts'

/** A refusal is said early; the rest of a long text is not looked at. */
const MOST_LOOKED_AT = 4_000

const ADVERB = '(?:(?:\\w+ly|also|still|just|therefore) )?'
const UNABLE = `(?:can ?not|can'?t|could not|couldn'?t|am not able to|are not able to|am unable to|are unable to|will not|won'?t|must (?:decline|refuse) to|have to (?:decline|refuse)(?: to)?|decline to|refuse to|prefer not to|would rather not|do not feel comfortable|don'?t feel comfortable|am not comfortable)`
const JUDGE =
  '(?:judge|judging|evaluate|evaluating|assess|assessing|grade|grading|rate|rating|score|scoring|give (?:a|any|you a) (?:verdict|score|rating|judge?ment)|make (?:a|this|that|any) (?:judge?ment|assessment|decision)|assist|help|comply|fulfil|fulfill|complete (?:this|the|your)|do (?:this|that)\\b|perform (?:this|the)|engage|process (?:this|the|your))'
/** Said of single claims too ("I cannot verify claim 2"), so it counts only where there is no answer beside it. */
const WEAKER =
  '(?:determine|decide|verify|confirm|answer|respond|provide|tell|say|check|analy[sz]e|continue|proceed|offer|compare|see|access|find|read)'

const ALWAYS = [
  `\\b(?:i|we) ${ADVERB}${UNABLE} ${ADVERB}${JUDGE}`,
  `^(?:(?:i'?m|i am|we are)? ?(?:so |very |really )?sorry,? (?:but )?|unfortunately,? |apologies,? (?:but )?)(?:i |we )?${ADVERB}${UNABLE} ${ADVERB}${JUDGE}`,
  `^(?:can ?not|can'?t|unable to|not able to) ${JUDGE}`,
  '\\bi (?:must|have to|will|would) (?:respectfully |politely )?(?:decline|refuse)\\b',
  '\\b(?:against|violates?) (?:my|our|the) (?:\\w+ )?(?:guidelines|polic(?:y|ies)|programming)\\b',
  '(?:我|我们|恕|抱歉|对不起|很遗憾|不好意思)[^。!?\\n]{0,12}(?:无法|不能|没办法|没有办法|不便|拒绝|不可以|不予|未能|难以)(?:对[^。!?\\n]{1,16})?(?:进行|作出|做出|给出|为您?|帮您?)?(?:任何|这个|这项|此|该|相关|准确的?|有效的?)?(?:判断|评判|判定|评估|评价|评分|打分|裁决|裁定|评定|协助|帮助|配合|完成|处理|执行)',
  '^(?:无法|不能|拒绝|没办法)(?:对[^。!?\\n]{1,16})?(?:进行|作出|做出|给出)?(?:任何)?(?:判断|评判|判定|评估|评价|评分|打分|裁决|评定)',
  '(?:违反|不符合)(?:了)?(?:我的|相关|本)?(?:使用)?(?:政策|准则|规范|指南)',
]
const ALONE = [
  `\\b(?:i|we) ${ADVERB}${UNABLE} ${ADVERB}${WEAKER}`,
  `^(?:(?:i'?m|i am|we are)? ?(?:so |very |really )?sorry|my apologies|i apologi[sz]e)\\b`,
  '\\bas an? (?:ai|artificial intelligence|(?:large )?language model)\\b',
  `^(?:can ?not|can'?t|unable to|not able to) ${WEAKER}`,
  "\\b(?:do not|don'?t) have (?:enough |sufficient |the |any )(?:\\w+ ){0,2}?(?:information|context|passages?|text|data|documents?|access)\\b",
  '^(?:很|非常|十分)?(?:抱歉|对不起|不好意思|遗憾)',
  '(?:作为|身为)(?:一个|一名)?(?:ai|人工智能|语言模型|大语言模型|大型语言模型)',
  '(?:^|我|我们|恕)[^。!?\\n]{0,6}(?:无法|不能|没办法|没有办法|未能|难以|无从|不便)[^。!?\\n]{0,8}(?:回答|答复|确定|确认|提供|判断|得出|给出|继续|分析|核实|验证|比较|查看|看到|读取)',
]

const always = new RegExp(ALWAYS.join('|'), 'm')
const alone = new RegExp([...ALWAYS, ...ALONE].join('|'), 'm')

/**
 * Whether a reply's prose declines to judge, in English or either Chinese script. `beside` an answer only plain words count ("I
 * cannot judge this"); a reply without any answer is a refusal as well when it says sorry, or that it cannot tell.
 */
export function refusesToJudge(prose: string, place: 'alone' | 'beside'): boolean {
  const text = prose
    .slice(0, MOST_LOOKED_AT)
    .split('\n')
    .map((line) => normalizeFolded(line).replace(/[‘’]/g, "'"))
    .join('\n')
  return (place === 'alone' ? alone : always).test(text)
}
