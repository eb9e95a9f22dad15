import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoice } from '../../test/kit/learned-mailbox.ts'
import { connectMailbox, newMailbox, signUp } from '../../test/kit/outlook.ts'
import { startHistory, type History } from '../../test/kit/sorted-mail.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { withMailbox } from '../mail/access-token.ts'
import { decode } from '../../packages/classifier/model.ts'
import { askMove } from './moves/ask-move.ts'
import { moveAsAsked } from './moves/move-as-asked.ts'
import { inboxIdOf } from './learning/memory.ts'

let app: App
let history: History
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  await app.control('PUT', '/control/faults', [])
  history = await startHistory(app)
})

const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
const undo = (logId: string) => ({ action: 'undo', logId })
const moveTo = (logId: string, folderId: string | null) => ({ action: 'move', logId, folderId })

describe('Undo', () => {
  test('brings the mail back, and mail like it stays from now on', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    expect(await history.place(messageId)).toBe('Invoices')
    expect(await history.say(undo(logId))).toBe('done')
    expect(await history.place(messageId)).toBe('Inbox')
    expect(await history.row(logId)).toMatchObject({
      status: 'left',
      reason: 'user_moved',
      decided_by: 'user',
      target_folder_id: null,
      corrected_at: expect.any(String),
      corrected_from_folder_id: history.folderId('Invoices'),
      explanation: 'You moved it back to the inbox; mail like it will stay there',
    })
    const next = await history.arrives(invoice(14))
    expect(await history.row(next.logId)).toMatchObject({ status: 'left', decided_by: 'correction' })
    expect(await history.row(logId)).toMatchObject({ decided_by: 'user' })
    expect(await history.taught(messageId)).toMatchObject([{ kind: 'sender', folder_id: null }])
    expect(await history.open()).toEqual([])
  })

  test('of a mail that had stayed says that it belongs there', async () => {
    const { logId, messageId } = await history.arrives({ from: 'anna@family.example', subject: 'Sunday?' })
    const moves = await history.moves()
    expect(await history.say(undo(logId))).toBe('done')
    expect(await history.row(logId)).toMatchObject({
      status: 'left',
      reason: 'user_moved',
      corrected_from_folder_id: null,
    })
    expect(await history.taught(messageId)).toMatchObject([{ folder_id: null, value: 'anna@family.example' }])
    expect(await history.moves()).toBe(moves)
  })
})

describe('Move to…', () => {
  test('moves a sorted mail and a left one; mail like them follows; the first decision stays readable', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
    expect(await history.say(moveTo(logId, newsletters))).toBe('done')
    expect(await history.place(messageId)).toBe('Newsletters')
    const moved = { status: 'processed', reason: 'sorted', decided_by: 'user', corrected_from_folder_id: invoices }
    expect(await history.row(logId)).toMatchObject({ ...moved, target_folder_id: newsletters })
    const next = await history.arrives(invoice(14))
    expect(await history.place(next.messageId)).toBe('Newsletters')
    expect(await history.say(moveTo(logId, invoices))).toBe('done')
    expect(await history.row(logId)).toMatchObject({ ...moved, target_folder_id: invoices })

    const left = await history.arrives({ from: 'anna@family.example', subject: 'Sunday?' })
    expect(await history.say(moveTo(left.logId, newsletters))).toBe('done')
    expect(await history.place(left.messageId)).toBe('Newsletters')
    expect(await history.row(left.logId)).toMatchObject({
      ...moved,
      target_folder_id: newsletters,
      corrected_from_folder_id: null,
    })
    expect(await history.say(moveTo(left.logId, null))).toBe('done')
    expect(await history.place(left.messageId)).toBe('Inbox')
  })

  test('teaches once: the learning job does not learn again what was told', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    await history.say(moveTo(logId, history.folderId('Newsletters')))
    const learned = await app.ctx.db.asService((tx) =>
      tx.selectFrom('app.learned_messages').selectAll().where('message_id', '=', messageId).execute(),
    )
    expect(learned).toMatchObject([{ folder_id: history.folderId('Newsletters') }])
  })

  test('what is said twice is one lesson, and one again where it was forgotten in between', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    const lessons = () =>
      app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.learned_messages')
          .select(['folder_id', 'is_taught', 'is_forgotten'])
          .where('message_id', '=', messageId)
          .orderBy('seq')
          .execute(),
      )
    const inInbox = { folder_id: null, is_taught: true, is_forgotten: false }
    await history.say(undo(logId))
    await history.say(undo(logId))
    expect(await lessons()).toEqual([inInbox])
    const [rule, ...others] = await history.taught(messageId)
    expect(others).toEqual([])
    const { mailboxId } = history.mailbox
    await history.mailbox.call('learned-mail', { action: 'forget', mailboxId, learnedId: rule?.id })
    await app.drain()
    expect(await history.taught(messageId)).toEqual([])
    await history.say(undo(logId))
    expect(await lessons()).toEqual([{ ...inInbox, is_forgotten: true }, inInbox])
    expect(await history.taught(messageId)).toMatchObject([{ folder_id: null }])
  })

  test('of several mails said at once the classifier learns each', async () => {
    const mails = []
    for (const n of [13, 14, 15, 16]) mails.push(await history.arrives(invoice(n)))
    const learned = async (): Promise<number> => {
      const { state } = await app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.mailbox_models')
          .select('state')
          .where('mailbox_id', '=', history.mailbox.mailboxId)
          .executeTakeFirstOrThrow(),
      )
      return decode(state)?.mails ?? 0
    }
    const before = await learned()
    await Promise.all(mails.map(({ logId }) => history.say(undo(logId))))
    expect(await learned()).toBe(before + 4)
  })

  test('goes to a folder that is switched off, not to one that Outlook does not have or that is not theirs', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    const newsletters = history.folderId('Newsletters')
    const change = (what: { active: boolean } | { provider_folder_id: null; is_custom: true }) =>
      app.ctx.db.asService((tx) => tx.updateTable('email_folders').set(what).where('id', '=', newsletters).execute())
    await change({ active: false })
    expect(await history.say(moveTo(logId, newsletters))).toBe('done')
    expect(await history.say(undo(logId))).toBe('done')
    await change({ provider_folder_id: null, is_custom: true })
    expect(await history.say(moveTo(logId, newsletters))).toBe('folder_not_in_outlook')
    const other = await startHistory(app)
    expect(await history.say(moveTo(logId, other.folderId('Invoices')))).toBe('folder_not_found')
    expect(await history.say(moveTo(logId, randomUUID()))).toBe('folder_not_found')
    expect(await history.place(messageId)).toBe('Inbox')
  })

  test('says so where the folder was deleted in Outlook, and the next sync notices', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    await app.control('DELETE', `/control/outlook/${history.mailbox.email}/folders/Newsletters?forGood=true`)
    expect(await history.say(moveTo(logId, history.folderId('Newsletters')))).toBe('folder_gone')
    expect(await history.place(messageId)).toBe('Invoices')
    await app.drain()
    expect(await history.say(moveTo(logId, history.folderId('Newsletters')))).toBe('folder_not_in_outlook')
    expect(await history.open()).toEqual([])
  })
})

describe('somebody else', () => {
  test("has no such mail: a stranger's id and one that nobody has are answered alike", async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    const stranger = await signUp(app)
    await connectMailbox(app, stranger, await newMailbox(app))
    expect(await history.say(undo(logId), stranger)).toBe('log_not_found')
    expect(await history.say(moveTo(logId, history.folderId('Newsletters')), stranger)).toBe('log_not_found')
    expect(await history.say(undo(randomUUID()), stranger)).toBe('log_not_found')
    expect(await history.place(messageId)).toBe('Invoices')
    expect(await history.row(logId)).toMatchObject({ corrected_at: null })
  })
})

describe('meanwhile', () => {
  test('what the user moved or deleted in Outlook stays so', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    await history.byHand(messageId, 'Newsletters')
    expect(await history.say(undo(logId))).toBe('mail_moved_meanwhile')
    expect(await history.place(messageId)).toBe('Newsletters')
    await app.control('DELETE', `/control/outlook/${history.mailbox.email}/messages/${messageId}?forGood=true`)
    expect(await history.say(undo(logId))).toBe('mail_gone')
    expect(await history.row(logId)).toMatchObject({ status: 'processed', corrected_at: null })
    expect(await history.open()).toEqual([])
  })

  test('a mailbox that needs a new sign-in says so, and nothing waits', async () => {
    const { logId } = await history.arrives(invoice(13))
    await app.control('PUT', `/control/outlook/${history.mailbox.email}/grant`, { ended: 'consent' })
    await app.control('PUT', `/control/outlook/${history.mailbox.email}/token`, { expireAccess: true })
    expect(await history.say(undo(logId))).toBe('mailbox_reauth_required')
    expect(await history.open()).toEqual([])
  })

  test('a mail that is being sorted has to be waited for', async () => {
    const { logId } = await history.arrives(invoice(13))
    await app.ctx.db.asService((tx) =>
      tx.updateTable('email_processing_logs').set({ status: 'processing' }).where('id', '=', logId).execute(),
    )
    expect(await history.say(undo(logId))).toBe('mail_in_progress')
  })

  test('many clicks at once are one move at a time, and the row says where the mail is', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    const before = await history.moves()
    const wishes = [undo(logId), moveTo(logId, history.folderId('Newsletters')), undo(logId), undo(logId)]
    const outcomes = await Promise.all(wishes.map((wish) => history.say(wish)))
    expect(outcomes).toContain('done')
    for (const outcome of outcomes) expect(['done', 'mail_in_progress']).toContain(outcome)
    expect((await history.moves()) - before).toBeLessThanOrEqual(
      outcomes.filter((outcome) => outcome === 'done').length,
    )
    const { target_folder_id } = await history.row(logId)
    expect(await history.place(messageId)).toBe(target_folder_id === null ? 'Inbox' : 'Newsletters')
    expect(await history.taught(messageId)).toMatchObject([{ folder_id: target_folder_id }])
  })

  test('who waits for another click sees where that one has put the mail', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    const newsletters = history.folderId('Newsletters')
    await history.byHand(messageId, 'Newsletters')
    const { userId } = history.mailbox.person
    const { asking } = await app.ctx.db.asService(async (tx) => {
      await tx
        .updateTable('email_processing_logs')
        .set({ target_folder_id: newsletters })
        .where('id', '=', logId)
        .execute()
      const asking = askMove(app.ctx, { userId, logId, folderId: null })
      const waiting = sql`select from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`
      await expect.poll(async () => (await waiting.execute(tx)).rows.length).toBe(1)
      return { asking }
    })
    expect(await moveAsAsked(app.ctx, await asking)).toBe('done')
    expect(await history.place(messageId)).toBe('Inbox')
  })
})

describe('trouble', () => {
  /** Whoever was at it is dead, and its time is over. */
  async function afterDeath(): Promise<void> {
    await app.ctx.db.asService(async (tx) => {
      await sql`update app.asked_moves set claimed_until = '-infinity'`.execute(tx)
    })
    await app.advance('3 min')
    await app.drain()
  }
  const asOwner = (logId: string, folderId: string | null) =>
    askMove(app.ctx, { userId: history.mailbox.person.userId, logId, folderId })

  test('who dies after the move is taken over: the row says so, nothing moves twice, nothing counts twice', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    const { mailboxId, mayBeIn } = await asOwner(logId, null)
    const inbox = await inboxIdOf(app.ctx, mailboxId)
    const way = { from: mayBeIn[0] ?? '', to: inbox }
    await withMailbox(app.ctx, mailboxId, (graph, token) => graph.moveMessage(token, messageId, way))
    const moves = await history.moves()
    // The notification of the move comes before anybody has written it down.
    await expect.poll(async () => history.mailbox.rows('email_processing_logs?select=id')).toHaveLength(1)
    await app.drain()
    expect(await history.row(logId)).toMatchObject({ status: 'processed', corrected_at: null })
    expect(await history.taught(messageId)).toEqual([])
    expect(await history.say(undo(logId))).toBe('mail_in_progress')
    await afterDeath()
    expect(await history.row(logId)).toMatchObject({ status: 'left', decided_by: 'user' })
    expect(await history.taught(messageId)).toHaveLength(1)
    expect(await history.moves()).toBe(moves)
    expect(await history.open()).toEqual([])
  })

  test('who dies before the move is taken over', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    await asOwner(logId, history.folderId('Newsletters'))
    await afterDeath()
    expect(await history.place(messageId)).toBe('Newsletters')
    expect(await history.row(logId)).toMatchObject({ target_folder_id: history.folderId('Newsletters') })
  })

  test.for([
    [{ status: 503 }, 'waiting'],
    [{ status: 504, when: 'after' }, 'done'],
  ] as const)('Outlook answers the move with %j: the user is told %s, and it is done once', async ([fault, told]) => {
    const { logId, messageId } = await history.arrives(invoice(13))
    await faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, ...fault })
    expect(await history.say(undo(logId))).toBe(told)
    if (told === 'waiting') expect(await history.row(logId)).toMatchObject({ corrected_at: null })
    await app.drain()
    await app.advance('2 min')
    await app.drain()
    expect(await history.place(messageId)).toBe('Inbox')
    expect(await history.row(logId)).toMatchObject({ status: 'left', decided_by: 'user' })
    expect(await history.taught(messageId)).toHaveLength(1)
    expect(await history.open()).toEqual([])
  })

  test('while it waits the user may say otherwise, here and in Outlook: their last word stands', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    await faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, status: 503 })
    expect(await history.say(moveTo(logId, history.folderId('Newsletters')))).toBe('waiting')
    await history.byHand(messageId, 'Inbox')
    await app.advance('2 min')
    await expect
      .poll(async () => {
        await app.drain()
        return history.row(logId)
      })
      .toMatchObject({ status: 'left', reason: 'user_moved', decided_by: 'user' })
    expect(await history.place(messageId)).toBe('Inbox')
    expect(await history.taught(messageId)).toMatchObject([{ folder_id: null }])

    const second = await history.arrives({ from: 'anna@family.example', subject: 'Sunday?' })
    await faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, status: 503 })
    expect(await history.say(moveTo(second.logId, history.folderId('Newsletters')))).toBe('waiting')
    expect(await history.say(undo(second.logId))).toBe('done')
    expect(await history.place(second.messageId)).toBe('Inbox')
  })

  test('what waited for a day is not done any more', async () => {
    const { logId, messageId } = await history.arrives(invoice(13))
    await faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, status: 503 })
    expect(await history.say(undo(logId))).toBe('waiting')
    app.clock.advance('25 h')
    await app.drain()
    expect(await history.place(messageId)).toBe('Invoices')
    expect(await history.open()).toEqual([])
  })
})
