import { isAbsolute, relative, sep } from 'node:path'

/** A file as messages call it: relative to `folder` (the current one) when it lies inside it, otherwise as it is. */
export function shownPath(file: string, folder = process.cwd()): string {
  const below = relative(folder, file)
  const isOutside = below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
  return isOutside ? file : below
}
