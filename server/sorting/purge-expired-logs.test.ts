import { expect, test } from 'vitest'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { sortedMails } from '../../test/kit/trained-mailbox.ts'
import { addMs, days } from '../clock.ts'
import { listFollowUps, saveConversations } from '../mail/people/follow-up-queries.ts'
import { purgeExpiredLogs } from './purge-expired-logs.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })

test('removes subject and sender after the retention period and keeps the outcome', async () => {
  const { mailbox } = history
  await mailbox.deliver({
    from: 'billing@power.example',
    subject: 'Invoice 13 for your electricity',
    text: 'The amount due is 41 euro.',
  })
  await sortedMails(app, mailbox, 1)
  // The state before a correction contains the explanation, too.
  const [log] = await mailbox.rows<{ id: string }[]>('email_processing_logs?select=id')
  await mailbox.call('sorted-mail', { action: 'move', logId: log?.id, folderId: null })
  const later = new Date(app.clock.now().getTime() + 91 * 86_400_000)
  await purgeExpiredLogs({ ...app.ctx, clock: { now: () => later } })
  expect(await mailbox.rows('email_processing_logs?select=*')).toMatchObject([
    { subject: null, explanation: null, evidence: [], before_correction: null, status: 'left', reason: 'user_moved' },
  ])
})

test('lists email without an answer for 60 days', async () => {
  const { mailboxId, user } = history.mailbox
  await history.mailbox.call('mailbox-settings', { action: 'save', mailboxId, followUpDays: 3 })
  const now = app.clock.now()
  const open = { state: 'sent', messageId: null, address: 'anna@family.example', name: null, subject: null } as const
  const sent = [59, 61].map((age) => ({ conversationId: String(age), at: addMs(now, -days(age)), open }))
  await app.ctx.db.asService((tx) => saveConversations(tx, mailboxId, sent))
  await purgeExpiredLogs(app.ctx)
  const listed = await app.ctx.db.asService((tx) => listFollowUps(tx, user.userId, { now, newest: 5 }))
  expect(listed).toMatchObject([{ at: addMs(now, -days(59)) }])
})
