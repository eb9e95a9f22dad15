import type { Provider } from '../../contract/providers.ts'
import type { Context } from '../context.ts'
import type { ServiceError } from '../vendors/services/service-error.ts'

/** The `error` parameter of the Connections page, which has a text for each. */
type OutcomeCode =
  | 'access_denied'
  | 'invalid_request'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'connection_failed'

/** Ends an authorization with the code that the page shows. */
export class ConnectRefused extends Error {
  readonly code: OutcomeCode

  constructor(code: OutcomeCode, cause?: unknown) {
    super(`The service was not connected: ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'ConnectRefused'
    this.code = code
  }
}

/** Where the browser goes after the callback: always our own page. */
const connectionsUrl = (ctx: Pick<Context, 'config'>, query: Record<string, string>): string =>
  `${ctx.config.publicUrl}/connections?${new URLSearchParams(query)}`

export const connectedUrl = (ctx: Pick<Context, 'config'>, provider: Provider, email: string | null): string =>
  connectionsUrl(ctx, { success: `${provider}_connected`, service: provider, ...(email === null ? {} : { email }) })

/** The code only: a service's description can contain anything. */
export const refusedUrl = (ctx: Pick<Context, 'config'>, code: OutcomeCode): string =>
  connectionsUrl(ctx, { error: code })

/** @param error of a service's redirect or token endpoint (RFC 6749, sections 4.1.2.1 and 5.2) */
export function outcomeOfOAuthError(error: string): OutcomeCode {
  switch (error) {
    case 'access_denied':
    case 'server_error':
    case 'temporarily_unavailable':
      return error
    case 'invalid_client':
      return 'server_error'
    case 'invalid_request':
    case 'invalid_scope':
    case 'invalid_grant':
    case 'unsupported_response_type':
    case 'unauthorized_client':
      return 'invalid_request'
    default:
      return 'connection_failed'
  }
}

/** The code for a call that fails during an authorization. */
export function outcomeOfError({ refusal, code }: ServiceError): OutcomeCode {
  if (refusal === 'later') return 'temporarily_unavailable'
  if (refusal === 'unknown') return code === 'unreadable_answer' ? 'connection_failed' : 'temporarily_unavailable'
  if (refusal === 'scope') return 'access_denied'
  return outcomeOfOAuthError(code)
}
