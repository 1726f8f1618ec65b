/** A value as it is pasted into a command line: in double quotes where a shell would take it apart. */
export function quoted(value: string): string {
  return /^[\w./\\:~@+,=-]+$/.test(value) ? value : `"${value.replaceAll('"', '\\"')}"`
}
