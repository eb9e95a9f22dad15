import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LearnedMailOutput } from '../../../contract/functions/learned-mail.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { startHistory, type History } from '../../../test/kit/sorted-mail.ts'
import { waitingForLock } from '../../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import type { Tx } from '../../db/database.ts'
import { findMailbox } from '../../mail/queries.ts'
import { withMailbox } from '../../mail/with-mailbox.ts'
import { decode, encode, INBOX, learn, observe } from '../../../packages/classifier/classifier.ts'
import { foldersForClassifier } from '../processing/folder-queries.ts'
import { toMailToSort } from '../processing/mail-to-sort.ts'
import { sortingJobs } from '../jobs.ts'
import { loadModel } from './load-model.ts'
import { markModelStale, storedModel } from './model-queries.ts'
import { trainingExamplesOf, type TrainingExample } from './training-example-queries.ts'

let app: App
let history: History
/** The baseline before any correction. */
let background: Buffer
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** A trained mailbox with unfiled mail in its inbox. */
async function start(): Promise<void> {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  await history.deliverAndSort({
    from: 'club@rowing.example',
    subject: 'Regatta on Sunday',
    text: 'The invoice is paid.',
  })
  const none = { baseline: null, baseline_messages: null, baseline_folders_hash: null, baseline_created_at: null }
  await app.ctx.db.asService((tx) =>
    tx.updateTable('app.mailbox_models').set(none).where('mailbox_id', '=', mailboxId).execute(),
  )
  await job('learn-mailbox')
  background = await stored('baseline')
}

async function job(name: 'detect-manual-moves' | 'learn-mailbox'): Promise<void> {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, name, { mailboxId: history.mailbox.mailboxId }))
  await app.runDueJobs()
}
const learned = async (input: object = { action: 'list' }) => {
  const { mailboxId, user } = history.mailbox
  const owner = { token: user.accessToken, userId: user.userId }
  const { body } = await callFunction(app, owner, 'learned-mail', { mailboxId, ...input })
  return LearnedMailOutput.parse(body).learned
}
const forget = async (value: string) => {
  for (const { id } of (await learned()).filter((entry) => entry.value === value))
    await learned({ action: 'forget', learnedId: id })
  await app.runDueJobs()
}
async function stored(column: 'state' | 'baseline'): Promise<Buffer> {
  const row = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.mailbox_models')
      .select(column)
      .where('mailbox_id', '=', history.mailbox.mailboxId)
      .executeTakeFirst(),
  )
  return row?.[column] ?? Buffer.alloc(0)
}
const state = () => stored('state')
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** A model with this baseline that learns from these examples only, in order. */
async function trainedOn(examples: TrainingExample[]): Promise<Buffer> {
  const { mailboxId } = history.mailbox
  const folders = await app.ctx.db.asService((tx) => foldersForClassifier(tx, mailboxId))
  const model = decode(background) ?? expect.fail('The inbox was not read')
  for (const { messageId, folderId } of examples) {
    const message = await withMailbox(app.ctx, mailboxId, (graph, token) => graph.getMessage(token, messageId))
    const mail = toMailToSort(message)
    observe(model, mail)
    learn(model, mail, folderId ?? INBOX, folders)
  }
  return Buffer.from(encode(model))
}

test('stores nothing and fails no job for a mailbox that is disconnected during training', async () => {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  const { learning } = await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('mailboxes').where('id', '=', mailboxId).execute()
    const learning = sortingJobs['learn-mailbox'](app.ctx, { mailboxId })
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    return { learning }
  })
  await learning
  for (const table of ['app.mailbox_models', 'app.training_examples'] as const)
    expect(await app.ctx.db.asService((tx) => rowsOf(tx, table, mailboxId))).toEqual([])
  expect(await app.ctx.events.metrics()).toContain('mailroom_events_total{event="mailbox_skipped",reason="gone"} 1')
})

test('repeats a run that a correction has overtaken, after a delay', async () => {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  const isStale = () =>
    app.ctx.db.asService(async (tx) => (await storedModel(tx, mailboxId))?.isStale ?? expect.fail('There is no model'))
  const { learning } = await app.ctx.db.asService(async (tx) => {
    await tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forUpdate().execute()
    const learning = sortingJobs['learn-mailbox'](app.ctx, { mailboxId })
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

test('keeps the decoded model of a mailbox until a correction has changed it', async () => {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  const mailbox = await app.ctx.db.asService((tx) => findMailbox(tx, mailboxId))
  const load = async () => (await loadModel(app.ctx, mailbox ?? expect.fail('There is no mailbox'))).model
  const model = await load()
  expect(await load()).toBe(model)
  const { logId } = await history.deliverAndSort(invoice(13))
  expect(await load()).toBe(model)
  const folderId = history.folderId('Newsletters')
  expect(await history.callSortedMail({ action: 'move', logId, folderId })).toBe('done')
  const corrected = encode(await load())
  expect(corrected).not.toEqual(encode(model))
  expect(Buffer.from(corrected)).toEqual(await stored('state'))
  await app.ctx.db.asService((tx) => tx.deleteFrom('app.mailbox_models').where('mailbox_id', '=', mailboxId).execute())
  expect((await load()).folders).toEqual([])
})

test('restores no deleted corrections by a retraction', async () => {
  history = await startHistory(app)
  const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
  const { logId, messageId } = await history.deliverAndSort({ from: 'anna@family.example', subject: 'Qwfp' })
  const about = { logId, folderId: newsletters }
  expect(await history.callSortedMail({ action: 'move', logId, folderId: invoices })).toBe('done')
  expect(await history.callSortedMail({ action: 'move', ...about })).toBe('done')
  await forget('anna@family.example')
  expect(await history.callSortedMail({ action: 'move', ...about })).toBe('done')
  expect(await history.corrections(messageId)).toMatchObject([{ folder_id: newsletters }])
  expect(await history.callSortedMail({ action: 'take-back', ...about })).toBe('done')
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  expect(await history.corrections(messageId)).toEqual([])
})

test('learns nothing from mail that a condition or correction has sorted', async () => {
  await start()
  const filed = await app.ctx.db.asService((tx) => trainingExamplesOf(tx, history.mailbox.mailboxId))
  const anna = (n: number) => ({ from: 'anna@family.example', subject: `Qwfp ${n}` })
  const { logId } = await history.deliverAndSort(anna(1))
  const folderId = history.folderId('Invoices')
  expect(await history.callSortedMail({ action: 'move', logId, folderId })).toBe('done')
  const byRule = await history.deliverAndSort(anna(2))
  expect(await history.row(byRule.logId)).toMatchObject({ decided_by: 'correction', target_folder_id: folderId })
  await job('learn-mailbox')
  await forget('anna@family.example')
  expect(hashOf(await state())).toBe(hashOf(await trainedOn(filed)))
})

test('learns from its own moves after the user has left them for a day', async () => {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  const { messageId, logId } = await history.deliverAndSort(invoice(13))
  expect(await history.row(logId)).toMatchObject({ decided_by: 'classifier', status: 'processed' })
  const isExample = async () => {
    await job('learn-mailbox')
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

const rowsOf = (tx: Tx, table: 'app.mailbox_models' | 'app.training_examples', mailboxId: string) =>
  tx.selectFrom(table).selectAll().where('mailbox_id', '=', mailboxId).execute()

/** Makes all mail stay in the inbox. */
const unsureOfAll = () =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ confidence_threshold: 1 }).where('id', '=', history.mailbox.mailboxId).execute(),
  )

interface UserCorrection {
  who: 'anna' | 'tom' | 'eve'
  how: 'history' | 'by hand'
  to: 'Inbox' | 'Invoices' | 'Newsletters'
}
const anyCorrection = fc.record<UserCorrection>({
  who: fc.constantFrom('anna', 'tom', 'eve'),
  how: fc.constantFrom('history', 'by hand'),
  to: fc.constantFrom('Inbox', 'Invoices', 'Newsletters'),
})

test('yields the same model after a deletion as without the correction, for any sequence', {
  timeout: 300_000,
}, async () => {
  let mails = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyCorrection, { minLength: 1, maxLength: 5 }), async (corrections) => {
      await start()
      await job('detect-manual-moves')
      await unsureOfAll()
      const before = await state()
      const filed = await app.ctx.db.asService((tx) => trainingExamplesOf(tx, history.mailbox.mailboxId))
      const applied: (TrainingExample & Pick<UserCorrection, 'who'>)[] = []
      for (const { who, how, to } of corrections) {
        const mail = { from: `${who}${mails}@family.example`, subject: `Qwfp zxcv ${++mails}` }
        const { logId, messageId } = await history.deliverAndSort(mail)
        const folderId = to === 'Inbox' ? null : history.folderId(to)
        if (how === 'history' || to === 'Inbox') {
          const input = folderId === null ? { action: 'undo', logId } : { action: 'move', logId, folderId }
          expect(await history.callSortedMail(input)).toBe('done')
        } else {
          await history.moveInOutlook(messageId, to)
          await job('detect-manual-moves')
        }
        applied.push({ who, messageId, folderId })
      }
      expect(hashOf(await state())).not.toBe(hashOf(before))
      for (const who of new Set(corrections.map((correction) => correction.who))) {
        for (const { value } of (await learned()).filter((entry) => entry.value.startsWith(who))) await forget(value)
        applied.splice(0, applied.length, ...applied.filter((example) => example.who !== who))
        expect(hashOf(await state())).toBe(hashOf(await trainedOn([...filed, ...applied])))
      }
      expect(await learned()).toEqual([])
      const last = await state()
      expect(hashOf(last)).toBe(hashOf(await trainedOn(filed)))
      // The next learning job does not restore it either.
      await job('learn-mailbox')
      expect(hashOf(await state())).toBe(hashOf(last))
    }),
    {
      numRuns: 4,
      examples: [
        [
          [
            { who: 'anna', how: 'history', to: 'Invoices' },
            { who: 'anna', how: 'by hand', to: 'Invoices' },
            { who: 'anna', how: 'history', to: 'Inbox' },
          ],
        ],
      ],
    },
  )
})

/** The row, corrections and training examples of the message, and the list that the user sees. */
async function allOf({ logId, messageId }: { logId: string; messageId: string }) {
  const { mailboxId } = history.mailbox
  const { row, examples } = await app.ctx.db.asService(async (tx) => ({
    row: await tx.selectFrom('email_processing_logs').selectAll().where('id', '=', logId).executeTakeFirstOrThrow(),
    examples: await tx
      .selectFrom('app.training_examples')
      .selectAll()
      .where('mailbox_id', '=', mailboxId)
      .orderBy('seq')
      .execute(),
  }))
  return {
    row,
    examples,
    rules: await history.corrections(messageId),
    learned: await learned(),
    at: await history.outlookFolderOf(messageId),
  }
}
const places = ['Inbox', 'Invoices', 'Newsletters'] as const
const anyAnswer = fc.record({
  mail: fc.nat(1),
  to: fc.constantFrom(...places),
  isTakenBack: fc.boolean(),
  /** The response of the first move is lost. */
  isLost: fc.boolean(),
})

test('restores the exact state before a correction, for any sequence of corrections', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 5 }), async (answers) => {
      await start()
      await unsureOfAll()
      const bill = (n: number) => ({ ...invoice(n), from: 'anna@family.example' })
      const mails = [await history.deliverAndSort(bill(50)), await history.deliverAndSort(bill(51))]
      for (const { mail, to, isTakenBack, isLost } of answers) {
        const answered = mails[mail]
        if (!answered) continue
        const { logId } = answered
        const before = await allOf(answered)
        const folderId = to === 'Inbox' ? null : history.folderId(to)
        // A repeated correction is not a second one.
        if (before.row.corrected_at !== null && before.row.target_folder_id === folderId) continue
        const lost = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
        await app.control('PUT', '/control/faults', isLost ? [lost] : [])
        expect(await history.callSortedMail({ action: 'move', logId, folderId })).toBe('done')
        expect(await history.outlookFolderOf(answered.messageId)).toBe(to)
        if (!isTakenBack) continue
        const all = await allOf(answered)
        expect(all.row.decided_by).toBe('user')
        expect(all.learned).toContainEqual(expect.objectContaining({ value: 'anna@family.example', folderId }))
        expect(await history.callSortedMail({ action: 'take-back', logId, folderId })).toBe('done')
        await app.runDueJobs()
        expect(await allOf(answered)).toEqual(before)
        const kept = await app.ctx.db.asService((tx) => trainingExamplesOf(tx, history.mailbox.mailboxId))
        expect(hashOf(await state())).toBe(hashOf(await trainedOn(kept)))
      }
      expect(await history.requestedMoves()).toEqual([])
    }),
    {
      numRuns: 3,
      examples: [
        [
          [
            { mail: 0, to: 'Invoices', isTakenBack: true, isLost: false },
            { mail: 0, to: 'Inbox', isTakenBack: true, isLost: false },
            { mail: 1, to: 'Newsletters', isTakenBack: false, isLost: true },
            { mail: 1, to: 'Invoices', isTakenBack: true, isLost: false },
          ],
        ],
      ],
    },
  )
})
