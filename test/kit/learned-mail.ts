import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { LearnedMailOutput } from '../../contract/functions/learned-mail.ts'
import { decode, encode, INBOX, learn, observe } from '../../packages/classifier/classifier.ts'
import { withMailbox } from '../../server/mail/providers/with-mailbox.ts'
import { foldersForClassifier } from '../../server/sorting/folders/folder-queries.ts'
import { toMailToSort } from '../../server/sorting/messages/mail-to-sort.ts'
import { trainingExamplesOf, type TrainingExample } from '../../server/sorting/learning/training-example-queries.ts'
import { callFunction } from './outlook.ts'
import { startHistory } from './sorted-mail.ts'
import type { App } from './start-app.ts'
import { invoice } from './trained-mailbox.ts'

export const correctionPlaces = ['Inbox', 'Invoices', 'Newsletters'] as const

export interface UserCorrection {
  who: 'anna' | 'tom' | 'eve'
  how: 'history' | 'by hand'
  to: (typeof correctionPlaces)[number]
}

export interface UserAnswer {
  mail: number
  to: (typeof correctionPlaces)[number]
  isRetracted: boolean
  /** The response of the first move is lost. */
  isLost: boolean
}

/** A trained mailbox whose user corrects, retracts and deletes what was learned. */
export async function learnedMail(app: App) {
  const history = await startHistory(app, { proposals: false })
  const { mailboxId } = history.mailbox
  /** The baseline before any correction. */
  let background: Buffer
  let mails = 0

  /** Reads the inbox with unfiled mail. */
  async function readInbox(): Promise<void> {
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
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, name, { mailboxId }))
    await app.runDueJobs()
  }
  const learned = async (input: object = { action: 'list' }) => {
    const { user } = history.mailbox
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
      tx.selectFrom('app.mailbox_models').select(column).where('mailbox_id', '=', mailboxId).executeTakeFirst(),
    )
    return row?.[column] ?? Buffer.alloc(0)
  }
  const state = () => stored('state')
  const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  /** Messages that were read before: they do not change. */
  const known = new Map<string, ReturnType<typeof toMailToSort>>()
  async function read(messageId: string) {
    const message = known.has(messageId)
      ? null
      : await withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.find(messageId))
    const mail = known.get(messageId) ?? toMailToSort(message ?? expect.fail('The message is gone'))
    known.set(messageId, mail)
    return mail
  }
  /** A model with this baseline that learns from these examples only, in order. */
  async function trainedOn(examples: TrainingExample[]): Promise<Buffer> {
    const folders = await app.ctx.db.asService((tx) => foldersForClassifier(tx, mailboxId))
    const model = decode(background) ?? expect.fail('The inbox was not read')
    for (const { messageId, folderId } of examples) {
      const mail = await read(messageId)
      observe(model, mail)
      learn(model, mail, folderId ?? INBOX, folders)
    }
    return Buffer.from(encode(model))
  }

  /** Makes all mail stay in the inbox. */
  const unsureOfAll = () =>
    app.ctx.db.asService((tx) =>
      tx.updateTable('mailboxes').set({ confidence_threshold: 1 }).where('id', '=', mailboxId).execute(),
    )

  /** The row, corrections and training examples of the message, and the list that the user sees. */
  async function allOf({ logId, messageId }: { logId: string; messageId: string }) {
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

  return {
    ...history,
    readInbox,
    job,
    forget,
    stored,
    trainedOn,
    /** After its deletion a correction has left no trace in the model. */
    async expectNoTrace(corrections: UserCorrection[]): Promise<void> {
      await readInbox()
      await job('detect-manual-moves')
      await unsureOfAll()
      const before = await state()
      const filed = await app.ctx.db.asService((tx) => trainingExamplesOf(tx, mailboxId))
      const applied: (TrainingExample & Pick<UserCorrection, 'who'>)[] = []
      for (const { who, how, to } of corrections) {
        const mail = { from: `${who}${mails}@family.example`, subject: `Qwfp zxcv ${++mails}` }
        const { logId, messageId } = await history.deliverAndSort(mail)
        const folderId = to === 'Inbox' ? null : history.folderId(to)
        if (how === 'history' || to === 'Inbox') {
          const input =
            folderId === null ? { action: 'move', logId, folderId: null } : { action: 'move', logId, folderId }
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
    },
    /** A correction that is retracted has left no trace. */
    async expectRestored(answers: UserAnswer[]): Promise<void> {
      await readInbox()
      await unsureOfAll()
      const bill = (n: number) => ({ ...invoice(n), from: 'anna@family.example' })
      const mails = [await history.deliverAndSort(bill(50)), await history.deliverAndSort(bill(51))]
      for (const { mail, to, isRetracted, isLost } of answers) {
        const answered = mails[mail]
        if (!answered) continue
        const { logId } = answered
        const before = await allOf(answered)
        const folderId = to === 'Inbox' ? null : history.folderId(to)
        // A repeated correction is not a second one.
        if (before.row.corrected_at !== null && before.row.target_folder_id === folderId) continue
        const lost = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
        await app.faults(...(isLost ? [lost] : []))
        expect(await history.callSortedMail({ action: 'move', logId, folderId })).toBe('done')
        expect(await history.outlookFolderOf(answered.messageId)).toBe(to)
        if (!isRetracted) continue
        const all = await allOf(answered)
        expect(all.row.decided_by).toBe('user')
        expect(all.learned).toContainEqual(expect.objectContaining({ value: 'anna@family.example', folderId }))
        expect(await history.callSortedMail({ action: 'take-back', logId, folderId })).toBe('done')
        await app.runDueJobs()
        expect(await allOf(answered)).toEqual(before)
        const kept = await app.ctx.db.asService((tx) => trainingExamplesOf(tx, mailboxId))
        expect(hashOf(await state())).toBe(hashOf(await trainedOn(kept)))
      }
      expect(await history.requestedMoves()).toEqual([])
    },
  }
}
