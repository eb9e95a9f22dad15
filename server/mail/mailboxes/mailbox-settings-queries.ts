import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { MailboxesRow } from '../../db/rows.ts'

interface MailboxKey {
  userId: string
  mailboxId: string
}

/** @returns null where the mailbox does not exist or belongs to another user */
export async function findMailboxSettings(tx: Tx, at: MailboxKey) {
  const found = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .select([
      'm.name',
      'm.email_address',
      'm.status',
      'm.confidence_threshold',
      'm.when_unsure',
      'm.keep_known_people',
      'm.act_on_filed',
      'm.ask_model',
      'm.preview_until',
      'm.real_time',
    ])
    .select('t.scopes')
    .where('m.id', '=', at.mailboxId)
    .where('m.user_id', '=', at.userId)
    .executeTakeFirst()
  return found ?? null
}

type Changes = Pick<
  Updateable<MailboxesRow>,
  'name' | 'confidence_threshold' | 'when_unsure' | 'keep_known_people' | 'act_on_filed' | 'ask_model' | 'preview_until'
>

/**
 * Switching `act_on_filed` on again resets its start: messages that arrived meanwhile are ignored.
 * @returns false where the mailbox does not exist or belongs to another user
 */
export async function saveMailboxSettings(tx: Tx, at: MailboxKey, changes: Changes, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set(changes)
    .$if(changes.act_on_filed === true, (update) =>
      update.set({
        act_on_filed_since: sql`case when act_on_filed then act_on_filed_since else ${now}::timestamptz end`,
      }),
    )
    .where('id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
