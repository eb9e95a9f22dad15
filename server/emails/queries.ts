import type { Selectable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { AppOutgoingEmailsRow } from '../db/rows.ts'

/** Emails that one run of `reconcile-emails` enqueues. */
const dueEmailBatchSize = 500

export type OutgoingEmailRow = Selectable<AppOutgoingEmailsRow>

interface NewEmail {
  id: string
  userId: string | null
  kind: string
  payloadSealed: string
  now: Date
  sendAt: Date
  expiresAt: Date
}

export async function insertOutgoingEmail(
  tx: Tx,
  { id, userId, kind, payloadSealed, now, sendAt, expiresAt }: NewEmail,
): Promise<void> {
  await tx
    .insertInto('app.outgoing_emails')
    .values({
      id,
      user_id: userId,
      kind,
      payload_sealed: payloadSealed,
      next_attempt_at: sendAt,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
}

/**
 * Claims an email for one attempt: no other worker claims it before `nextAttemptAt`, even if this process dies.
 * @returns undefined where it was sent, or another worker is sending it
 */
export async function claimOutgoingEmail(
  tx: Tx,
  { id, now, nextAttemptAt }: { id: string; now: Date; nextAttemptAt: (attempts: number) => Date },
): Promise<OutgoingEmailRow | undefined> {
  const row = await tx
    .selectFrom('app.outgoing_emails')
    .selectAll()
    .where('id', '=', id)
    .where('next_attempt_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const attempts = row.attempts + 1
  await tx
    .updateTable('app.outgoing_emails')
    .set({ attempts, next_attempt_at: nextAttemptAt(attempts) })
    .where('id', '=', id)
    .execute()
  return { ...row, attempts }
}

/** In an outage of the mail server: the attempt is not counted. */
export async function postponeOutgoingEmail(tx: Tx, id: string, until: Date): Promise<void> {
  await tx
    .updateTable('app.outgoing_emails')
    .set((eb) => ({ attempts: eb('attempts', '-', 1), next_attempt_at: until }))
    .where('id', '=', id)
    .execute()
}

export async function deleteOutgoingEmail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.outgoing_emails').where('id', '=', id).execute()
}

export const findDueEmails = (tx: Tx, now: Date): Promise<{ emailId: string }[]> =>
  tx
    .selectFrom('app.outgoing_emails')
    .select('id as emailId')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(dueEmailBatchSize)
    .execute()
