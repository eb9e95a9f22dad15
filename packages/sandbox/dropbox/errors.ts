import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Something is wrong with the request to connect: shown on Dropbox's own page, never sent to the redirect URI. */
export class PageError extends Error {}

/** A refusal of the token endpoint, in the words of RFC 6749. */
export class TokenError extends Error {
  readonly error: string
  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/** A refusal of a call: plain text, or tags as `error_summary` and `error` tell them. */
export class CallError extends Error {
  readonly status: ContentfulStatusCode
  readonly error: Tagged | null
  readonly retryAfter: number | null
  constructor(status: ContentfulStatusCode, said: string | Tagged, retryAfter: number | null = null) {
    super(typeof said === 'string' ? said : tagsOf(said).join('/'))
    this.status = status
    this.error = typeof said === 'string' ? null : said
    this.retryAfter = retryAfter
  }
}

/** A union of Dropbox's: the tag, and what belongs to it, of which one member may be a union again. */
export type Tagged = { '.tag': string; [member: string]: unknown }

/** 409: the route itself cannot do it. */
export const refuse = (error: Tagged) => new CallError(409, error)

/** 400: the call is not one that the route takes. */
export function badCall(route: string, problem: string): CallError {
  return new CallError(400, `Error in call to API function "${route}": ${problem}`)
}

export function isTagged(value: unknown): value is Tagged {
  return typeof value === 'object' && value !== null && '.tag' in value && typeof value['.tag'] === 'string'
}

/** `path`, `conflict`, `file`: as the summary names them. */
function tagsOf(error: Tagged): string[] {
  const inner = Object.values(error).find(isTagged)
  return [error['.tag'], ...(inner ? tagsOf(inner) : [])]
}

/** The summary ends in some dots, so that nobody compares it to the letter. */
export function errorBody(error: Tagged, dots: number) {
  return { error_summary: `${tagsOf(error).join('/')}/${'.'.repeat(dots)}`, error }
}

/** 429, with the reason as `RateLimitError` has it. */
export function tooMany(reason: string, retryAfter: number) {
  return {
    error_summary: `${reason}/.`,
    error: { reason: { '.tag': reason }, retry_after: retryAfter },
  }
}
