import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Removes notes and effects of old runs, which may quote a message or name a file. Type, status and reason stay.
 * @returns how many, at most `most`
 */
export async function redactRunsBefore(tx: Tx, before: Date, most: number): Promise<number> {
  const old = tx
    .selectFrom('email_action_runs')
    .select('id')
    .where('created_at', '<', before)
    // As in the condition of the index `email_action_runs_unredacted`.
    .where(sql<boolean>`ended_at is not null and (note is not null or effects <> '[]')`)
    .orderBy('created_at')
    .limit(most)
  const result = await tx
    .updateTable('email_action_runs')
    .set({ effects: '[]', note: null })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Deletes the records of files that old runs stored; their names come from untrusted mail. @returns how many, at most
 * `most`
 */
export async function deleteStoredAttachmentsBefore(tx: Tx, before: Date, most: number): Promise<number> {
  const old = tx
    .selectFrom('app.stored_attachments as a')
    .select('a.id')
    .where('a.created_at', '<', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('email_action_runs as r')
          .select('r.id')
          .whereRef('r.id', '=', 'a.run_id')
          .where('r.ended_at', 'is not', null),
      ),
    )
    .orderBy('a.created_at')
    .limit(most)
  const result = await tx.deleteFrom('app.stored_attachments').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}
