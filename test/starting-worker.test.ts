import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectedMailbox, type ConnectedMailbox } from './kit/mailbox.ts'
import { startApp, type App } from './kit/start-app.ts'
import { startNode } from './kit/start-node.ts'

let app: App
let mailbox: ConnectedMailbox
beforeAll(async () => {
  // The worker runs in real time.
  app = await startApp({ env: { ROLE: 'web' }, startsAt: null })
  mailbox = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const change = { active: true, include_in_ai: true, instructions: 'Everything from billing@power.example' }
  await mailbox.rows('email_folders?folder_name=eq.Invoices', { method: 'PATCH', body: JSON.stringify(change) })
  await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId })
  await app.runDueJobs()
})
afterAll(() => app[Symbol.asyncDispose]())

test('a starting worker finds a message that arrived without worker and notification', async () => {
  await app.control('PUT', '/control/faults', [{ service: 'graph-notify', path: '.*', drop: true, times: 5 }])
  await mailbox.deliver({ from: 'billing@power.example', subject: 'Invoice 5000' })
  const rows = () =>
    app.ctx.db.asService((tx) => tx.selectFrom('email_processing_logs').select(['subject', 'status']).execute())
  expect(await rows()).toEqual([])
  await using worker = await startNode(app, { role: 'worker' })
  await worker.ctx.jobs.start()
  await expect.poll(rows).toEqual([{ subject: 'Invoice 5000', status: 'processed' }])
})
