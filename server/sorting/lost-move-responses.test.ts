import { afterEach, beforeEach, expect, test } from 'vitest'
import { switchOffMailboxes } from '../../test/kit/live-mailbox.ts'
import type { ConnectedMailbox } from '../../test/kit/mailbox.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { invoice } from '../../test/kit/trained-mailbox.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(() => history.startOver())
afterEach(() => switchOffMailboxes(app))

const logs = (mailbox: ConnectedMailbox) =>
  mailbox.rows<{ subject: string | null; status: string }[]>('email_processing_logs?select=*&order=subject')

const lostMove = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
/** Graph moves the message, and answers neither the move nor the question where the message is. */
const readAfterMove = { service: 'graph', method: 'GET', path: '/messages/', skip: 1 }
const downFromMoveOn = [lostMove, { ...readAfterMove, status: 503 }]

test('recognises a move whose response is lost at once', async () => {
  const { mailbox } = history
  await app.faults(lostMove)
  await mailbox.deliver(invoice(14))
  const sorted = async () => {
    await app.runDueJobs()
    return logs(mailbox)
  }
  await expect.poll(sorted).toHaveLength(1)
  // Another attempt would not be due.
  expect(await logs(mailbox)).toMatchObject([{ status: 'processed', reason: 'sorted' }])
})

test('moves once where the response of the move is lost, also where the folder is switched off meanwhile', async () => {
  const { mailbox } = history
  await app.faults(lostMove, { ...readAfterMove, status: 404 })
  await mailbox.deliver({
    from: 'billing@power.example',
    subject: 'Invoice 14 for your electricity',
    text: 'The amount due is 44 euro.',
  })
  const moved = async () => {
    await app.runDueJobs()
    return (await mailbox.inOutlook())['Invoices']?.some((subject) => subject.startsWith('Invoice 14'))
  }
  await expect.poll(moved).toBe(true)
  await mailbox.rows('email_folders?folder_name=eq.Invoices', {
    method: 'PATCH',
    body: JSON.stringify({ active: false }),
  })
  await app.faults()
  await expect
    .poll(async () => {
      await app.runDueJobs()
      app.clock.advance('5 s')
      return (await logs(mailbox)).map(({ status }) => status)
    })
    .not.toContain('processing')
  expect(await logs(mailbox)).toMatchObject([{ status: 'processed', decided_by: 'classifier' }])
  expect((await mailbox.inOutlook())['Invoices']?.filter((subject) => subject.startsWith('Invoice 14'))).toHaveLength(1)
})

test('leaves an email that was moved back after a lost response to our move, and sorts a throttled one', async () => {
  const { mailbox } = history
  const change = (id: string, method: string, path: string, body: object) =>
    app.control(method, `/control/outlook/${mailbox.email}/messages/${id}${path}`, body)
  const sortedTo = async (subject: string) => {
    await app.runDueJobs()
    await app.advance('20 s')
    return (await logs(mailbox)).find((log) => log.subject === subject)
  }

  const lost = invoice('with a lost response')
  await app.faults(...downFromMoveOn)
  const movedBack = await mailbox.deliver(lost)
  const inInvoices = async () => {
    await app.runDueJobs()
    return (await mailbox.inOutlook())['Invoices']
  }
  await expect.poll(inInvoices).toContain(lost.subject)
  await change(movedBack, 'POST', '/move', { folder: 'Inbox' })
  await app.faults()
  await expect.poll(async () => (await sortedTo(lost.subject))?.status).not.toBe('processing')
  expect(await sortedTo(lost.subject)).toMatchObject({
    status: 'left',
    reason: 'user_moved',
    explanation: 'The mailbox did not confirm the move, and the email was changed in the inbox meanwhile',
  })
  expect((await mailbox.inOutlook())['Inbox']).toEqual([lost.subject])

  const throttled = invoice('with a throttled move')
  await app.faults({ ...lostMove, when: 'before', status: 429, retryAfter: 15 })
  const read = await mailbox.deliver(throttled)
  await expect.poll(() => sortedTo(throttled.subject)).toMatchObject({ status: 'processing' })
  await change(read, 'PATCH', '', { isRead: true })
  await expect.poll(() => sortedTo(throttled.subject)).toMatchObject({ status: 'processed' })
  await app.faults()
})
