import { expect, test } from 'vitest'
import { connectedMailbox } from './kit/mailbox.ts'
import { ofFile } from './kit/of-file.ts'
import { startApp } from './kit/start-app.ts'
import { startNode } from './kit/start-node.ts'

// The worker runs in real time.
const app = await ofFile(startApp({ env: { ROLE: 'web' }, startsAt: null }))
const mailbox = await connectedMailbox(app, [{ displayName: 'Invoices' }])
const change = { active: true, include_in_ai: true, instructions: 'Everything from billing@power.example' }
await mailbox.rows('email_folders?folder_name=eq.Invoices', { method: 'PATCH', body: JSON.stringify(change) })
await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId })
await app.runDueJobs()

test('a starting worker finds a message that arrived without worker and notification', async () => {
  await app.faults({ service: 'graph-notify', path: '.*', drop: true, times: 5 })
  await mailbox.deliver({ from: 'billing@power.example', subject: 'Invoice 5000' })
  const rows = () =>
    app.ctx.db.asService((tx) => tx.selectFrom('email_processing_logs').select(['subject', 'status']).execute())
  expect(await rows()).toEqual([])
  await using worker = await startNode(app, { role: 'worker' })
  await worker.ctx.jobs.start()
  await expect.poll(rows).toEqual([{ subject: 'Invoice 5000', status: 'processed' }])
})
