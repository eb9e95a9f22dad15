import { expect, test } from 'vitest'
import { invoice, trainedMailbox, sortedMails } from '../../../test/kit/trained-mailbox.ts'
import type { ConnectedMailbox } from '../../../test/kit/mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { isOwnMail } from './own-mail.ts'

interface Log {
  id: string
  status: string
  reason: string
  target_folder_id: string | null
}

const app = await appOfFile({ env: { SMTP_FROM: 'Mailroom <No-Reply@mailroom.example>' } })

const logs = (mailbox: ConnectedMailbox): Promise<Log[]> =>
  mailbox.rows<Log[]>('email_processing_logs?select=id,status,reason,target_folder_id&order=processed_at')

test('leaves our own email in the inbox, uncounted', async () => {
  const mailbox = await trainedMailbox(app, { proposals: false })
  await mailbox.deliver({ ...invoice(13), from: 'no-reply@mailroom.example' })
  await sortedMails(app, mailbox, 1)
  expect(await logs(mailbox)).toMatchObject([{ status: 'left', reason: 'own_mail', target_folder_id: null }])
  expect((await mailbox.inOutlook())['Inbox']).toEqual(['Invoice 13 for your electricity'])
  expect(await mailbox.rows('usage?select=emails_processed&emails_processed=gt.0')).toEqual([])

  // The same email from its usual sender is sorted.
  await mailbox.deliver(invoice(13))
  await sortedMails(app, mailbox, 2)
  expect((await logs(mailbox))[1]).toMatchObject({ status: 'processed', reason: 'sorted' })
})

test('leaves our own email in the inbox also after the user moved one by hand', async () => {
  const mailbox = await trainedMailbox(app, { proposals: false })
  await mailbox.deliver({ from: 'no-reply@mailroom.example', subject: 'Reset your Mailroom password', text: 'Press.' })
  await sortedMails(app, mailbox, 1)
  const [log] = await logs(mailbox)
  const [folder] = await mailbox.rows<{ id: string }[]>('email_folders?select=id&folder_name=eq.Invoices')
  await mailbox.call('sorted-mail', { action: 'move', logId: log?.id, folderId: folder?.id })
  expect((await logs(mailbox))[0]).toMatchObject({ status: 'processed', target_folder_id: folder?.id })

  await mailbox.deliver({ from: 'no-reply@mailroom.example', subject: 'Reset your Mailroom password', text: 'Press.' })
  await sortedMails(app, mailbox, 2)
  expect((await logs(mailbox))[1]).toMatchObject({ status: 'left', reason: 'own_mail' })
})

test.each([
  ['Mailroom <no-reply@mailroom.example>', 'no-reply@mailroom.example', true],
  ['No-Reply@Mailroom.example', 'no-reply@mailroom.example', true],
  ['"Mailroom, Inc." <no-reply@mailroom.example> ', 'no-reply@mailroom.example', true],
  ['Mailroom <no-reply@mailroom.example>', 'reply@mailroom.example', false],
  ['no-reply@mailroom.example <post@mailroom.example>', 'no-reply@mailroom.example', false],
  ['', '', false],
])('SMTP_FROM %s: an email from %s is our own: %s', (from, sender, own) => {
  expect(isOwnMail({ from }, sender)).toBe(own)
})

test('recognizes no email as our own without an SMTP server', () => {
  expect(isOwnMail(null, 'no-reply@mailroom.example')).toBe(false)
})
