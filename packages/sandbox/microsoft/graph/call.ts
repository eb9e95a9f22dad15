import type { World } from '../../kit/world.ts'
import type { AccessToken } from '../entra/state.ts'
import type { Mailbox } from '../model.ts'
import type { Preferences } from './prefer.ts'

/** A Graph request, whether it came alone over HTTP or as a part of a batch. */
export type GraphRequest = {
  method: string
  /** Where the sandbox was reached: links in the answer begin there. */
  origin: string
  /** Path below /v1.0, without the leading slash, still URL-encoded. */
  path: string
  query: URLSearchParams
  headers: Headers
  body: Uint8Array
}

export type GraphAnswer = {
  status: number
  headers?: Record<string, string>
  /** Data answered as JSON, bytes as they are, nothing where undefined. */
  body?: unknown
  bytes?: Uint8Array
}

export type GraphCall = {
  world: World
  request: GraphRequest
  /** Segments of the path that the route left open, decoded once. */
  params: Record<string, string>
  token: AccessToken
  mailbox: Mailbox
  prefer: Preferences
}

export type Route = {
  method: string
  /** Segments; those that begin with ":" are open. */
  pattern: string
  /** One of these is enough; null for routes that need no token (upload sessions). */
  scopes: readonly string[] | null
  /** Whether it counts against the mailbox's limits and needs a working mailbox. */
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
