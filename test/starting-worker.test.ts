import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectedMailbox, type ConnectedMailbox } from './kit/mailbox.ts'
import { startApp, type App } from './kit/start-app.ts'
import { startWorker } from './kit/worker.ts'

let app: App
let mailbox: ConnectedMailbox
beforeAll(async () => {
  app = await startApp()
  mailbox = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Newsletters' }])
  for (let n = 1; n <= 12; n++) {
    await mailbox.deliver({ folder: 'Invoices', ...mailNumber(n * 2) })
    await mailbox.deliver({ folder: 'Newsletters', ...mailNumber(n * 2 + 1) })
  }
  await mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: mailbox.mailboxId })
  await app.runDueJobs()
  await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId })
  await app.runDueJobs()
})
afterAll(() => app[Symbol.asyncDispose]())

const mailNumber = (n: number): { from: string; subject: string; text: string } =>
  n % 2 === 0
    ? {
        from: 'billing@power.example',
        subject: `Invoice ${n} for your electricity`,
        text: 'The amount due is 40 euro.',
      }
    : { from: 'news@garden.example', subject: `Garden letter ${n}`, text: 'Roses, tulips and what to sow now.' }

const logRows = (): Promise<{ message_id: string; status: string }[]> =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_processing_logs')
      .select(['message_id', 'status'])
      .where('mailbox_id', '=', mailbox.mailboxId)
      .execute(),
  )

test('a starting worker finds a message that arrived without worker and notification', async () => {
  await app.control('PUT', '/control/faults', [{ service: 'graph-notify', path: '.*', drop: true, times: 5 }])
  const id = await mailbox.deliver(mailNumber(5000))
  const row = async () => (await logRows()).find(({ message_id }) => message_id === id)
  expect(await row()).toBeUndefined()
  await using _worker = await startWorker(app)
  await expect.poll(async () => (await row())?.status).toBe('processed')
})
