import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../protocol/auth-error.ts'
import type { Session } from '../sessions/queries.ts'
import { challengeOf, type Challenge } from './challenge-queries.ts'
import { triesPerChallenge } from './factor-limits.ts'
import type { Factor } from './queries.ts'

/**
 * The challenge that this answer is for: of this factor and this session, young, and not answered yet.
 * @throws AuthError in the protocol's words
 */
export async function usableChallenge(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { id, factor, session }: { id: string; factor: Factor; session: Session },
): Promise<Challenge> {
  const given = z.uuid().safeParse(id)
  const found = given.success ? await challengeOf(tx, { id: given.data, factorId: factor.id }) : undefined
  if (!found) refuse(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  // The protocol asks for the same network address; a phone changes that, a session is the stronger tie.
  if (found.verified_at || found.session_id !== session.id)
    refuse(422, 'mfa_ip_address_mismatch', 'This challenge was used already or belongs to another session.')
  if (found.expires_at <= clock.now() || found.tries >= triesPerChallenge)
    refuse(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${found.id} has expired, verify against another challenge or create a new challenge.`,
    )
  return found
}
