/** From this many answers on two folds train on as much as anyone needs, and cost a quarter of five. */
const MANY = 20_000

/** Folds for choosing on some questions and testing on others: 5, or 2 for very many answers. */
export function foldsFor(answers: number): number {
  return answers < MANY ? 5 : 2
}
