import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../protocol/auth-error.ts'
import type { Session } from '../sessions/session-queries.ts'
import { findChallenge, type Challenge } from './challenge-queries.ts'
import type { Factor } from '../user-rows/factor-queries.ts'

const challengeMaxAttempts = 5

/**
 * The challenge of this factor and session, if it is not expired and not completed.
 * @throws AuthError with GoTrue's codes
 */
export async function requireUsableChallenge(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { id, factor, session }: { id: string; factor: Factor; session: Session },
): Promise<Challenge> {
  const given = z.uuid().safeParse(id)
  const found = given.success ? await findChallenge(tx, { id: given.data, factorId: factor.id }) : undefined
  if (!found) refuse(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  // GoTrue compares the network address, which changes on a phone; the session is the stronger binding.
  if (found.verified_at || found.session_id !== session.id)
    refuse(422, 'mfa_ip_address_mismatch', 'This challenge was used already or belongs to another session.')
  if (found.expires_at <= clock.now() || found.attempts >= challengeMaxAttempts)
    refuse(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${found.id} has expired, verify against another challenge or create a new challenge.`,
    )
  return found
}
