import type { World } from '../kit/world.ts'
import type { User } from './state.ts'

/** 200 calls in any sixty seconds, per account and app (the vendor's page on rate limiting). Refused calls do not count. */
const CALLS_A_MINUTE = 200
const WINDOW_MS = 60_000

/** Takes a place among the calls of the last minute. False where there is none left. */
export function takePlace({ clock }: World, user: User): boolean {
  forget(user, clock.now())
  if (user.calls.length >= CALLS_A_MINUTE) return false
  user.calls.push(clock.now())
  return true
}

/** The three headers that every answer bears. `isOver`: whether this one is a refusal for too many calls. */
export function limitHeaders({ clock }: World, user: User, isOver: boolean): Record<string, string> {
  forget(user, clock.now())
  const oldest = user.calls[0] ?? clock.now()
  return {
    'X-RateLimit-Limit': String(CALLS_A_MINUTE),
    'X-RateLimit-Remaining': String(isOver ? 0 : CALLS_A_MINUTE - user.calls.length),
    'X-RateLimit-Reset': new Date(oldest + WINDOW_MS).toISOString().replace('Z', '+0000'),
  }
}

function forget(user: User, now: number): void {
  user.calls = user.calls.filter((at) => at > now - WINDOW_MS)
}
