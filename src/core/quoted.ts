/** What a POSIX shell also runs, replaces or takes away between double quotes. */
const ACTIVE = /["$`\\!]/

/**
 * A value as it is pasted into a command line: in quotes where a shell would take it apart. Names come from files and
 * folders of others, so nothing in them may run: between single quotes nothing does. The shells of Windows know double
 * quotes only, and a file name there holds none.
 */
export function quoted(value: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w./\\:@+,=-][\w./\\:~@+,=-]*$/.test(value) && (platform === 'win32' || !value.includes('\\'))) return value
  if (platform !== 'win32' && ACTIVE.test(value)) return `'${value.replaceAll("'", "'\\''")}'`
  return `"${value.replaceAll('"', '\\"')}"`
}
