import { describe, expect, test } from 'vitest'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { tidyUp } from './tidy-up.ts'

import { pressesOfFile } from './testing/presses-of-file.ts'

const app = await appOfFile()
const { history, mailboxId, ask, press, undo, status, inInbox, places, taught, nothing, rowOf, moveFault, afterDeath } =
  await pressesOfFile(app)

describe('the moves of a press', () => {
  test('leave emails that the user has moved or deleted meanwhile', async () => {
    const [moved = '', deleted = '', filed = '', stays = ''] = await inInbox(4)
    await press({ messageIds: [moved, deleted, filed, stays] })
    await history.moveInOutlook(moved, 'Invoices')
    await history.moveInOutlook(filed, 'Newsletters')
    await app.control('DELETE', `/control/outlook/${history.mailbox.email}/messages/${deleted}?forGood=true`)
    const calls = await history.moves()
    await app.runDueJobs()
    expect(await status()).toMatchObject([{ state: 'done', moved: 1, notMoved: 3 }])
    expect(await places([moved, filed, stays])).toEqual(['Invoices', 'Newsletters', 'Newsletters'])
    expect((await history.moves()) - calls).toBe(1)
  })

  // Where the response of Outlook is lost: `sorted-mail.test.ts`.
  test('stop with an undo while they run: emails that were moved return, the others are not moved', async () => {
    const ids = await inInbox(3)
    await moveFault({ status: 503, times: 1, skip: 1 })
    const id = await press({ messageIds: ids })
    await app.runDueJobs()
    expect(await status()).toMatchObject([{ state: 'running', moved: 1 }])
    expect((await undo(id)).presses).toMatchObject([{ state: 'undoing' }])
    await app.advance('2 min')
    await app.runDueJobs()
    await app.advance('2 min')
    await app.runDueJobs()
    expect(await status()).toMatchObject([{ state: 'undone', moved: 0 }])
    expect(await places(ids)).toEqual(['Inbox', 'Inbox', 'Inbox'])
    expect(await taught()).toEqual(nothing)
    expect(await history.requestedMoves()).toEqual([])
  })

  test('of an undo come first: until all emails are back, another answer about them is refused', async () => {
    const ids = await inInbox(3)
    const first = await press({ messageIds: ids })
    const again = () => ask({ action: 'file', folderId: history.folderId('Invoices'), messageIds: ids, move: true })
    expect((await again()).error).toMatchObject({ code: 'mails_in_progress' })
    await app.runDueJobs()
    await undo(first)
    await moveFault({ status: 503, times: 1, skip: 1 })
    await app.runDueJobs()
    expect((await places(ids)).filter((place) => place === 'Newsletters')).toHaveLength(2)
    expect((await again()).error).toMatchObject({ code: 'mails_in_progress' })
    expect((await ask({ action: 'leave', messageIds: ids })).error).toMatchObject({ code: 'mails_in_progress' })
    expect(await taught()).toEqual(nothing)
    await app.advance('2 min')
    await app.runDueJobs()
    expect((await again()).error).toBeNull()
    await app.runDueJobs()
    expect(await places(ids)).toEqual(['Invoices', 'Invoices', 'Invoices'])
    expect(await status()).toMatchObject([{ state: 'done', moved: 3 }, { state: 'undone' }])
  })

  test('end with an undo before they begin', async () => {
    const ids = await inInbox(2)
    const calls = await history.moves()
    const id = await press({ messageIds: ids })
    expect((await undo(id)).presses).toMatchObject([{ state: 'undone', notMoved: 2 }])
    await app.runDueJobs()
    expect((await history.moves()) - calls).toBe(0)
    expect(await taught()).toEqual(nothing)
  })

  test('leave an email that the user keeps in the inbox meanwhile', async () => {
    const [kept = '', filed = ''] = await inInbox(2)
    await press({ messageIds: [kept, filed] })
    await history.callSortedMail({ action: 'move', logId: (await rowOf(kept))?.['id'], folderId: null })
    await app.runDueJobs()
    expect(await places([kept, filed])).toEqual(['Inbox', 'Newsletters'])
    expect(await status()).toMatchObject([{ state: 'done', moved: 1, notMoved: 0 }])
  })

  test('refuse a folder that was deleted in Outlook', async () => {
    const ids = await inInbox(1)
    await app.faults()
    await press({ messageIds: ids })
    await moveFault({ status: 404, times: 1 })
    await app.runDueJobs()
    expect(await status()).toMatchObject([{ state: 'done', moved: 0, notMoved: 1 }])
  })

  // Of an undo: `undo-sorting.test.ts`.
  test('happen once where the worker dies between the move and its record', async () => {
    const ids = await inInbox(2)
    await press({ messageIds: ids })
    const calls = await history.moves()
    const dead = crashAtStep(app.ctx, 'move')
    void tidyUp(dead.ctx, { mailboxId: mailboxId() })
    await dead.died
    // The call was in flight.
    await dead.endCall()
    expect((await history.moves()) - calls).toBe(1)
    await afterDeath()
    expect(await status()).toMatchObject([{ state: 'done', moved: 2, notMoved: 0 }])
    expect(await places(ids)).toEqual(['Newsletters', 'Newsletters'])
    expect((await history.moves()) - calls).toBe(2)
  })
})
