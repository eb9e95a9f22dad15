import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectMailbox, signInOrUp } from '../../../scripts/lib/person.ts'
import type { ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { agree } from '../../../test/kit/forward-address.ts'
import { forwardingMailbox, forwardsOf, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { retryRun } from '../retry-run.ts'

/** What happens between the steps of a forward, by its owner's hand or by Outlook. */
let app: App
let acting: ActingMailbox
let address: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  await app.control('PUT', '/control/faults', [])
  await app.control('PUT', '/control/config', { sentCopyDelayMs: 0 })
  ;({ acting, address } = await forwardingMailbox(app))
})

const runOf = async (logId: string) => (await acting.runs(logId))[0]
const goesOn = async (logId: string) => {
  await app.control('PUT', '/control/faults', [])
  await app.advance('10 min')
  await acting.lookAfter()
  return runOf(logId)
}
const again = async (logId: string) => {
  await acting.retry((await runOf(logId))?.id)
  await app.drain()
  return runOf(logId)
}

/** A forward whose sending was answered like this; its next try comes later. */
async function stopped(answer: object) {
  const fault = { service: 'graph', mailbox: acting.mailbox.email, method: 'POST', path: '/send$', ...answer }
  await app.control('PUT', '/control/faults', [fault])
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject: 'Bill', text: 'The bill.' })
  await app.drain()
  const run = await runOf(logId)
  expect(run).toMatchObject({ status: 'running' })
  const { drafts } = await forwardsOf(acting, run?.id)
  return { logId, runId: run?.id, draftId: drafts[0]?.id ?? '' }
}
const unsent = () => stopped({ status: 503 })
const sentUnheard = () => stopped({ status: 504, when: 'after' })

describe('a draft that its owner', () => {
  test('has changed is left as it is', async () => {
    const { logId, draftId, runId } = await unsent()
    await acting.control('PATCH', `/messages/${draftId}`, { body: '<p>I will do it myself</p>' })
    expect(await goesOn(logId)).toMatchObject({ status: 'skipped', reason: 'draft_gone' })
    const { sent, drafts } = await forwardsOf(acting, runId)
    expect([sent.length, drafts.length]).toEqual([0, 1])
    expect(drafts[0]?.body.content).toContain('I will do it myself')
  })

  test('has thrown away stays there', async () => {
    const { logId, draftId } = await unsent()
    await acting.control('POST', `/messages/${draftId}/move`, { folder: 'Deleted Items' })
    expect(await goesOn(logId)).toMatchObject({ status: 'skipped', reason: 'draft_gone' })
    expect(await forwardsTo(app, address)).toEqual([])
  })

  test('has deleted for good is neither sent again nor called sent', async () => {
    const { logId, draftId } = await unsent()
    await acting.control('DELETE', `/messages/${draftId}?forGood=true`)
    expect(await goesOn(logId)).toMatchObject({ status: 'failed', reason: 'unclear_outcome' })
    expect(await again(logId)).toMatchObject({ status: 'failed', reason: 'unclear_outcome' })
    expect(await forwardsTo(app, address)).toEqual([])
  })
})

describe('the address is changed', () => {
  const changeTo = async (): Promise<string> => {
    const other = newEmail()
    await agree(app, acting.who, other)
    await acting.configure('forward_mail', { destination_email: other })
    return other
  }
  test('before it was sent: stopped, and a retry sends it to the new one alone', async () => {
    const { logId, runId } = await unsent()
    const other = await changeTo()
    expect(await goesOn(logId)).toMatchObject({ status: 'failed', reason: 'config_changed' })
    expect(await again(logId)).toMatchObject({ status: 'done', effects: [{ label: `Forward to ${other}` }] })
    expect([await forwardsTo(app, address), (await forwardsTo(app, other)).length]).toEqual([[], 1])
    const { sent, drafts } = await forwardsOf(acting, runId)
    expect([sent.length, drafts.length]).toEqual([1, 0])
    expect(sent[0]?.body.content.split('forwarded automatically')).toHaveLength(2)
  })

  test('to one that has not agreed: nothing is sent until it does', async () => {
    const { logId } = await unsent()
    const other = newEmail()
    await acting.configure('forward_mail', { destination_email: other })
    await goesOn(logId)
    expect(await again(logId)).toMatchObject({ status: 'failed', reason: 'address_unconfirmed' })
    expect([await forwardsTo(app, address), await forwardsTo(app, other)]).toEqual([[], []])
  })

  test('after it was sent: it is not sent to another', async () => {
    const { logId } = await sentUnheard()
    const other = await changeTo()
    await goesOn(logId)
    expect(await again(logId)).toMatchObject({ status: 'done', effects: [{ label: `Forward to ${address}` }] })
    expect([(await forwardsTo(app, address)).length, await forwardsTo(app, other)]).toEqual([1, []])
  })
})

test('an answer that says otherwise does not have it sent again', async () => {
  const { logId } = await sentUnheard()
  expect(await goesOn(logId)).toMatchObject({ status: 'done', reason: 'done' })
  expect(await forwardsTo(app, address)).toHaveLength(1)
  expect((await acting.calls()).filter(({ url }) => url.endsWith('/send'))).toHaveLength(1)
})

test('a copy in Sent Items that comes late is no reason to send again', async () => {
  await app.control('PUT', '/control/config', { sentCopyDelayMs: 30_000 })
  const { logId } = await acting.sorted({ subject: 'Bill' })
  await app.drain()
  expect(await runOf(logId)).toMatchObject({ status: 'done', reason: 'done' })
  await app.advance('1 min')
  await acting.lookAfter()
  expect(await forwardsTo(app, address)).toHaveLength(1)
})

test('taken by Outlook and a draft all the same: its owner is asked to look, and a retry sends it', async () => {
  const { logId } = await stopped({ status: 202 })
  expect(await goesOn(logId)).toMatchObject({ status: 'failed', reason: 'unclear_outcome' })
  expect(await forwardsTo(app, address)).toEqual([])
  expect(await again(logId)).toMatchObject({ status: 'done' })
  expect(await forwardsTo(app, address)).toHaveLength(1)
})

test('the sign-in is taken back at Microsoft: it fails and says so, and goes out once after a new one', async () => {
  const { logId } = await unsent()
  const { product, person, email, mailboxId } = acting.mailbox
  await acting.control('PUT', '/grant', { ended: 'sessions' })
  await app.advance('2 hours')
  expect(await goesOn(logId)).toMatchObject({ status: 'failed', reason: 'mailbox_needs_sign_in' })
  expect(await acting.bells()).toContain('action_failed')
  await acting.control('PUT', '/grant', { ended: null })
  const again = await signInOrUp(product, person.email, 'correct horse battery')
  expect(await connectMailbox(product, again, email)).toBe(mailboxId)
  await retryRun(app.ctx, { userId: person.userId, runId: (await runOf(logId))?.id ?? '' })
  await app.drain()
  expect(await runOf(logId)).toMatchObject({ status: 'done' })
  expect(await forwardsTo(app, address)).toHaveLength(1)
})

test.each([
  ['switched off', () => acting.change('forward_mail', { is_active: false }), 'switched_off'],
  ['removed', () => acting.remove('forward_mail'), 'switched_off'],
])('the action is %s: nothing is sent', async (_, act, reason) => {
  const { logId } = await unsent()
  await act()
  expect(await goesOn(logId)).toMatchObject({ status: 'skipped', reason })
  expect(await forwardsTo(app, address)).toEqual([])
})
