import { beforeEach, expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { insertProcessingLog } from '../../sorting/log/processing-log-queries.ts'
import { applyCorrection } from '../../sorting/learning/corrected-log-queries.ts'
import { createActionRuns } from './create-action-runs.ts'

const app = await appOfFile()
const acting = await actingMailbox(app, ['draft_reply'])
beforeEach(async () => {
  await acting.startOver()
  await setting(false)
})

const setting = (actOnFiled: boolean) =>
  acting.mailbox.call('mailbox-settings', { action: 'save', mailboxId: acting.mailbox.mailboxId, actOnFiled })

/** A message that the user has filed in Outlook. @param into our folder; null: the inbox */
async function filed(receivedAt: Date, into: string | null = acting.folderId) {
  const messageId = await acting.mailbox.deliver({
    folder: 'Bills',
    from: 'anna@shop.example',
    subject: 'Hello',
    text: 'Hi',
  })
  const entry = {
    userId: acting.mailbox.user.userId,
    mailboxId: acting.mailbox.mailboxId,
    messageId,
    internetMessageId: null,
    conversationId: null,
    subject: 'Hello',
    fromAddress: 'anna@shop.example',
    fromName: null,
    listId: null,
    receivedAt,
    backfillId: null,
  }
  const logId = await app.ctx.db.asService((tx) => insertProcessingLog(tx, entry, app.clock.now()))
  await moveInto(logId ?? '', into)
  return logId ?? ''
}
const moveInto = (logId: string, folderId: string | null) =>
  app.ctx.db.asService(async (tx) => {
    await applyCorrection(tx, { logId, folderId, explanation: 'Filed', now: app.clock.now() })
    await createActionRuns(app.ctx, tx, logId)
  })
const endings = async (logId: string) => {
  await app.runDueJobs()
  return (await acting.runs(logId)).map(({ status, reason }) => `${status} ${reason}`)
}

test('runs the actions once on mail filed in Outlook if the mailbox allows it', async () => {
  expect(await endings(await filed(app.clock.now()))).toEqual([])
  await setting(true)
  const logId = await filed(app.clock.now())
  expect(await endings(logId)).toEqual(['done done'])
  await moveInto(logId, acting.folderId)
  expect(await endings(logId)).toEqual(['done done'])
  expect(await acting.drafts()).toHaveLength(1)
})

test('skips mail that arrived before the setting was switched on', async () => {
  const before = app.clock.now()
  await app.advance('1 min')
  await setting(true)
  expect(await endings(await filed(before))).toEqual([])
  await setting(false)
  const between = app.clock.now()
  await app.advance('1 min')
  await setting(true)
  const since = app.clock.now()
  await app.advance('1 min')
  await setting(true)
  expect(await endings(await filed(between))).toEqual([])
  expect(await endings(await filed(since))).toEqual(['done done'])
})

test('skips mail that was moved away before its actions ran', async () => {
  await setting(true)
  await acting.pause(true)
  const logId = await filed(app.clock.now())
  await moveInto(logId, null)
  await acting.pause(false)
  expect(await endings(logId)).toEqual(['skipped mail_moved'])
})
