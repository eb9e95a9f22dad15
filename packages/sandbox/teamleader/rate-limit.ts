import type { Context } from 'hono'
import { bearerOf } from './bearer.ts'
import type { TeamleaderSandbox, User } from './state.ts'

/**
 * 200 calls in any sixty seconds, per account and app: https://developer.focus.teamleader.eu/docs/api/rate-limiting
 * Refused calls do not count.
 */
const MAX_CALLS = 200
const WINDOW_MS = 60_000

/** Counts a call. @returns false where the limit is reached */
export function countCall({ clock }: TeamleaderSandbox, user: User): boolean {
  dropOldCalls(user, clock.now())
  if (user.calls.length >= MAX_CALLS) return false
  user.calls.push(clock.now())
  return true
}

/** Adds the rate limit headers to every response, those of faults included. */
export function rateLimitHeaders(sandbox: TeamleaderSandbox) {
  return async (c: Context, next: () => Promise<void>) => {
    await next()
    const user = bearerOf(sandbox, c.req.header('authorization') ?? null)
    if (!user) return
    for (const [name, value] of Object.entries(headersOf(sandbox, user, c.res.status === 429))) c.header(name, value)
  }
}

function headersOf({ clock }: TeamleaderSandbox, user: User, isRefused: boolean): Record<string, string> {
  dropOldCalls(user, clock.now())
  const oldest = user.calls[0] ?? clock.now()
  return {
    'X-RateLimit-Limit': String(MAX_CALLS),
    'X-RateLimit-Remaining': String(isRefused ? 0 : MAX_CALLS - user.calls.length),
    'X-RateLimit-Reset': new Date(oldest + WINDOW_MS).toISOString().replace('Z', '+0000'),
  }
}

function dropOldCalls(user: User, now: number): void {
  user.calls = user.calls.filter((at) => at > now - WINDOW_MS)
}
