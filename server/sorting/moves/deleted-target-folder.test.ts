import { expect, test } from 'vitest'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })

/** The user's own request to Outlook. */
const folder = (method: string, name: string, body?: object) =>
  app.control(method, `/control/outlook/${history.mailbox.email}/folders/${name}`, body)

test('reads Deleted Items once per batch', async () => {
  const { mailboxId } = history.mailbox
  await app.control('DELETE', '/control/requests')
  const ids = [await history.mailbox.deliver(invoice(20)), await history.mailbox.deliver(invoice(21))]
  await expect.poll(async () => (await waiting(mailboxId)).toSorted()).toEqual(ids.toSorted())
  await app.runDueJobs()
  expect(await Promise.all(ids.map((id) => history.outlookFolderOf(id)))).toEqual(['Invoices', 'Invoices'])
  expect((await requestsTo(app, 'graph')).filter(({ url }) => url.includes('/deleteditems/'))).toHaveLength(1)
})

// Last: the folders stay deleted.
test('moves nothing into a folder whose parent was deleted', async () => {
  await folder('PATCH', 'Invoices', { parent: 'Newsletters' })
  await history.mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: history.mailbox.mailboxId })
  await app.runDueJobs()
  expect(await history.outlookFolderOf((await history.deliverAndSort(invoice(13))).messageId)).toBe('Invoices')
  await folder('DELETE', 'Newsletters')
  expect(await history.outlookFolderOf((await history.deliverAndSort(invoice(14))).messageId)).toBe('Inbox')
})

async function waiting(mailboxId: string): Promise<string[]> {
  const events = app.ctx.db.asService((tx) =>
    tx.selectFrom('app.inbox_events').select('message_id').where('mailbox_id', '=', mailboxId).execute(),
  )
  return (await events).map(({ message_id }) => message_id)
}
