import type { Tx } from '../../db/database.ts'

/**
 * The operator's kill switch. While `actions` are stopped, no user's action has an effect; while `mailboxes` are
 * stopped, no mailbox is called, so nothing is sorted, moved or undone. Queued work waits and is not lost.
 */
interface AutomationSwitch {
  actions: boolean
  mailboxes: boolean
}

/** What is not given stays as it is. */
export async function setAutomationSwitch(
  tx: Tx,
  { actions, mailboxes }: Partial<AutomationSwitch>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('app.automation_switch')
    .set({
      ...(actions !== undefined && { stopped: actions }),
      ...(mailboxes !== undefined && { mailboxes_stopped: mailboxes }),
      changed_at: now,
    })
    .execute()
}

export const readAutomationSwitch = (tx: Tx): Promise<AutomationSwitch & { changed_at: Date }> =>
  tx
    .selectFrom('app.automation_switch')
    .select(['stopped as actions', 'mailboxes_stopped as mailboxes', 'changed_at'])
    .executeTakeFirstOrThrow()
