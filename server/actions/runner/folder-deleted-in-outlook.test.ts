import { expect, test } from 'vitest'
import { forwardingMailbox, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const { acting, address } = await forwardingMailbox(app)
const draft = { folder_id: acting.folderId, action_id: acting.actionId('draft_reply'), action_order: 2 }
await acting.mailbox.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(draft) })

const remove = (folder: string, how = '') => acting.control('DELETE', `/folders/${folder}${how}`)
const mail = { from: 'anna@shop.example', subject: 'Bill', text: 'Could you tell us when, please?' }

/** Actions that wait while something happens in Outlook, without a sync. */
async function outcomesAfter(change: (messageId: string) => Promise<unknown>): Promise<unknown> {
  await acting.pause(true)
  const { messageId, logId } = await acting.sorted(mail)
  await app.runDueJobs()
  await change(messageId)
  await acting.pause(false)
  await app.runDueJobs()
  expect([await forwardsTo(app, address), await acting.drafts()]).toEqual([[], []])
  const outcomes = (await acting.runs(logId)).map(({ status, reason }) => `${status} ${reason}`)
  expect(new Set(outcomes).size).toBe(1)
  return outcomes[0]
}

// What deletes the folder of the actions comes last.
test('an email in a folder that was moved to Deleted Items with it is gone', async () => {
  await acting.control('POST', '/folders', { displayName: 'Old' })
  const outcome = await outcomesAfter(async (messageId) => {
    await acting.control('POST', `/messages/${messageId}/move`, { folder: 'Old' })
    await remove('Old')
  })
  expect(outcome).toBe('skipped mail_gone')
})

test('a folder whose parent was deleted', async () => {
  await acting.control('POST', '/folders', { displayName: 'Clients' })
  await acting.mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: acting.mailbox.mailboxId })
  const setParent = (parent: string | null) =>
    app.ctx.db.asService((tx) =>
      tx
        .updateTable('email_folders')
        .set((eb) => ({
          parent_folder_id: eb
            .selectFrom('email_folders as p')
            .select('p.id')
            .where('p.mailbox_id', '=', acting.mailbox.mailboxId)
            .where('p.folder_name', '=', parent ?? ''),
        }))
        .where('id', '=', acting.folderId)
        .execute(),
    )
  await setParent('Clients')
  expect(await outcomesAfter(() => remove('Clients'))).toBe('skipped folder_deleted')
  await setParent(null)
})

test.each(['', '?forGood=true'])('the folder: DELETE%s', async (how) => {
  expect(await outcomesAfter(() => remove('Bills', how))).toBe('skipped folder_deleted')
})
