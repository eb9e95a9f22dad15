import { addMs, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret } from '../../sealed.ts'
import { incrementFailures, failureCount } from '../passwords/failed-attempt-queries.ts'
import { RateLimitExceeded } from '../protocol/auth-error.ts'

/** Wrong codes of second factors count per user, across all sessions and factors. */
const factorCodesMaxWrong = 5
const wrongFactorCodesWindowMs = 5 * 60_000

/** GoTrue's 300 seconds to respond to a challenge. */
export const challengeMs = minutes(5)

/**
 * Call with the user row locked, so that concurrent guesses cannot exceed the limit.
 * @throws AuthError 429 `over_request_rate_limit`
 */
export async function refuseTooManyWrongCodes(
  tx: Tx,
  { clock, events }: Pick<Context, 'clock' | 'events'>,
  userId: string,
): Promise<void> {
  if ((await failureCount(tx, subjectOf(userId), clock.now())) < factorCodesMaxWrong) return
  events.secondFactorRefused({ userId, reason: 'too_many_attempts' })
  throw new RateLimitExceeded(
    'over_request_rate_limit',
    'Too many wrong codes. Please wait five minutes, then try again with a new code.',
    wrongFactorCodesWindowMs / 1000,
  )
}

/**
 * Counts a wrong code. The caller must commit although the request is refused.
 * @returns whether to write it to the audit log: continued guessing must not push all other events out of it
 */
export async function recordWrongCode(tx: Tx, { clock }: Pick<Context, 'clock'>, userId: string): Promise<boolean> {
  const now = clock.now()
  return (
    (await incrementFailures(tx, subjectOf(userId), { now, endsAt: addMs(now, wrongFactorCodesWindowMs) })) <=
    factorCodesMaxWrong
  )
}

const subjectOf = (userId: string): Buffer => hashSecret(`second-step:${userId}`)
