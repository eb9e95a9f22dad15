import type { Tx } from '../db/database.ts'

/** The operator's switch: while it is stopped no action of anybody has an effect (checklist A17). */
export async function stopAllActions(tx: Tx, stopped: boolean, now: Date): Promise<void> {
  await tx.updateTable('app.automation_switch').set({ stopped, changed_at: now }).execute()
}

/** How many mails have actions that are not at their end. */
export async function countMailsToActOn(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('app.mails_to_act_on')
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .executeTakeFirst()
  return row?.mails ?? 0
}
