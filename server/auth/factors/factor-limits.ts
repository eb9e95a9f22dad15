import { later, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret } from '../../sealed.ts'
import { countFailure, failuresOf } from '../passwords/queries.ts'
import { RefusedForNow } from '../protocol/auth-error.ts'

/** How long a factor may stay half set up, and a challenge may be answered: the protocol's 300 seconds. */
export const setUpMs = minutes(5)
export const challengeMs = minutes(5)
/** How often one challenge may be answered wrongly. */
export const triesPerChallenge = 5

/** Six digits must not be guessed: five wrong ones in five minutes, whatever the session or the factor (security checklist B4). */
const wrongPerAccount = 5
const windowMs = minutes(5)

/**
 * To be called with the person held, so that of many guesses at once none slips through.
 * @throws AuthError 429 `over_request_rate_limit`
 */
export async function refuseGuessing(
  tx: Tx,
  { clock, events }: Pick<Context, 'clock' | 'events'>,
  userId: string,
): Promise<void> {
  if ((await failuresOf(tx, subjectOf(userId), clock.now())) < wrongPerAccount) return
  events.secondStepRefused({ userId, reason: 'too_many_attempts' })
  throw new RefusedForNow(
    'over_request_rate_limit',
    'Too many wrong codes. Please wait five minutes, then try again with a new code.',
    windowMs / 1000,
  )
}

/**
 * Has to be committed although the request is refused.
 * @returns whether it goes into the trail: whoever goes on must not push everything else out of it
 */
export async function countWrongStep(tx: Tx, { clock }: Pick<Context, 'clock'>, userId: string): Promise<boolean> {
  const now = clock.now()
  return (await countFailure(tx, subjectOf(userId), { now, endsAt: later(now, windowMs) })) <= wrongPerAccount
}

const subjectOf = (userId: string): Buffer => hashSecret(`second-step:${userId}`)
