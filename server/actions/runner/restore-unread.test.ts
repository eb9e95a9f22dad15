import { beforeEach, describe, expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { forwardingMailbox } from '../../../test/kit/forwarding-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { runActions } from '../engine/run-actions.ts'
import { runMaxAttempts } from '../limits.ts'

/** A reply or a forward leaves the email as read or unread as it was; `worker-crash.test.ts` crashes at every step. */

const app = await appOfFile()
const mailboxes = { draft: await actingMailbox(app, ['draft_reply']), forward: (await forwardingMailbox(app)).acting }
beforeEach(async () => {
  await app.faults()
  await app.control('PUT', '/control/config', { draftMarksOriginalRead: true })
  await app.control('DELETE', '/control/requests')
})

let mails = 0
/** An unread email, sorted into the folder, with what a test looks at. */
async function deliver(kind: keyof typeof mailboxes) {
  const acting = mailboxes[kind]
  const mail = { from: 'anna@shop.example', subject: `Question ${++mails}.`, text: 'Could you please tell us when?' }
  const { messageId, logId } = await acting.sorted(mail)
  const original = `/messages/${messageId}`
  const isOriginal = ({ url }: { url: string }): boolean => decodeURIComponent(url).includes(`${original}?`)
  return {
    acting,
    logId,
    /** The user reads it. */
    reads: () => acting.control('PATCH', original, { isRead: true }),
    /** How Outlook answers a change of the email. */
    fails: (status: number, times?: number) =>
      app.faults({ service: 'graph', method: 'PATCH', path: encodeURIComponent(messageId), status, times }),
    isRead: async () => (await acting.messages()).find(({ id }) => id === messageId)?.isRead,
    draft: async () => {
      const [run] = await acting.runs(logId)
      return (await acting.messages()).find(({ singleValueExtendedProperties: marks }) =>
        marks.some(({ value }) => value?.startsWith(run?.id ?? 'none')),
      )
    },
    /** The calls for the email itself, after it was read. */
    calls: async () =>
      (await acting.calls())
        .filter(isOriginal)
        .slice(1)
        .map(({ method, status }) => `${method} ${status}`),
    async finish() {
      await acting.expireClaim(logId)
      await runActions(app.ctx, { logId })
      return (await acting.runs(logId))[0]
    },
    /** Its worker crashes before this call. */
    async crash(call: string) {
      const dying = crashAtStep(app.ctx, call)
      const ended = runActions(dying.ctx, { logId })
      await Promise.race([dying.died, ended.then(() => expect.unreachable(`ended before ${call}`))])
      return { ...dying, ended }
    },
  }
}
const done = { status: 'done', reason: 'done' }

describe.each(['draft', 'forward'] as const)('a %s', (kind) => {
  test('leaves an unread email unread, by one change of it', async () => {
    const mail = await deliver(kind)
    await app.runDueJobs()
    expect(await mail.acting.runs(mail.logId)).toMatchObject([done])
    expect([await mail.isRead(), await mail.calls()]).toEqual([false, ['GET 200', 'GET 200', 'PATCH 200']])
    expect(await mail.draft()).toMatchObject({ isRead: true })
  })

  test('of a worker that crashed before the email is unread again: the next worker does it', async () => {
    for (const call of ['effect.write', 'markUnread']) {
      const mail = await deliver(kind)
      await mail.crash(call)
      expect(await mail.isRead(), call).toBe(true)
      await app.advance('5 min')
      expect(await mail.finish(), call).toMatchObject(done)
      expect(await mail.isRead(), call).toBe(false)
    }
  })

  test('whose action was switched off after its worker crashed leaves the email unread', async () => {
    const mail = await deliver(kind)
    await mail.crash('effect.write')
    expect(await mail.isRead()).toBe(true)
    const type = kind === 'draft' ? 'draft_reply' : 'forward_mail'
    await mail.acting.change(type, { is_active: false })
    await mail.fails(503, 1)
    expect(await mail.finish()).toMatchObject({ status: 'running' })
    await app.advance('10 min')
    expect(await mail.finish()).toMatchObject({ status: 'skipped', reason: 'switched_off' })
    expect(await mail.isRead()).toBe(false)
    await mail.acting.change(type, { is_active: true })
  })

  test('that ends after its last attempt leaves the email unread', async () => {
    const mail = await deliver(kind)
    await mail.crash('effect.write')
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('app.pending_action_messages')
        .set({ attempts: runMaxAttempts })
        .where('log_id', '=', mail.logId)
        .execute(),
    )
    expect(await mail.finish()).toMatchObject({ status: 'failed', reason: 'gave_up' })
    expect(await mail.isRead()).toBe(false)
  })

  test.each(['edited', 'discarded'])('that the user has %s leaves the email unread', async (what) => {
    const mail = await deliver(kind)
    await mail.crash('effect.write')
    const path = `/messages/${(await mail.draft())?.id}`
    await app.advance('1 min')
    if (what === 'edited') await mail.acting.control('PATCH', path, { body: '<p>My own words</p>' })
    else await mail.acting.control('DELETE', path)
    expect(await mail.finish()).toMatchObject({ status: 'skipped', reason: 'draft_gone' })
    expect(await mail.isRead()).toBe(false)
  })
})

// A forward does the same.
describe('a draft', () => {
  test('leaves a read email alone', async () => {
    const mail = await deliver('draft')
    await mail.reads()
    expect(await mail.finish()).toMatchObject(done)
    expect([await mail.isRead(), await mail.calls()]).toEqual([true, []])
  })

  test.each([
    ['before it is created', 'effect.create', true],
    ['before its text is written', 'effect.write', false],
    ['after the email was marked as unread', 'markUnread', true],
  ] as const)('leaves an email read that the user reads %s', async (_, call, isInFlight) => {
    if (!isInFlight) await app.control('PUT', '/control/config', { draftMarksOriginalRead: false })
    const mail = await deliver('draft')
    const worker = await mail.crash(call)
    if (call === 'markUnread') await worker.endCall()
    await app.advance('5 s')
    await mail.reads()
    await app.advance('5 s')
    if (call === 'effect.create') await worker.endCall()
    expect(await mail.finish()).toMatchObject(done)
    expect(await mail.isRead()).toBe(true)
  })

  test('is completed although Outlook refuses to mark the email', async () => {
    const mail = await deliver('draft')
    await mail.fails(403)
    expect(await mail.finish()).toMatchObject(done)
    expect(await mail.isRead()).toBe(true)
  })

  test('is not repeated where Outlook is down at this moment', async () => {
    const mail = await deliver('draft')
    await mail.fails(503, 1)
    expect(await mail.finish()).toMatchObject({ status: 'running' })
    await app.advance('1 min')
    expect(await mail.finish()).toMatchObject(done)
    expect(await mail.isRead()).toBe(false)
  })
})

test('an email is not marked as unread that the user reads while its reply is composed', async () => {
  const mail = await deliver('draft')
  const worker = await mail.crash('readState')
  await mail.reads()
  worker.wake()
  await worker.ended
  expect(await mail.acting.runs(mail.logId)).toMatchObject([done])
  expect([await mail.isRead(), await mail.calls()]).toEqual([true, ['GET 200']])
})

test('an email is not marked as unread that the user reads at this moment', async () => {
  const mail = await deliver('draft')
  const worker = await mail.crash('markUnread')
  await app.advance('5 s')
  await mail.reads()
  worker.wake()
  await worker.ended
  expect(await mail.acting.runs(mail.logId)).toMatchObject([done])
  expect([await mail.isRead(), await mail.calls()]).toEqual([true, ['GET 200', 'GET 200', 'PATCH 412', 'GET 200']])
})

test('an email is marked as unread that Outlook has changed once more', async () => {
  const mail = await deliver('draft')
  const worker = await mail.crash('markUnread')
  await mail.reads()
  worker.wake()
  await worker.ended
  expect([await mail.isRead(), (await mail.calls()).length]).toEqual([false, 5])
})

test('an email is not changed that Outlook has left unread', async () => {
  await app.control('PUT', '/control/config', { draftMarksOriginalRead: false })
  const mail = await deliver('draft')
  expect(await mail.finish()).toMatchObject(done)
  expect([await mail.isRead(), await mail.calls()]).toEqual([false, ['GET 200', 'GET 200']])
})

test('a draft is done although its action was switched off before the email is unread again', async () => {
  const mail = await deliver('draft')
  const worker = await mail.crash('effect.write')
  await mail.acting.change('draft_reply', { is_active: false })
  worker.wake()
  await worker.ended
  await mail.acting.change('draft_reply', { is_active: true })
  expect(await mail.acting.runs(mail.logId)).toMatchObject([done])
  expect(await mail.isRead()).toBe(false)
})

test('a draft whose actions are paused before the email is unread again is completed later', async () => {
  const mail = await deliver('draft')
  const worker = await mail.crash('effect.write')
  await mail.acting.pause(true)
  worker.wake()
  await worker.ended
  expect(await mail.isRead()).toBe(true)
  await mail.acting.pause(false)
  expect(await mail.finish()).toMatchObject(done)
  expect(await mail.isRead()).toBe(false)
})

// Last: the mailbox has no action afterwards.
test('a draft whose action was removed after its worker crashed leaves the email unread', async () => {
  const mail = await deliver('draft')
  await mail.crash('effect.write')
  await mail.acting.remove('draft_reply')
  expect(await mail.finish()).toMatchObject({ status: 'skipped', reason: 'switched_off' })
  expect(await mail.isRead()).toBe(false)
})
