import { randomInt, timingSafeEqual } from 'node:crypto'
import { hours, later, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { LinkPurpose } from '../../emails/kinds.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import {
  countCodeTry,
  lockTokenByHash,
  lockTokensOf,
  putOneTimeToken,
  removeOneTimeToken,
  type OneTimeToken,
} from './queries.ts'

/** Lives of a link and of a code (security checklist B8), and how often a code may be guessed at. */
const linkMs = hours(1)
const codeMs = minutes(10)
const maxCodeTries = 5
const codeDigits = 6

/** Links of a flow that ends with a code say so, as the protocol has it. */
export const pkcePrefix = 'pkce_'

interface Request {
  userId: string
  purpose: LinkPurpose
  /** Where it will be sent; a code is good only together with it. */
  email: string
  flowStateId: string | null
}

/** Makes a link token of 256 random bits and a code of six digits; both are shown here once and kept as hashes. */
export async function makeOneTimeToken(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { userId, purpose, email, flowStateId }: Request,
): Promise<{ token: string; code: string }> {
  const now = clock.now()
  const token = `${flowStateId ? pkcePrefix : ''}${randomSecret()}`
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  await putOneTimeToken(tx, {
    userId,
    purpose,
    email,
    tokenHash: hashSecret(token),
    codeHash: hashCode({ purpose, email, code }),
    flowStateId,
    now,
    codeExpiresAt: later(now, codeMs),
    expiresAt: later(now, linkMs),
  })
  return { token, code }
}

/** Looks at the token behind a link without using it. @returns null where there is none, or it is too old */
export async function findByLink(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { token, purposes }: { token: string; purposes: LinkPurpose[] },
): Promise<OneTimeToken | null> {
  const found = await lockTokenByHash(tx, hashSecret(token))
  return found && purposes.includes(found.purpose) && found.expires_at > clock.now() ? found : null
}

/** Uses the token behind a link. @returns null where there is none, or it is too old */
export async function takeByLink(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  given: { token: string; purposes: LinkPurpose[] },
): Promise<OneTimeToken | null> {
  const found = await findByLink(tx, ctx, given)
  if (found) await removeOneTimeToken(tx, found.id)
  return found
}

/**
 * Uses a code that was sent to this address. A wrong one counts against each token it could have been meant for, so the caller has
 * to commit although it refuses: hence null, not an error.
 */
export async function takeByCode(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { email, code, purposes }: { email: string; code: string; purposes: LinkPurpose[] },
): Promise<OneTimeToken | null> {
  const now = clock.now()
  const live = (await lockTokensOf(tx, { email, purposes })).filter(
    (token) => token.code_expires_at > now && token.code_tries < maxCodeTries,
  )
  const meant = live.find((token) => timingSafeEqual(token.code_hash, hashCode({ ...token, code })))
  if (meant) await removeOneTimeToken(tx, meant.id)
  else for (const token of live) await countCodeTry(tx, token.id)
  return meant ?? null
}

/** With address and purpose inside, so that equal codes of two people do not look alike. */
const hashCode = ({ purpose, email, code }: Pick<OneTimeToken, 'purpose' | 'email'> & { code: string }): Buffer =>
  hashSecret(`${purpose}:${email}:${code}`)
