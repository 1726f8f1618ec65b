import { RagstoneError } from '../../core/errors.ts'

/** A package that a provider needs and that is installed only by those who use it. */
export async function peerPackage<T>(
  needed: { provider: string; name: string; version: string },
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const { provider, name, version } = needed
    const absent = error instanceof Error && error.message.includes(name) && isNotFound(error)
    if (!absent) throw error
    throw new RagstoneError(
      'provider_missing',
      `the provider ${provider} needs the package ${name}, which is not installed`,
      {
        hint: `npm install ${name}@${version}`,
        cause: error,
      },
    )
  }
}

function isNotFound(error: NodeJS.ErrnoException): boolean {
  return (
    error.code === 'ERR_MODULE_NOT_FOUND' ||
    error.code === 'MODULE_NOT_FOUND' ||
    /^Cannot find (package|module)/.test(error.message)
  )
}
