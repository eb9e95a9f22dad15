import { describe, expect, test } from 'vitest'
import { LearnedMailOutput } from '../../../contract/functions/learned-mail.ts'
import { connectedMailbox } from '../../../test/kit/mailbox.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { addMs, minutes } from '../../clock.ts'

import { pressesOfFile } from './testing/presses-of-file.ts'

const app = await appOfFile()
const { history, mailboxId, newsletters, ask, press, undo, status, fromAnna, inInbox, places, taught, nothing, rowOf } =
  await pressesOfFile(app)

describe('a press', () => {
  test('teaches the sender at once, moves in the background, counts and runs nothing, and is undone', async () => {
    const used = () => history.mailbox.rows('usage')
    const ids = await inInbox(2)
    // The sorter has not seen it.
    await app.faults({ service: 'graph-notify', path: '.', drop: true, times: 1 })
    ids.push(await history.mailbox.deliver({ ...fromAnna, subject: 'Not sorted' }))
    const usedBefore = await used()
    const [first, second] = await Promise.all(ids.map(rowOf))
    const id = await press({ messageIds: [...ids, ids[0] ?? '', 'gone'] })
    const folder_id = newsletters()
    const correction = { value: fromAnna.from, folder_id }
    expect(await taught()).toEqual({
      corrections: [correction, correction, correction],
      examples: [folder_id, folder_id, folder_id],
    })
    expect(await status()).toEqual([{ id, folderId: folder_id, emails: 3, moved: 0, notMoved: 0, state: 'running' }])
    await app.runDueJobs()
    expect(await status()).toMatchObject([{ moved: 3, notMoved: 0, state: 'done' }])
    expect(await places(ids)).toEqual(['Newsletters', 'Newsletters', 'Newsletters'])
    for (const messageId of ids)
      expect(await rowOf(messageId)).toMatchObject({
        status: 'processed',
        decided_by: 'user',
        target_folder_id: folder_id,
      })
    expect(await used()).toEqual(usedBefore)
    const next = await history.deliverAndSort({ ...fromAnna, subject: 'Lunch' })
    expect(await history.row(next.logId)).toMatchObject({ decided_by: 'correction', target_folder_id: folder_id })

    expect((await undo(id)).presses).toMatchObject([{ id, state: 'undoing' }])
    expect(await taught()).toEqual(nothing)
    await app.runDueJobs()
    expect(await status()).toMatchObject([{ moved: 0, notMoved: 0, state: 'undone' }])
    expect(await places(ids)).toEqual(['Inbox', 'Inbox', 'Inbox'])
    const calls = await history.moves()
    expect((await undo(id)).presses).toMatchObject([{ state: 'undone' }])
    // Neither the notifications of the moves nor a check of the folders teach or move anything.
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: mailboxId() }))
    await app.runDueJobs()
    expect(await taught()).toEqual(nothing)
    expect(await history.moves()).toBe(calls)
    // The review asks again about those of before.
    expect(first).toMatchObject({ status: 'left', corrected_at: null })
    const newRow = expect.objectContaining({ status: 'left', decided_by: 'user' })
    expect(await Promise.all(ids.map(rowOf))).toEqual([first, second, newRow])
  })

  test('only learns without a move, and leaves emails in the inbox that no scan and no review shows then', async () => {
    const ids = await inInbox(2)
    const rows = await Promise.all(ids.map(rowOf))
    await press({ messageIds: ids, move: false })
    expect(await status()).toMatchObject([{ emails: 2, moved: 0, notMoved: 0, state: 'done' }])
    const left = await press({ action: 'leave', messageIds: ids })
    expect(await taught()).toMatchObject({ corrections: [{ folder_id: null }, { folder_id: null }] })
    await app.runDueJobs()
    expect(await places(ids)).toEqual(['Inbox', 'Inbox'])
    const kept = { status: 'left', reason: 'user_moved', decided_by: 'user', corrected_at: expect.any(String) }
    expect(await Promise.all(ids.map(rowOf))).toMatchObject([kept, kept])
    const scan = await history.mailbox.call('tidy-up', { action: 'scan', mailboxId: mailboxId(), from: null })
    expect(scan).toMatchObject({ emails: [], read: 2 })
    const next = await history.deliverAndSort({ ...fromAnna, subject: 'Lunch' })
    expect(await history.row(next.logId)).toMatchObject({ status: 'left', decided_by: 'correction' })
    await undo(left)
    expect(await taught()).toMatchObject({ corrections: [{ folder_id: newsletters() }, { folder_id: newsletters() }] })
    expect(await Promise.all(ids.map(rowOf))).toEqual(rows)
  })

  test('of unsorted email that only learns is no return to the inbox once existing email is sorted', async () => {
    await app.faults({ service: 'graph-notify', path: '.', drop: true, times: 2 })
    const { mailbox } = history
    const ids = [await mailbox.deliver(fromAnna), await mailbox.deliver({ ...fromAnna, subject: 'Mint' })]
    await press({ messageIds: ids, move: false, isPart: true })
    await mailbox.call('sort-existing', { action: 'start', mailboxId: mailboxId(), lastDays: null })
    await app.runDueJobs()
    for (const id of ids) expect(await history.corrections(id)).toEqual([])
    expect(await taught()).toEqual({ corrections: [], examples: [newsletters(), newsletters()] })
  })

  test('of many emails reads the list of the inbox instead of each email', async () => {
    const mailbox = await connectedMailbox(app, [{ displayName: 'Letters' }])
    const ids: string[] = []
    for (let n = 0; n < 24; n++)
      ids.push(await mailbox.deliver({ subject: `Letter ${n}`, from: `a${n % 2}@b.example` }))
    const [folder] = await mailbox.rows<{ id: string }[]>('email_folders?select=id')
    const at = { mailboxId: mailbox.mailboxId, folderId: folder?.id }
    const reads = async () => (await requestsTo(app, 'graph')).filter(({ url }) => url.includes('/messages')).length
    const before = await reads()
    const filed = await mailbox.call('tidy-up', { action: 'file', ...at, messageIds: [...ids, 'gone'], move: false })
    expect(filed).toMatchObject({ presses: [{ emails: 24, state: 'done' }] })
    expect((await reads()) - before).toBe(1)
    const { learned } = LearnedMailOutput.parse(
      await mailbox.call('learned-mail', { action: 'list', mailboxId: mailbox.mailboxId }),
    )
    expect(learned.map(({ value }) => value).toSorted()).toEqual(['a0@b.example', 'a1@b.example'])
  })

  test('of one email twice is retracted in any order', async () => {
    const messageIds = await inInbox(1)
    const invoices = history.folderId('Invoices')
    for (const isOlderFirst of [true, false]) {
      const older = await press({ messageIds, move: false })
      const newer = await press({ messageIds, move: false, folderId: invoices })
      expect((await taught()).corrections).toMatchObject([{ folder_id: invoices }])
      const stays = isOlderFirst ? invoices : newsletters()
      await undo(isOlderFirst ? older : newer)
      expect(await taught()).toEqual({ corrections: [{ value: fromAnna.from, folder_id: stays }], examples: [stays] })
      await undo(isOlderFirst ? newer : older)
      expect(await taught()).toEqual(nothing)
    }
  })

  test('is shared with a repeated one: what both teach is retracted with the second undo', async () => {
    const messageIds = await inInbox(1)
    const first = await press({ messageIds, move: false })
    const second = await press({ messageIds, move: false })
    const both = { corrections: [{ value: fromAnna.from, folder_id: newsletters() }], examples: [newsletters()] }
    expect(await taught()).toEqual(both)
    await undo(first)
    expect(await taught()).toEqual(both)
    await undo(second)
    expect(await taught()).toEqual(nothing)
  })

  test('teaches nothing about a sender whose emails go to several places, or of which it has some', async () => {
    const [first = '', second = '', third = ''] = await inInbox(3)
    await press({ messageIds: [first], isPart: true, move: false })
    expect(await taught()).toEqual({ corrections: [], examples: [newsletters()] })
    const whole = await press({ messageIds: [second], move: false })
    expect((await taught()).corrections).toHaveLength(2)
    const other = await press({ messageIds: [third], move: false, folderId: history.folderId('Invoices') })
    expect((await taught()).corrections).toEqual([])
    await undo(other)
    expect((await taught()).corrections).toHaveLength(2)
    await undo(whole)
    expect((await taught()).corrections).toEqual([])
  })

  test('says nothing about a sender any more once the user has forgotten it', async () => {
    const [first = '', second = ''] = await inInbox(2)
    const id = await press({ messageIds: [first], move: false })
    const [learnedNow] = LearnedMailOutput.parse(
      await history.mailbox.call('learned-mail', { action: 'list', mailboxId: mailboxId() }),
    ).learned
    await history.mailbox.call('learned-mail', { action: 'forget', mailboxId: mailboxId(), learnedId: learnedNow?.id })
    await press({ messageIds: [second], move: false, folderId: history.folderId('Invoices') })
    const corrections = [{ value: fromAnna.from, folder_id: history.folderId('Invoices') }]
    expect((await taught()).corrections).toEqual(corrections)
    await undo(id)
    expect((await taught()).corrections).toEqual(corrections)
  })

  test('keeps corrections from elsewhere, older and newer ones', async () => {
    const [first = '', second = ''] = await inInbox(2)
    const move = async (messageId: string, folderId: string | null) =>
      history.callSortedMail({ action: 'move', logId: (await rowOf(messageId))?.['id'], folderId })
    await move(first, history.folderId('Invoices'))
    const id = await press({ messageIds: [second] })
    await app.runDueJobs()
    await app.advance('1 s')
    await move(second, history.folderId('Invoices'))
    await undo(id)
    await app.runDueJobs()
    expect(await places([first, second])).toEqual(['Invoices', 'Invoices'])
    expect(await status()).toMatchObject([{ state: 'undone', moved: 0, notMoved: 1 }])
    for (const messageId of [first, second])
      expect(await history.corrections(messageId)).toMatchObject([{ learned_by: 'history' }])
  })

  test.each(['move', 'take-back'])('teaches nothing about an email after its %s in the history', async (action) => {
    const [first = '', second = ''] = await inInbox(2)
    const id = await press({ messageIds: [first, second] })
    await app.runDueJobs()
    const [folder_id, row] = [newsletters(), await rowOf(first)]
    const day = { kind: 'day', day: app.clock.now().toISOString().slice(0, 10), timeZone: 'UTC' }
    const undone = await history.mailbox.call('undo-sorting', { action: 'estimate', mailboxId: mailboxId(), what: day })
    expect(undone).toMatchObject({ estimate: { mails: 0 } })
    const folderId = action === 'move' ? null : folder_id
    expect(await history.callSortedMail({ action, logId: row?.['id'], folderId })).toBe('done')
    await app.runDueJobs()
    expect(await places([first, second])).toEqual(['Inbox', 'Newsletters'])
    const own = action === 'move' ? [null] : []
    const corrections = [{ value: fromAnna.from, folder_id }]
    expect(await taught()).toEqual({ corrections, examples: [folder_id, ...own] })
    expect(await status()).toMatchObject([{ state: 'done', moved: 1, notMoved: 0 }])
    // Another press about the sender does not teach it again.
    await undo(await press({ action: 'leave', messageIds: [first] }))
    expect(await taught()).toEqual({ corrections, examples: [folder_id, ...own] })
    await undo(id)
    await app.runDueJobs()
    expect(await taught()).toEqual({ corrections: [], examples: own })
    expect(await places([first, second])).toEqual(['Inbox', 'Inbox'])
  })

  test('is undone once the user has undone all its emails', async () => {
    const messageIds = await inInbox(1)
    await press({ messageIds })
    await app.runDueJobs()
    await history.callSortedMail({ action: 'move', logId: (await rowOf(messageIds[0] ?? ''))?.['id'], folderId: null })
    expect(await status()).toMatchObject([{ state: 'undone', moved: 0, notMoved: 0 }])
  })

  const pick = (action: 'learn' | 'take-back', name: string, messageIds: string[]) =>
    history.mailbox.call('learn-examples', {
      action,
      mailboxId: mailboxId(),
      folderId: history.folderId(name),
      messageIds,
    })

  test('gives the pick of an example back once it is undone, in any order', async () => {
    const messageIds = await inInbox(1)
    await pick('learn', 'Invoices', messageIds)
    const [picked] = await history.corrections(messageIds[0] ?? '')
    for (const isOlderFirst of [true, false]) {
      const older = await press({ messageIds, move: false })
      const newer = await press({ messageIds, action: 'leave' })
      for (const id of isOlderFirst ? [older, newer] : [newer, older]) {
        expect((await taught()).corrections).not.toMatchObject([{ folder_id: picked?.folder_id }])
        await undo(id)
      }
      expect(await history.corrections(messageIds[0] ?? '')).toMatchObject([{ ...picked, id: expect.any(String) }])
      expect((await taught()).examples).toEqual([picked?.folder_id])
    }
  })

  test('gives no pick back that was retracted meanwhile, and leaves a later pick as it is', async () => {
    const [first = '', second = ''] = await inInbox(2)
    await pick('learn', 'Invoices', [first])
    const id = await press({ messageIds: [first, second], move: false })
    await pick('take-back', 'Invoices', [first])
    await app.advance('1 s')
    await pick('learn', 'Invoices', [second])
    const invoices = { value: fromAnna.from, folder_id: history.folderId('Invoices') }
    await undo(await press({ action: 'leave', messageIds: [first] }))
    expect((await history.corrections(second)).map(({ folder_id }) => folder_id)).toEqual([invoices.folder_id])
    await undo(id)
    expect(await taught()).toEqual({ corrections: [invoices], examples: [invoices.folder_id] })
  })

  test('refuses what is not there: folders, emails, presses', async () => {
    const [id = ''] = await inInbox(1)
    const unknown = '00000000-0000-4000-8000-000000000000'
    const refusal = async (input: object) =>
      (await ask({ action: 'file', folderId: newsletters(), move: true, ...input })).error
    expect(await refusal({ messageIds: [id], folderId: unknown })).toMatchObject({ code: 'folder_not_found' })
    expect(await refusal({ messageIds: ['gone'] })).toMatchObject({ code: 'mail_gone' })
    expect((await undo(unknown)).error).toMatchObject({ code: 'press_not_found' })
    const pressId = await press({ messageIds: [id], move: false })
    const made = (hours: number) =>
      app.ctx.db.asService((tx) =>
        tx
          .updateTable('app.tidy_up_presses')
          .set({ created_at: addMs(app.clock.now(), -hours * minutes(60)) })
          .execute(),
      )
    await made(24)
    expect(await status()).toEqual([])
    expect((await undo(pressId)).error).toMatchObject({ code: 'press_not_found' })
    await made(49)
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'purge-expired-logs', {}))
    await app.runDueJobs()
    const kept = await app.ctx.db.asService((tx) => tx.selectFrom('app.tidy_up_items').selectAll().execute())
    expect(kept).toEqual([])
  })
})
