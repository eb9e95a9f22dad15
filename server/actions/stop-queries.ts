import type { Tx } from '../db/database.ts'

/**
 * The operator's switch (checklist A17): while the actions are stopped none of anybody's has an effect; while the mailboxes are, nothing is asked
 * of Outlook, so that nothing is sorted, moved or undone either.
 */
export async function stopAll(
  tx: Tx,
  { actions, mailboxes }: { actions: boolean; mailboxes: boolean },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('app.automation_switch')
    .set({ stopped: actions, mailboxes_stopped: mailboxes, changed_at: now })
    .execute()
}

/** How many mails have actions that are not at their end. */
export async function countMailsToActOn(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('app.mails_to_act_on')
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .executeTakeFirst()
  return row?.mails ?? 0
}
