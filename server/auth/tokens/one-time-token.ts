import { randomInt, timingSafeEqual } from 'node:crypto'
import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { LinkPurpose } from '../../emails/email-kinds.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import {
  incrementCodeTries,
  lockTokenByHash,
  lockTokensOf,
  upsertOneTimeToken,
  deleteOneTimeToken,
  type OneTimeToken,
} from './one-time-token-queries.ts'

/** Lifetimes of an emailed link and of its code. */
const linkTokenMs = 60 * 60_000
const codeTokenMs = 10 * 60_000
const codeTokenMaxTries = 5

const codeDigits = 6

/** GoTrue's prefix for the link tokens of PKCE flows. */
export const pkcePrefix = 'pkce_'

interface TokenRequest {
  userId: string
  purpose: LinkPurpose
  /** The recipient; a code is valid only together with its address. */
  email: string
  flowStateId: string | null
}

/** Creates a link token of 256 random bits and a six-digit code. Only their hashes are stored. */
export async function createOneTimeToken(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { userId, purpose, email, flowStateId }: TokenRequest,
): Promise<{ token: string; code: string }> {
  const now = clock.now()
  const token = `${flowStateId ? pkcePrefix : ''}${randomSecret()}`
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  await upsertOneTimeToken(tx, {
    userId,
    purpose,
    email,
    tokenHash: hashSecret(token),
    codeHash: hashCode({ purpose, email, code }),
    flowStateId,
    now,
    codeExpiresAt: addMs(now, codeTokenMs),
    expiresAt: addMs(now, linkTokenMs),
  })
  return { token, code }
}

/** Finds the token of a link without consuming it. @returns null if it is unknown or expired */
export async function findTokenByLink(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { token, purposes }: { token: string; purposes: LinkPurpose[] },
): Promise<OneTimeToken | null> {
  const found = await lockTokenByHash(tx, hashSecret(token))
  return found && purposes.includes(found.purpose) && found.expires_at > clock.now() ? found : null
}

/** Consumes the token of a link. @returns null if it is unknown or expired */
export async function consumeTokenByLink(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  given: { token: string; purposes: LinkPurpose[] },
): Promise<OneTimeToken | null> {
  const found = await findTokenByLink(tx, ctx, given)
  if (found) await deleteOneTimeToken(tx, found.id)
  return found
}

/**
 * Consumes a code that was sent to this address. A wrong code counts against each token it could belong to. Returns
 * null instead of throwing, because the caller must commit the count.
 */
export async function consumeTokenByCode(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { email, code, purposes }: { email: string; code: string; purposes: LinkPurpose[] },
): Promise<OneTimeToken | null> {
  const now = clock.now()
  const live = (await lockTokensOf(tx, { email, purposes })).filter(
    (token) => token.code_expires_at > now && token.code_attempts < codeTokenMaxTries,
  )
  const meant = live.find((token) => timingSafeEqual(token.code_hash, hashCode({ ...token, code })))
  if (meant) await deleteOneTimeToken(tx, meant.id)
  else for (const token of live) await incrementCodeTries(tx, token.id)
  return meant ?? null
}

/** The hash includes address and purpose, so that equal codes of two users have different hashes. */
const hashCode = ({ purpose, email, code }: Pick<OneTimeToken, 'purpose' | 'email'> & { code: string }): Buffer =>
  hashSecret(`${purpose}:${email}:${code}`)
