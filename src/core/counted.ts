/** A number with its noun in English: `1 case`, `2 cases`, `0 cases`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}
