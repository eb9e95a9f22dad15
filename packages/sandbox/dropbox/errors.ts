import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A refusal of a call: plain text, or tags in `error_summary` and `error`. */
export class CallError extends Error {
  readonly status: ContentfulStatusCode
  readonly error: Tagged | null
  readonly retryAfter: number | null
  constructor(status: ContentfulStatusCode, problem: string | Tagged, retryAfter: number | null = null) {
    super(typeof problem === 'string' ? problem : tagsOf(problem).join('/'))
    this.status = status
    this.error = typeof problem === 'string' ? null : problem
    this.retryAfter = retryAfter
  }
}

/** A tagged union of Dropbox's API. One of its members may be a union again. */
export type Tagged = { '.tag': string; [member: string]: unknown }

/** 409: an error of the route. */
export const refuse = (error: Tagged) => new CallError(409, error)

/** 400: the call is malformed. */
export function badCall(route: string, problem: string): CallError {
  return new CallError(400, `Error in call to API function "${route}": ${problem}`)
}

function isTagged(value: unknown): value is Tagged {
  return typeof value === 'object' && value !== null && '.tag' in value && typeof value['.tag'] === 'string'
}

/** The tags of `error_summary`, such as `path`, `conflict`, `file`. */
function tagsOf(error: Tagged): string[] {
  const inner = Object.values(error).find(isTagged)
  return [error['.tag'], ...(inner ? tagsOf(inner) : [])]
}

/** Dropbox adds random dots to the summary, so that clients do not compare it as a whole. */
export function errorBody(error: Tagged, dots: number) {
  return { error_summary: `${tagsOf(error).join('/')}/${'.'.repeat(dots)}`, error }
}

/** 429: a `RateLimitError`. */
export function tooMany(reason: string, retryAfter: number) {
  return {
    error_summary: `${reason}/.`,
    error: { reason: { '.tag': reason }, retry_after: retryAfter },
  }
}
