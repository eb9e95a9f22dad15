import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { revokeOneTimeTokens } from '../tokens/one-time-token-queries.ts'
import { clearedEmailChange } from '../user-rows/update-user-queries.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'
import { lockUser, type User } from '../user-rows/user-queries.ts'
import { updateEmailIdentityData, updateUserRow } from './managed-user-queries.ts'
import type { ManagedAttributes } from './user-attributes.ts'

interface ManagedChange {
  userId: string
  given: ManagedAttributes
  /** For the audit log; null: without the address of the operator. */
  call: RawCall | null
  /** What the user reads in the account activity. */
  detail?: string
}

/**
 * Updates a user for the operator, immediately and without confirmation. A new password, a new address or a ban ends
 * every session; the first two are reported to the previous address.
 * @returns the user, and the ids of the ended sessions
 */
export async function updateManagedUser(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { userId, given, call, detail }: ManagedChange,
): Promise<{ user: User; ended: string[] } | 'unknown' | 'address_taken'> {
  const now = ctx.clock.now()
  const before = await lockUser(tx, userId)
  if (!before || before.deleted_at) return 'unknown'
  const metadata = metadataOf(before, given)
  const user = await updateUserRow(tx, userId, {
    ...columnsOf(given, now),
    raw_user_meta_data: JSON.stringify(metadata),
    raw_app_meta_data: JSON.stringify(mergeMetadata(before.raw_app_meta_data, given.appMetadata ?? {})),
    updated_at: now,
  })
  if (!user) return 'address_taken'
  await updateEmailIdentityData(tx, { userId, data: { ...metadata, ...identityClaimsOf(before, given) }, now })
  if (given.email || given.passwordHash) await revokeOneTimeTokens(tx, userId)
  await recordAuthEvent(tx, ctx, { userId, action: 'changed_by_operator', call, detail: detail ?? null })
  const isMoved = given.email !== undefined && given.email !== before.email
  if (given.passwordHash) await enqueueAccountNotice(tx, ctx, before, 'password_changed')
  if (isMoved) {
    await enqueueAccountNotice(tx, ctx, before, 'email_changed')
    await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
  }
  const ends = isMoved || given.passwordHash !== undefined || (given.bannedUntil ?? now) > now
  return { user, ended: ends ? await endSessions(tx, { userId, scope: 'global' }) : [] }
}

function columnsOf(given: ManagedAttributes, now: Date) {
  return {
    ...(given.email && { email: given.email, email_auto_confirmed: false, ...clearedEmailChange }),
    ...(given.passwordHash && { encrypted_password: given.passwordHash }),
    ...(given.isConfirmed && { email_confirmed_at: now }),
    ...(given.bannedUntil !== undefined && { banned_until: given.bannedUntil }),
  }
}

/** Claims that a sign-up copied from the email identity follow the address; no claim is added. */
function metadataOf(before: User, given: ManagedAttributes): Record<string, JsonValue> {
  const merged = mergeMetadata(before.raw_user_meta_data, given.userMetadata ?? {})
  const present = Object.entries(identityClaimsOf(before, given)).filter(([name]) => Object.hasOwn(merged, name))
  return { ...merged, ...Object.fromEntries(present) }
}

const identityClaimsOf = (before: User, { email, isConfirmed }: ManagedAttributes) => ({
  email: email ?? before.email,
  email_verified: isConfirmed ?? before.email_confirmed_at !== null,
})
