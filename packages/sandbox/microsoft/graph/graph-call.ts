import type { MicrosoftSandbox } from '../state.ts'
import type { AccessToken } from '../entra/state.ts'
import type { Mailbox } from '../model.ts'
import type { Preferences } from './preferences.ts'

/** A Graph request: a single one or a part of a batch. */
export type GraphRequest = {
  method: string
  /** The origin of links in the response. */
  origin: string
  /** The path below /v1.0 without the leading slash, URL-encoded. */
  path: string
  query: URLSearchParams
  headers: Headers
  body: Uint8Array
}

export type GraphAnswer = {
  status: number
  headers?: Record<string, string>
  /** The JSON of the response; undefined for none. */
  body?: unknown
  bytes?: Uint8Array
}

export type GraphCall = {
  sandbox: MicrosoftSandbox
  request: GraphRequest
  /** The values of the route's variable segments, decoded once. */
  params: Record<string, string>
  token: AccessToken
  mailbox: Mailbox
  prefer: Preferences & { origin: string }
}

export type Route = {
  method: string
  /** Path segments; those that begin with ":" are variable. */
  pattern: string
  /** The token needs one of these; null for routes without a token (upload sessions). */
  scopes: readonly string[] | null
  /** Whether the limits of the mailbox apply, and the mailbox has to be available. */
  mail: boolean
  run(call: GraphCall): GraphAnswer | Promise<GraphAnswer>
}

export const READ = ['Mail.Read', 'Mail.ReadWrite'] as const
export const READ_BASIC = ['Mail.ReadBasic', 'Mail.Read', 'Mail.ReadWrite'] as const
export const WRITE = ['Mail.ReadWrite'] as const
export const SEND = ['Mail.Send'] as const
export const ANY_SCOPE = [] as const

export function graphBase({ origin }: GraphRequest): string {
  return `${origin}/graph.microsoft.com/v1.0`
}
