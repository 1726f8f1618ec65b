const ENGLISH =
  "a an the this that these those it its it's i i'm i'll me my we us our you your he him his she her they them their who whom " +
  'whose which what when where why how is am are was were be been being do does did done has have had having will would ' +
  'shall should can could may might must of in on at by for from with to into onto as than then so and or but if while ' +
  'because since about over under between through during before after above below up down out off again there here also ' +
  "just very too such own same some any each both all more most other another s t's"

/** Simplified forms; tokens are folded before they are looked up, so Traditional ones are found as well. */
const CHINESE =
  '的 了 是 在 和 与 及 或 也 都 就 而 被 把 从 到 对 于 以 为 这 那 这个 那个 这些 那些 此 其 该 之 个 一个 些 一些 着 过 地 得 吗 呢 吧 ' +
  '啊 呀 我 你 您 他 她 它 我们 你们 您们 他们 她们 它们 咱们 自己 有 会 能 能够 可 可以 将 要 让 使 由 向 往 跟 给 比 等 等等 并 并且 但 ' +
  '但是 因为 所以 因此 如果 若 则 虽然 而且 以及 还 还有 又 再 很 更 最 太 请 请问 什么 哪 哪个 哪些 谁 怎么 怎样 如何 为何 为什么 是否 ' +
  '关于 对于 根据 其中 之后 之前 以上 以下 里 里面 中 上 下 内 所 当 时 时候'

const JAPANESE =
  'の は が を に へ と で も や か ね よ な から まで より ので のに けど けれど が しかし そして また この その あの どの これ それ あれ ' +
  'どれ ここ そこ あそこ どこ 私 僕 彼 彼女 です ます だ である でした ました ある いる する した して しています こと もの ため よう など ' +
  'という について において によって れる られる せる た て いう なる さ し い'

/** Words without content of their own in English, Chinese (Simplified forms) and Japanese, normalised. Negations are content. */
export const STOP_WORDS: ReadonlySet<string> = new Set([ENGLISH, CHINESE, JAPANESE].flatMap((list) => list.split(' ')))
