/**
 * Radicals that PDF text holds in place of the ordinary character, radical first, two characters a pair. Block "CJK
 * Radicals Supplement", which NFKC leaves alone, and the two of "Kangxi Radicals" that NFKC maps to a rarer form
 * (⼾ to 戶, ⾭ to 靑).
 */
const RADICAL_PAIRS =
  '⼾户⾭青' +
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇几⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺑尢⺒巳⺓幺⺔彑⺕彐⺖忄⺗㣺⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母' +
  '⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺪疋⺫目⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺳㓁⺴㓁⺵罓⺶羊⺷羊⺸羊⺹耂⺺肀⺻聿⺼肉' +
  '⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒镸⻓长⻔门⻕阝⻖阝⻗雨⻘青⻙韦' +
  '⻚页⻛风⻜飞⻝食⻞飠⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟'

const ordinary = new Map<string, string>()
for (let at = 0; at < RADICAL_PAIRS.length; at += 2) {
  ordinary.set(RADICAL_PAIRS.charAt(at), RADICAL_PAIRS.charAt(at + 1))
}

/** The text with CJK radicals replaced by the ordinary characters that they look like. Never changes the length. */
export function replaceRadicals(text: string): string {
  return text.replace(/[\u2e80-\u2ef3\u2f00-\u2fd5]/g, (radical) => ordinary.get(radical) ?? radical)
}
