/** Whether a reason says the opposite of its verdict. */
export function contradicts(_reason: string, _verdict: string): boolean {
  return false
}
