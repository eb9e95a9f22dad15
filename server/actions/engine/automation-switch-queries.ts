import type { Tx } from '../../db/database.ts'

/**
 * The operator's kill switch. While `actions` are stopped, no user's action has an effect; while `mailboxes` are
 * stopped, no mailbox is called, so nothing is sorted, moved or undone. Queued work waits and is not lost.
 */
export async function setAutomationSwitch(
  tx: Tx,
  { actions, mailboxes }: { actions: boolean; mailboxes: boolean },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('app.automation_switch')
    .set({ stopped: actions, mailboxes_stopped: mailboxes, changed_at: now })
    .execute()
}
