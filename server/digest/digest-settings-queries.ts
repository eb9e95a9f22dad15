import { sql } from 'kysely'
import { z } from 'zod'
import type { DigestSchedule } from '../../contract/functions/email-digest.ts'
import type { Tx } from '../db/database.ts'
import { publishLiveEvent } from '../db/live-events.ts'

interface DigestSettings {
  schedule: DigestSchedule
  nextDueAt: Date
  confirmedAddress: string | null
  /** The end of the last digest's period; null before the first one. */
  coveredUntil: Date | null
}

const Row = z
  .object({
    user_id: z.string(),
    hour: z.number(),
    days: z.array(z.number()),
    next_due_at: z.date(),
    confirmed_address: z.string().nullable(),
    covered_until: z.date().nullable(),
  })
  .transform((row) => ({
    userId: row.user_id,
    schedule: { hour: row.hour, days: row.days },
    nextDueAt: row.next_due_at,
    confirmedAddress: row.confirmed_address,
    coveredUntil: row.covered_until,
  }))

/** Null: the digest is off. */
export async function findDigestSettings(tx: Tx, userId: string): Promise<DigestSettings | null> {
  const row = await tx.selectFrom('app.digest_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? Row.parse(row) : null
}

/** The current schedule again changes nothing: a digest that is due stays due. */
export async function saveDigestSettings(
  tx: Tx,
  {
    userId,
    schedule: { hour, ...schedule },
    nextDueAt,
  }: Pick<DigestSettings, 'schedule' | 'nextDueAt'> & { userId: string },
): Promise<void> {
  const days = [...new Set(schedule.days)].toSorted((one, other) => one - other)
  const changed = { hour, days, next_due_at: nextDueAt }
  await tx
    .insertInto('app.digest_settings')
    .values({ user_id: userId, ...changed })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(changed)
        .where(sql<boolean>`(app.digest_settings.hour, app.digest_settings.days) <> (${hour}, ${days}::integer[])`),
    )
    .execute()
  await publishChange(tx, userId)
}

/** Switches the digest off. */
export async function deleteDigestSettings(tx: Tx, userId: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('app.digest_settings').where('user_id', '=', userId).executeTakeFirst()
  if (numDeletedRows > 0n) await publishChange(tx, userId)
}

/** @returns false where the digest is off */
export async function confirmDigestAddress(tx: Tx, userId: string, address: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.digest_settings')
    .set({ confirmed_address: address })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await publishChange(tx, userId)
  return numUpdatedRows > 0n
}

/** Locks due digests until the end of the transaction; another worker skips them. */
export async function lockDueDigests(tx: Tx, now: Date, limit: number) {
  const rows = await tx
    .selectFrom('app.digest_settings')
    .selectAll()
    .where('next_due_at', '<=', now)
    .orderBy('next_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => Row.parse(row))
}

/** Without `coveredUntil`, the next digest begins where it would have begun. */
export async function setNextDueAt(
  tx: Tx,
  userId: string,
  { nextDueAt, coveredUntil }: { nextDueAt: Date; coveredUntil?: Date },
): Promise<void> {
  await tx
    .updateTable('app.digest_settings')
    .set({ next_due_at: nextDueAt, ...(coveredUntil && { covered_until: coveredUntil }) })
    .where('user_id', '=', userId)
    .execute()
  await publishChange(tx, userId)
}

const publishChange = (tx: Tx, userId: string): Promise<void> => publishLiveEvent(tx, userId, { type: 'email-digest' })
