import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LearnedMailOutput } from '../../../contract/functions/learned-mail.ts'
import { invoice } from '../../../test/kit/learned-mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { startHistory, type History } from '../../../test/kit/sorted-mail.ts'
import { waitingForLock } from '../../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import type { Tx } from '../../db/database.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { decode, encode, INBOX, learn, notice } from '../../../packages/classifier/model.ts'
import { describedFolders } from '../ledger/folder-queries.ts'
import { toMailToSort } from '../ledger/mail-to-sort.ts'
import { sortingJobs } from '../jobs.ts'
import { makeStale, storedModel } from './learning-queries.ts'
import { lessonsOf, type Lesson } from './lesson-queries.ts'

let app: App
let history: History
/** What the classifier knew of the inbox before anything was said. */
let background: Buffer
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** A learned mailbox in whose inbox lies mail that nobody has filed. */
async function start(): Promise<void> {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  await history.arrives({ from: 'club@rowing.example', subject: 'Regatta on Sunday', text: 'The invoice is paid.' })
  const none = { background: null, background_mails: null, background_folders: null, background_made_at: null }
  await app.ctx.db.asService((tx) =>
    tx.updateTable('app.mailbox_models').set(none).where('mailbox_id', '=', mailboxId).execute(),
  )
  await job('learn-mailbox')
  background = await stored('background')
}

async function job(name: 'watch-folders' | 'learn-mailbox'): Promise<void> {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, name, { mailboxId: history.mailbox.mailboxId }))
  await app.drain()
}
const learned = async (input: object = { action: 'list' }) => {
  const { mailboxId, person } = history.mailbox
  const owner = { token: person.accessToken, userId: person.userId }
  const { body } = await callFunction(app, owner, 'learned-mail', { mailboxId, ...input })
  return LearnedMailOutput.parse(body).learned
}
const forget = async (value: string) => {
  for (const { id } of (await learned()).filter((entry) => entry.value === value))
    await learned({ action: 'forget', learnedId: id })
  await app.drain()
}
async function stored(column: 'state' | 'background'): Promise<Buffer> {
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
/** What the classifier knows that has met that mail of the inbox and is taught these lessons alone, one after the other. */
async function taughtBy(lessons: Lesson[]): Promise<Buffer> {
  const { mailboxId } = history.mailbox
  const folders = await app.ctx.db.asService((tx) => describedFolders(tx, mailboxId))
  const model = decode(background) ?? expect.fail('The inbox was not read')
  for (const { messageId, folderId } of lessons) {
    const message = await withMailbox(app.ctx, mailboxId, (graph, token) => graph.getMessage(token, messageId))
    const mail = toMailToSort(message)
    notice(model, mail)
    learn(model, mail, folderId ?? INBOX, folders)
  }
  return Buffer.from(encode(model))
}

test('a mailbox that is disconnected while it is learned leaves nothing behind, and no job that fails', async () => {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  const { learning } = await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('mailboxes').where('id', '=', mailboxId).execute()
    const learning = sortingJobs['learn-mailbox'](app.ctx, { mailboxId })
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    return { learning }
  })
  await learning
  for (const table of ['app.mailbox_models', 'app.learned_messages'] as const)
    expect(await app.ctx.db.asService((tx) => rowsOf(tx, table, mailboxId))).toEqual([])
  expect(await app.ctx.events.metrics()).toContain('mailroom_events_total{event="mailbox_skipped",reason="gone"} 1')
})

test('a run that a word has overtaken comes again, but not at once', async () => {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  const isStale = () =>
    app.ctx.db.asService(async (tx) => (await storedModel(tx, mailboxId))?.isStale ?? expect.fail('There is no model'))
  const { learning } = await app.ctx.db.asService(async (tx) => {
    await tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forUpdate().execute()
    const learning = sortingJobs['learn-mailbox'](app.ctx, { mailboxId })
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    await makeStale(tx, mailboxId)
    return { learning }
  })
  await learning
  await app.drain()
  expect(await isStale()).toBe(true)
  await app.advance('61 s')
  await app.drain()
  expect(await isStale()).toBe(false)
})

test('words that are taken back bring nothing back that was forgotten', async () => {
  history = await startHistory(app)
  const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
  const { logId, messageId } = await history.arrives({ from: 'anna@family.example', subject: 'Qwfp' })
  const about = { logId, folderId: newsletters }
  expect(await history.say({ action: 'move', logId, folderId: invoices })).toBe('done')
  expect(await history.say({ action: 'move', ...about })).toBe('done')
  await forget('anna@family.example')
  expect(await history.say({ action: 'move', ...about })).toBe('done')
  expect(await history.taught(messageId)).toMatchObject([{ folder_id: newsletters }])
  expect(await history.say({ action: 'take-back', ...about })).toBe('done')
  expect(await history.place(messageId)).toBe('Invoices')
  expect(await history.taught(messageId)).toEqual([])
})

test('what a rule of the user has sorted teaches nothing that would outlive the rule', async () => {
  await start()
  const filed = await app.ctx.db.asService((tx) => lessonsOf(tx, history.mailbox.mailboxId))
  const anna = (n: number) => ({ from: 'anna@family.example', subject: `Qwfp ${n}` })
  const { logId } = await history.arrives(anna(1))
  const folderId = history.folderId('Invoices')
  expect(await history.say({ action: 'move', logId, folderId })).toBe('done')
  const byRule = await history.arrives(anna(2))
  expect(await history.row(byRule.logId)).toMatchObject({ decided_by: 'correction', target_folder_id: folderId })
  await job('learn-mailbox')
  await forget('anna@family.example')
  expect(hashOf(await state())).toBe(hashOf(await taughtBy(filed)))
})

test('what the classifier has sorted counts as filed once the user has had a day to say otherwise', async () => {
  history = await startHistory(app)
  const { mailboxId } = history.mailbox
  const { messageId, logId } = await history.arrives(invoice(13))
  expect(await history.row(logId)).toMatchObject({ decided_by: 'classifier', status: 'processed' })
  const taught = async () => {
    await job('learn-mailbox')
    const lessons = await app.ctx.db.asService((tx) => lessonsOf(tx, mailboxId))
    return lessons.some((lesson) => lesson.messageId === messageId)
  }
  expect(await taught()).toBe(false)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_processing_logs')
      .set({ moved_at: new Date(app.clock.now().getTime() - 86_400_000) })
      .where('id', '=', logId)
      .execute(),
  )
  expect(await taught()).toBe(true)
})

const rowsOf = (tx: Tx, table: 'app.mailbox_models' | 'app.learned_messages', mailboxId: string) =>
  tx.selectFrom(table).selectAll().where('mailbox_id', '=', mailboxId).execute()

/** So that all mail stays in the inbox until the user says otherwise. */
const unsureOfAll = () =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ confidence_threshold: 1 }).where('id', '=', history.mailbox.mailboxId).execute(),
  )

interface Word {
  who: 'anna' | 'tom' | 'eve'
  how: 'history' | 'by hand'
  to: 'Inbox' | 'Invoices' | 'Newsletters'
}
const anyWord = fc.record<Word>({
  who: fc.constantFrom('anna', 'tom', 'eve'),
  how: fc.constantFrom('history', 'by hand'),
  to: fc.constantFrom('Inbox', 'Invoices', 'Newsletters'),
})

test('whatever was taught, in any order: what is forgotten is as if it had never been said', {
  timeout: 300_000,
}, async () => {
  let mails = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyWord, { minLength: 1, maxLength: 5 }), async (words) => {
      await start()
      await job('watch-folders')
      await unsureOfAll()
      const before = await state()
      const filed = await app.ctx.db.asService((tx) => lessonsOf(tx, history.mailbox.mailboxId))
      const said: (Lesson & Pick<Word, 'who'>)[] = []
      for (const { who, how, to } of words) {
        const mail = { from: `${who}${mails}@family.example`, subject: `Qwfp zxcv ${++mails}` }
        const { logId, messageId } = await history.arrives(mail)
        const folderId = to === 'Inbox' ? null : history.folderId(to)
        if (how === 'history' || to === 'Inbox') {
          const input = folderId === null ? { action: 'undo', logId } : { action: 'move', logId, folderId }
          expect(await history.say(input)).toBe('done')
        } else {
          await history.byHand(messageId, to)
          await job('watch-folders')
        }
        said.push({ who, messageId, folderId })
      }
      expect(hashOf(await state())).not.toBe(hashOf(before))
      for (const who of new Set(words.map((word) => word.who))) {
        for (const { value } of (await learned()).filter((entry) => entry.value.startsWith(who))) await forget(value)
        said.splice(0, said.length, ...said.filter((lesson) => lesson.who !== who))
        expect(hashOf(await state())).toBe(hashOf(await taughtBy([...filed, ...said])))
      }
      expect(await learned()).toEqual([])
      const last = await state()
      expect(hashOf(last)).toBe(hashOf(await taughtBy(filed)))
      // Nor does the next look at what is filed bring it back.
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

/** The row, what was taught by the mail, its lessons, and what the user sees of all that was learned. */
async function allOf({ logId, messageId }: { logId: string; messageId: string }) {
  const { mailboxId } = history.mailbox
  const { row, lessons } = await app.ctx.db.asService(async (tx) => ({
    row: await tx.selectFrom('email_processing_logs').selectAll().where('id', '=', logId).executeTakeFirstOrThrow(),
    lessons: await tx
      .selectFrom('app.learned_messages')
      .selectAll()
      .where('mailbox_id', '=', mailboxId)
      .orderBy('seq')
      .execute(),
  }))
  return {
    row,
    lessons,
    rules: await history.taught(messageId),
    learned: await learned(),
    at: await history.place(messageId),
  }
}
const places = ['Inbox', 'Invoices', 'Newsletters'] as const
const anyAnswer = fc.record({
  mail: fc.nat(1),
  to: fc.constantFrom(...places),
  isTakenBack: fc.boolean(),
  /** Outlook's answer to the first move is lost. */
  isLost: fc.boolean(),
})

test('whatever was said, of this mail or others like it: a word that is taken back was never said, to the byte', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 5 }), async (answers) => {
      await start()
      await unsureOfAll()
      const bill = (n: number) => ({ ...invoice(n), from: 'anna@family.example' })
      const mails = [await history.arrives(bill(50)), await history.arrives(bill(51))]
      for (const { mail, to, isTakenBack, isLost } of answers) {
        const answered = mails[mail]
        if (!answered) continue
        const { logId } = answered
        const before = await allOf(answered)
        const folderId = to === 'Inbox' ? null : history.folderId(to)
        // Said once more it is no second word.
        if (before.row.corrected_at !== null && before.row.target_folder_id === folderId) continue
        const lost = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
        await app.control('PUT', '/control/faults', isLost ? [lost] : [])
        expect(await history.say({ action: 'move', logId, folderId })).toBe('done')
        expect(await history.place(answered.messageId)).toBe(to)
        if (!isTakenBack) continue
        const all = await allOf(answered)
        expect(all.row.decided_by).toBe('user')
        expect(all.learned).toContainEqual(expect.objectContaining({ value: 'anna@family.example', folderId }))
        expect(await history.say({ action: 'take-back', logId, folderId })).toBe('done')
        await app.drain()
        expect(await allOf(answered)).toEqual(before)
        const kept = await app.ctx.db.asService((tx) => lessonsOf(tx, history.mailbox.mailboxId))
        expect(hashOf(await state())).toBe(hashOf(await taughtBy(kept)))
      }
      expect(await history.open()).toEqual([])
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
