import { messageOf } from '../../core/errors.ts'
import { ProviderError } from '../provider.ts'

/** No such host, or a host that cannot be trusted: waiting does not help. */
const WRONG_HOST = new Set(['ENOTFOUND', 'EAI_NONAME', 'EAI_NODATA'])
const TRUST = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA)/

/**
 * What a failure to exchange anything with a server means. A refused connection is a wrong address, or a server that was
 * not started, as long as it never answered (`contacted`); later it is a server that went away and may come back.
 */
export function transportError(error: unknown, where: { address: string; contacted: boolean }): ProviderError {
  const { address, contacted } = where
  const code = codeOf(error)
  const because = `(${code ?? messageOf(error)})`
  if (code === 'ECONNREFUSED' && !contacted) {
    return new ProviderError('misconfigured', `no server answers at ${address}: start it, or correct base_url`, {
      cause: error,
    })
  }
  if (code !== undefined && WRONG_HOST.has(code) && !contacted) {
    return new ProviderError('misconfigured', `there is no host of the name in ${address}: correct base_url`, {
      cause: error,
    })
  }
  if (code !== undefined && TRUST.test(code)) {
    const way = 'name the authority that signed it in NODE_EXTRA_CA_CERTS, or correct base_url'
    return new ProviderError('misconfigured', `the certificate of ${address} is not trusted ${because}: ${way}`, {
      cause: error,
    })
  }
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_')) {
    const way = 'does base_url begin with the right one of http:// and https://?'
    return new ProviderError('misconfigured', `${address} does not speak TLS ${because}: ${way}`, { cause: error })
  }
  if (code?.startsWith('HPE_')) {
    return new ProviderError('bad_reply', `${address} does not answer in HTTP ${because}`, { cause: error })
  }
  return new ProviderError('unavailable', `the connection to ${address} failed ${because}`, { cause: error })
}

/** A name with several addresses fails with one error for each of them. */
function codeOf(error: unknown): string | undefined {
  const own = (error as NodeJS.ErrnoException | undefined)?.code
  if (own !== undefined) return own
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined
}
