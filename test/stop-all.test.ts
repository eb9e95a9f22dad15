import { expect, test } from 'vitest'
import { setAutomationSwitch } from '../server/actions/engine/automation-switch-queries.ts'
import { invoice } from './kit/trained-mailbox.ts'
import { requestsTo } from './kit/outlook.ts'
import { startHistory } from './kit/sorted-mail.ts'
import { appOfFile } from './kit/start-app.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })

const stop = (mailboxes: boolean) =>
  app.ctx.db.asService((tx) => setAutomationSwitch(tx, { actions: mailboxes, mailboxes }, app.clock.now()))
const waiting = async (): Promise<string[]> => {
  await app.runDueJobs()
  const events = app.ctx.db.asService((tx) => tx.selectFrom('app.inbox_events').select('message_id').execute())
  return (await events).map((event) => event.message_id)
}
const looksAgain = async (): Promise<void> => {
  await app.advance('1 min')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
}

test("the operator's full stop: no call to Outlook, everything waits, nothing is lost", async () => {
  const before = await history.deliverAndSort(invoice(13))
  await stop(true)
  await app.control('DELETE', '/control/requests')
  const messageId = await history.mailbox.deliver(invoice(14))
  await expect.poll(waiting).toEqual([messageId])
  expect(await history.callSortedMail({ action: 'move', logId: before.logId, folderId: null })).toBe('waiting')
  await looksAgain()
  await looksAgain()
  expect(await requestsTo(app, 'graph')).toEqual([])
  expect(await history.outlookFolderOf(before.messageId)).toBe('Invoices')
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')

  await stop(false)
  const placeOfFirst = async () => {
    await looksAgain()
    return history.outlookFolderOf(before.messageId)
  }
  await expect.poll(placeOfFirst).toBe('Inbox')
  await expect.poll(waiting).toEqual([])
  // Sorted or left, depending on whether the user's correction of the first message was learned before.
  expect(await history.mailbox.rows(`email_processing_logs?message_id=eq.${messageId}&select=status`)).toEqual([
    { status: expect.stringMatching(/^(processed|left)$/) },
  ])
})
