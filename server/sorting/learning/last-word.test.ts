import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoice } from '../../../test/kit/learned-mailbox.ts'
import { signUp } from '../../../test/kit/outlook.ts'
import { startHistory, type History } from '../../../test/kit/sorted-mail.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { askTakeBack } from '../moves/ask-move.ts'
import { inboxIdOf } from './memory.ts'

let app: App
let history: History
beforeAll(async () => {
  app = await startApp()
  history = await startHistory(app)
})
afterAll(() => app[Symbol.asyncDispose]())

type Place = 'Inbox' | 'Invoices' | 'Newsletters'
/** In the history, or by hand in Outlook; `lost`: Outlook does it and its answer is lost. */
interface Word {
  how: 'history' | 'lost' | 'by hand'
  to: Place
}
const anyWord = fc.record<Word>({
  how: fc.constantFrom('history', 'lost', 'by hand'),
  to: fc.constantFrom('Inbox', 'Invoices', 'Newsletters'),
})

async function say(logId: string, { how, to }: Word): Promise<string> {
  const lost = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
  await app.control('PUT', '/control/faults', how === 'lost' ? [lost] : [])
  const folderId = to === 'Inbox' ? null : history.folderId(to)
  const said = await history.say(folderId === null ? { action: 'undo', logId } : { action: 'move', logId, folderId })
  await app.control('PUT', '/control/faults', [])
  return said
}

test('whatever the user says in the history and does in Outlook, in any order: their last word stands', {
  timeout: 120_000,
}, async () => {
  let mails = 100
  await fc.assert(
    fc.asyncProperty(fc.array(anyWord, { minLength: 1, maxLength: 5 }), fc.boolean(), async (words, known) => {
      const mail = known ? invoice(mails++) : { from: `n${mails}@new.example`, subject: `Zzzz ${mails++}` }
      const { logId, messageId } = await history.arrives(mail)
      let place = await history.place(messageId)
      /** Where the mail would be if nobody had touched it in Outlook. */
      let ours = place
      for (const word of words) {
        if (word.how === 'by hand') {
          await history.byHand(messageId, word.to)
          place = word.to
        } else {
          const said = await say(logId, word)
          if (said === 'mail_moved_meanwhile') expect(place).not.toBe(ours)
          else {
            expect(['done', 'waiting']).toContain(said)
            place = word.to
            ours = word.to
          }
        }
        await app.drain()
        expect(await history.place(messageId)).toBe(place)
        // Brought back by hand it counts as the user's word as soon as Outlook has told.
        const row = await history.row(logId)
        if (row.status === 'left') ours = 'Inbox'
      }
      // Not for every mail: the session of the test would come to its end.
      if (words.some(({ how }) => how === 'lost')) await app.advance('70 s')
      await app.drain()
      expect(await history.place(messageId)).toBe(place)
      expect(await history.open()).toEqual([])
      const row = await history.row(logId)
      expect(row.status).not.toBe('processing')
      if (row.corrected_at !== null) expect(row.decided_by).toBe('user')
      if (words.every(({ how }) => how !== 'by hand')) {
        expect(row.target_folder_id).toBe(place === 'Inbox' ? null : history.folderId(place ?? ''))
        const [taught, ...others] = await history.taught(messageId)
        expect(others).toEqual([])
        expect(taught?.folder_id).toBe(row.target_folder_id)
      }
    }),
    { numRuns: 25 },
  )
})

describe('taken back', () => {
  let letters = 0
  beforeAll(async () => {
    history = await startHistory(app)
  })
  beforeEach(() => faults())

  const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
  const busy = (times: number) => faults({ service: 'graph', method: 'POST', path: '/move$', times, status: 503 })
  const takeBack = (logId: string, folderId: string | null) => history.say({ action: 'take-back', logId, folderId })
  const moveTo = (logId: string, folderId: string | null) => history.say({ action: 'move', logId, folderId })
  /** A mail that is like nothing known stays in the inbox. */
  async function letter() {
    const mail = await history.arrives({ from: `p${++letters}@pen.example`, subject: `Qwfp${letters}` })
    return { ...mail, before: await history.row(mail.logId) }
  }

  test('twice it is done once, and of what was never said there is nothing to do', async () => {
    const { logId, messageId, before } = await letter()
    const [newsletters, moves] = [history.folderId('Newsletters'), await history.moves()]
    expect(await takeBack(logId, newsletters)).toBe('done')
    expect(await moveTo(logId, newsletters)).toBe('done')
    const outcomes = await Promise.all([1, 2, 3].map(() => takeBack(logId, newsletters)))
    expect(outcomes).toContain('done')
    for (const outcome of outcomes) expect(['done', 'mail_in_progress']).toContain(outcome)
    expect(await takeBack(logId, newsletters)).toBe('done')
    expect((await history.moves()) - moves).toBe(2)
    expect(await history.place(messageId)).toBe('Inbox')
    expect(await history.row(logId)).toEqual(before)
    expect(await history.say({ action: 'take-back', logId, folderId: null }, await signUp(app))).toBe('log_not_found')
  })

  test('it leaves what the user has said, or done in Outlook, since', async () => {
    const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
    const { logId, messageId } = await letter()
    expect(await moveTo(logId, invoices)).toBe('done')
    await history.byHand(messageId, 'Newsletters')
    expect(await takeBack(logId, invoices)).toBe('mail_moved_meanwhile')
    await app.ctx.db.asService((tx) =>
      app.ctx.jobs.enqueue(tx, 'watch-folders', { mailboxId: history.mailbox.mailboxId }),
    )
    await app.drain()
    expect(await history.row(logId)).toMatchObject({ target_folder_id: newsletters })
    for (const folderId of [invoices, newsletters]) expect(await takeBack(logId, folderId)).toBe('mail_moved_meanwhile')
    expect(await history.place(messageId)).toBe('Newsletters')

    const kept = await letter()
    expect(await moveTo(kept.logId, null)).toBe('done')
    expect(await moveTo(kept.logId, newsletters)).toBe('done')
    expect(await takeBack(kept.logId, null)).toBe('mail_moved_meanwhile')
    expect(await takeBack(kept.logId, newsletters)).toBe('done')
    await app.control('DELETE', `/control/outlook/${history.mailbox.email}/messages/${kept.messageId}?forGood=true`)
    expect(await takeBack(kept.logId, null)).toBe('mail_gone')
    expect(await history.taught(kept.messageId)).toMatchObject([{ folder_id: null }])
    expect(await history.open()).toEqual([])
  })

  test('a word that waits for Outlook was never said, and one whose way back waits will not have been', async () => {
    const { logId, messageId, before } = await letter()
    const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
    const isAsBefore = async () => {
      expect(await history.place(messageId)).toBe('Inbox')
      expect(await history.row(logId)).toEqual(before)
      expect(await history.taught(messageId)).toEqual([])
      expect(await history.open()).toEqual([])
    }
    await busy(1)
    expect(await moveTo(logId, invoices)).toBe('waiting')
    expect(await takeBack(logId, newsletters)).toBe('mail_in_progress')
    expect(await takeBack(logId, invoices)).toBe('done')
    await isAsBefore()

    expect(await moveTo(logId, invoices)).toBe('done')
    const said = await history.row(logId)
    await busy(2)
    expect(await takeBack(logId, invoices)).toBe('waiting')
    expect(await takeBack(logId, invoices)).toBe('waiting')
    expect(await history.row(logId)).toEqual(said)
    // Another answer before Outlook is back.
    expect(await moveTo(logId, newsletters)).toBe('done')
    expect(await takeBack(logId, newsletters)).toBe('done')
    await isAsBefore()

    expect(await moveTo(logId, invoices)).toBe('done')
    await busy(1)
    expect(await takeBack(logId, invoices)).toBe('waiting')
    await app.advance('2 min')
    await app.drain()
    await isAsBefore()
  })

  test('of a mail about which the user changes their mind again and again the last words are kept', async () => {
    const folders = [history.folderId('Invoices'), history.folderId('Newsletters')]
    const { logId } = await history.arrives({ from: `p@${'long.'.repeat(30)}example`, subject: 'Qwfp' })
    for (let n = 0; n < 12; n++) expect(await moveTo(logId, folders[n % 2] ?? null)).toBe('done')
    const { rows } = await app.ctx.db.asService((tx) =>
      sql<{
        size: number
      }>`select octet_length(before_correction::text) as size from email_processing_logs where id = ${logId}`.execute(
        tx,
      ),
    )
    expect(rows[0]?.size).toBeLessThan(10_000)
    expect(await takeBack(logId, folders[1] ?? null)).toBe('done')
    expect(await history.row(logId)).toMatchObject({ target_folder_id: folders[0] })
  })

  test('what was undone together with others is a hint again, and no word about this mail', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    const { processed_at } = await history.row(logId)
    const what = { kind: 'day', day: new Date(processed_at).toISOString().slice(0, 10), timeZone: 'UTC' }
    await history.mailbox.call('undo-sorting', { action: 'start', mailboxId: history.mailbox.mailboxId, what })
    await app.drain()
    const lessons = () =>
      app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.learned_messages')
          .select(['folder_id', 'is_taught'])
          .where('message_id', '=', messageId)
          .execute(),
      )
    const undone = await history.row(logId)
    const hint = { folder_id: null, is_taught: false }
    expect(await lessons()).toEqual([hint])
    expect(await moveTo(logId, null)).toBe('done')
    expect(await lessons()).toEqual([{ ...hint, is_taught: true }])
    expect(await takeBack(logId, null)).toBe('done')
    expect(await lessons()).toEqual([hint])
    expect(await history.row(logId)).toEqual(undone)
    expect(await history.taught(messageId)).toEqual([])
  })

  test('it is taken over from who dies after the move back', async () => {
    const { logId, messageId, before } = await letter()
    const folderId = history.folderId('Invoices')
    expect(await moveTo(logId, folderId)).toBe('done')
    const { mailboxId, person } = history.mailbox
    const asked = await askTakeBack(app.ctx, { userId: person.userId, logId, folderId })
    const way = { from: asked?.mayBeIn[0] ?? '', to: await inboxIdOf(app.ctx, mailboxId) }
    await withMailbox(app.ctx, mailboxId, (graph, token) => graph.moveMessage(token, messageId, way))
    await app.drain()
    expect(await history.row(logId)).toMatchObject({ target_folder_id: folderId })
    const moves = await history.moves()
    await app.ctx.db.asService((tx) => sql`update app.asked_moves set claimed_until = '-infinity'`.execute(tx))
    await app.advance('3 min')
    await app.drain()
    expect(await history.moves()).toBe(moves)
    expect(await history.row(logId)).toEqual(before)
    expect(await history.taught(messageId)).toEqual([])
  })
})
