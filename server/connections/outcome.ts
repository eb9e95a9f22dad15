import type { Provider } from '../../contract/providers.ts'
import type { Context } from '../context.ts'
import type { ServiceError } from '../vendors/service-error.ts'

/** Specification §8 "OAuth return codes"; the page has words for each. */
export type OutcomeCode =
  | 'access_denied'
  | 'invalid_request'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'connection_failed'

/** Ends a connection under way with what the page is told. */
export class ConnectRefused extends Error {
  readonly code: OutcomeCode

  constructor(code: OutcomeCode, cause?: unknown) {
    super(`The service was not connected: ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'ConnectRefused'
    this.code = code
  }
}

/** Always our own page, whatever was asked (checklist C4). */
const connections = (ctx: Pick<Context, 'config'>, query: Record<string, string>): string =>
  `${ctx.config.publicUrl}/connections?${new URLSearchParams(query)}`

export const connectedUrl = (ctx: Pick<Context, 'config'>, provider: Provider, email: string | null): string =>
  connections(ctx, { success: `${provider}_connected`, service: provider, ...(email === null ? {} : { email }) })

/** The code alone: what a service describes is not ours to show, and can be anything. */
export const refusedUrl = (ctx: Pick<Context, 'config'>, code: OutcomeCode): string => connections(ctx, { error: code })

/** OAuth's words (RFC 6749, 4.1.2.1 and 5.2), as a service's redirect or its token endpoint says them. */
export function outcomeOfWord(word: string): OutcomeCode {
  switch (word) {
    case 'access_denied':
    case 'server_error':
    case 'temporarily_unavailable':
      return word
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

/** What a refused call says on the way to a connection. */
export function outcomeOfError({ refusal, code }: ServiceError): OutcomeCode {
  if (refusal === 'later') return 'temporarily_unavailable'
  if (refusal === 'unknown') return code === 'unreadable_answer' ? 'connection_failed' : 'temporarily_unavailable'
  if (refusal === 'scope') return 'access_denied'
  return outcomeOfWord(code)
}
