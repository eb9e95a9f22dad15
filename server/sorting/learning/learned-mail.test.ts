import { beforeEach, expect, test } from 'vitest'
import { learnedMail } from '../../../test/kit/learned-mail.ts'
import { connectedMailbox } from '../../../test/kit/mailbox.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { waitingForLock } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import type { Tx } from '../../db/database.ts'
import { mailboxJob } from '../../mail/access/mailbox-job.ts'
import { findMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { encode } from '../../../packages/classifier/classifier.ts'
import { learnFiledMail } from './learn-filed-mail.ts'
import { loadModel } from './load-model.ts'
import { markModelStale, storedModel } from './model-queries.ts'
import { trainingExamplesOf } from './training-example-queries.ts'

const app = await appOfFile()
const history = await learnedMail(app)
beforeEach(() => history.startOver())

const rowsOf = (tx: Tx, table: 'app.mailbox_models' | 'app.training_examples', mailboxId: string) =>
  tx.selectFrom(table).selectAll().where('mailbox_id', '=', mailboxId).execute()

test('stores nothing and fails no job for a mailbox that is disconnected during training', async () => {
  const untrained = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { mailboxId } = untrained
  await untrained.deliver({ folder: 'Invoices', ...invoice(1) })
  const { learning } = await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('mailboxes').where('id', '=', mailboxId).execute()
    const learning = mailboxJob('learn-mailbox', learnFiledMail)(app.ctx, { mailboxId })
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    return { learning }
  })
  await learning
  for (const table of ['app.mailbox_models', 'app.training_examples'] as const)
    expect(await app.ctx.db.asService((tx) => rowsOf(tx, table, mailboxId))).toEqual([])
  expect(await app.ctx.events.metrics()).toContain('mailroom_events_total{event="mailbox_skipped",reason="gone"} 1')
})

test('repeats a run that a correction has overtaken, after a delay', async () => {
  const { mailboxId } = history.mailbox
  const isStale = () =>
    app.ctx.db.asService(async (tx) => (await storedModel(tx, mailboxId))?.isStale ?? expect.fail('There is no model'))
  const { learning } = await app.ctx.db.asService(async (tx) => {
    await tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forUpdate().execute()
    const learning = learnFiledMail(app.ctx, mailboxId)
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    await markModelStale(tx, mailboxId)
    return { learning }
  })
  await learning
  await app.runDueJobs()
  expect(await isStale()).toBe(true)
  await app.advance('61 s')
  await app.runDueJobs()
  expect(await isStale()).toBe(false)
})

test('learns from its own moves after the user has left them for a day', async () => {
  const { mailboxId } = history.mailbox
  const { messageId, logId } = await history.deliverAndSort(invoice(13))
  expect(await history.row(logId)).toMatchObject({ decided_by: 'classifier', status: 'processed' })
  const isExample = async () => {
    await history.job('learn-mailbox')
    const examples = await app.ctx.db.asService((tx) => trainingExamplesOf(tx, mailboxId))
    return examples.some((example) => example.messageId === messageId)
  }
  expect(await isExample()).toBe(false)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_processing_logs')
      .set({ moved_at: new Date(app.clock.now().getTime() - 86_400_000) })
      .where('id', '=', logId)
      .execute(),
  )
  expect(await isExample()).toBe(true)
})

test('restores no deleted corrections by a retraction', async () => {
  const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
  const { logId, messageId } = await history.deliverAndSort({ from: 'anna@family.example', subject: 'Qwfp' })
  const about = { logId, folderId: newsletters }
  expect(await history.callSortedMail({ action: 'move', logId, folderId: invoices })).toBe('done')
  expect(await history.callSortedMail({ action: 'move', ...about })).toBe('done')
  await history.forget('anna@family.example')
  expect(await history.callSortedMail({ action: 'move', ...about })).toBe('done')
  expect(await history.corrections(messageId)).toMatchObject([{ folder_id: newsletters }])
  expect(await history.callSortedMail({ action: 'take-back', ...about })).toBe('done')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  expect(await history.corrections(messageId)).toEqual([])
})

test('learns nothing from mail that a condition or correction has sorted', async () => {
  await history.readInbox()
  const filed = await app.ctx.db.asService((tx) => trainingExamplesOf(tx, history.mailbox.mailboxId))
  const anna = (n: number) => ({ from: 'anna@family.example', subject: `Qwfp ${n}` })
  const { logId } = await history.deliverAndSort(anna(1))
  const folderId = history.folderId('Invoices')
  expect(await history.callSortedMail({ action: 'move', logId, folderId })).toBe('done')
  const byRule = await history.deliverAndSort(anna(2))
  expect(await history.row(byRule.logId)).toMatchObject({ decided_by: 'correction', target_folder_id: folderId })
  await history.job('learn-mailbox')
  await history.forget('anna@family.example')
  expect(await history.stored('state')).toEqual(await history.trainedOn(filed))
})

test('yields the same model after a deletion as without the correction', async () => {
  await history.expectNoTrace([
    { who: 'anna', how: 'history', to: 'Invoices' },
    { who: 'anna', how: 'by hand', to: 'Invoices' },
    { who: 'tom', how: 'by hand', to: 'Newsletters' },
    { who: 'anna', how: 'history', to: 'Inbox' },
  ])
})

test('restores the exact state before a correction', async () => {
  await history.expectRestored([
    { mail: 0, to: 'Invoices', isRetracted: true, isLost: false },
    { mail: 0, to: 'Inbox', isRetracted: true, isLost: false },
    { mail: 1, to: 'Newsletters', isRetracted: false, isLost: true },
    { mail: 1, to: 'Invoices', isRetracted: true, isLost: false },
  ])
})

// Last: it deletes the model.
test('keeps the decoded model of a mailbox until a correction has changed it', async () => {
  const { mailboxId } = history.mailbox
  const mailbox = await app.ctx.db.asService((tx) => findMailbox(tx, mailboxId))
  const load = async () => (await loadModel(app.ctx, mailbox ?? expect.fail('There is no mailbox'))).model
  const model = await load()
  expect(await load()).toBe(model)
  const { logId } = await history.deliverAndSort(invoice(14))
  expect(await load()).toBe(model)
  const folderId = history.folderId('Newsletters')
  expect(await history.callSortedMail({ action: 'move', logId, folderId })).toBe('done')
  const corrected = encode(await load())
  expect(corrected).not.toEqual(encode(model))
  expect(Buffer.from(corrected)).toEqual(await history.stored('state'))
  await app.ctx.db.asService((tx) => tx.deleteFrom('app.mailbox_models').where('mailbox_id', '=', mailboxId).execute())
  expect((await load()).folders).toEqual([])
})
