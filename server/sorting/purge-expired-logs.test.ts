import { expect, test } from 'vitest'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { sortedMails } from '../../test/kit/trained-mailbox.ts'
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
