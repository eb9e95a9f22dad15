import type { Tx } from '../db/database.ts'

/** Whether the user gets an email when a mailbox stops being sorted, and when it is sorted again. */
export async function wantsStopEmails(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.email_choices')
    .select('mailbox_stops')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.mailbox_stops ?? true
}

export async function saveStopEmails(tx: Tx, userId: string, isWanted: boolean): Promise<void> {
  const saved = { mailbox_stops: isWanted }
  await tx
    .insertInto('app.email_choices')
    .values({ user_id: userId, ...saved })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(saved))
    .execute()
}
