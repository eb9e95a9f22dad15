import { beforeEach, describe, expect, test } from 'vitest'
import { connectMailbox, signInOrUp } from '../../../scripts/lib/product-client.ts'
import type { ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { confirmForwardAddress } from '../../../test/kit/forward-address.ts'
import { forwardingMailbox, forwardsOf, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { retryRun } from '../runs/retry-run.ts'

/** Changes by the user or by Outlook between the steps of a forward. */
const app = await appOfFile()
let acting: ActingMailbox
let address: string
let subject: string
/** A mailbox of its own, for a test that changes the address or the sign-in. */
const openMailbox = async (): Promise<void> => {
  ;({ acting, address } = await forwardingMailbox(app))
}
await openMailbox()
let mails = 0
beforeEach(async () => {
  subject = `Bill ${++mails}.`
  await app.faults()
  await app.control('DELETE', '/control/requests')
  await app.control('PUT', '/control/config', { sentCopyDelayMs: 0 })
})

/** The forwards of the current test. */
const sentTo = async (to = address) => (await forwardsTo(app, to)).filter((mail) => mail.subject === `FW: ${subject}`)

const runOf = async (logId: string) => (await acting.runs(logId))[0]
const goesOn = async (logId: string) => {
  await app.faults()
  await app.advance('10 min')
  await acting.reconcile()
  return runOf(logId)
}
const again = async (logId: string) => {
  await retryRun(app.ctx, { userId: acting.who.userId, runId: (await runOf(logId))?.id ?? '' })
  await app.runDueJobs()
  return runOf(logId)
}

/** A forward whose send request got this response; the next attempt follows later. */
async function stopped(answer: object) {
  const fault = { service: 'graph', mailbox: acting.mailbox.email, method: 'POST', path: '/send$', ...answer }
  await app.faults(fault)
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject, text: 'The bill.' })
  await app.runDueJobs()
  const run = await runOf(logId)
  expect(run).toMatchObject({ status: 'running' })
  const { drafts } = await forwardsOf(acting, run?.id)
  return { logId, runId: run?.id, draftId: drafts[0]?.id ?? '' }
}
const unsent = () => stopped({ status: 503 })
const sentUnheard = () => stopped({ status: 504, when: 'after' })

// Other conditions: `run-actions.test.ts`.
test('sends nothing if the action is switched off', async () => {
  const { logId } = await unsent()
  await acting.change('forward_mail', { is_active: false })
  expect(await goesOn(logId)).toMatchObject({ status: 'skipped', reason: 'switched_off' })
  await acting.change('forward_mail', { is_active: true })
  expect(await sentTo()).toEqual([])
})

describe('a draft that the user', () => {
  test('has edited is left unchanged', async () => {
    const { logId, draftId, runId } = await unsent()
    await acting.control('PATCH', `/messages/${draftId}`, { body: '<p>I will do it myself</p>' })
    expect(await goesOn(logId)).toMatchObject({ status: 'skipped', reason: 'draft_gone' })
    const { sent, drafts } = await forwardsOf(acting, runId)
    expect([sent.length, drafts.length]).toEqual([0, 1])
    expect(drafts[0]?.body.content).toContain('I will do it myself')
  })

  test('has discarded stays discarded', async () => {
    const { logId, draftId } = await unsent()
    await acting.control('POST', `/messages/${draftId}/move`, { folder: 'Deleted Items' })
    expect(await goesOn(logId)).toMatchObject({ status: 'skipped', reason: 'draft_gone' })
    expect(await sentTo()).toEqual([])
  })

  test('has deleted permanently is neither sent again nor reported as sent', async () => {
    const { logId, draftId } = await unsent()
    await acting.control('DELETE', `/messages/${draftId}?forGood=true`)
    expect(await goesOn(logId)).toMatchObject({ status: 'failed', reason: 'unclear_outcome' })
    expect(await again(logId)).toMatchObject({ status: 'failed', reason: 'unclear_outcome' })
    expect(await sentTo()).toEqual([])
  })
})

test('does not send again after an error response for a delivered message', async () => {
  const { logId } = await sentUnheard()
  expect(await goesOn(logId)).toMatchObject({ status: 'done', reason: 'done' })
  expect(await sentTo()).toHaveLength(1)
  expect((await acting.calls()).filter(({ url }) => url.endsWith('/send'))).toHaveLength(1)
})

test('does not send again when the copy in Sent Items appears late', async () => {
  await app.control('PUT', '/control/config', { sentCopyDelayMs: 30_000 })
  const { logId } = await acting.sorted({ subject })
  await app.runDueJobs()
  expect(await runOf(logId)).toMatchObject({ status: 'done', reason: 'done' })
  await app.advance('1 min')
  await acting.reconcile()
  expect(await sentTo()).toHaveLength(1)
})

test('accepted by Outlook but still a draft: asks the user to check, and a retry sends it', async () => {
  const { logId } = await stopped({ status: 202 })
  expect(await goesOn(logId)).toMatchObject({ status: 'failed', reason: 'unclear_outcome' })
  expect(await sentTo()).toEqual([])
  expect(await again(logId)).toMatchObject({ status: 'done' })
  expect(await sentTo()).toHaveLength(1)
})

describe('the address changes', () => {
  beforeEach(openMailbox)

  const changeTo = async (): Promise<string> => {
    const other = newEmail()
    await confirmForwardAddress(app, acting.who, other)
    await acting.configure('forward_mail', { destination_email: other })
    return other
  }
  test('before sending: stops, and a retry sends to the new address only', async () => {
    const { logId, runId } = await unsent()
    const other = await changeTo()
    expect(await goesOn(logId)).toMatchObject({ status: 'failed', reason: 'config_changed' })
    expect(await again(logId)).toMatchObject({ status: 'done', effects: [{ label: `Forward to ${other}` }] })
    expect([await sentTo(), (await sentTo(other)).length]).toEqual([[], 1])
    const { sent, drafts } = await forwardsOf(acting, runId)
    expect([sent.length, drafts.length]).toEqual([1, 0])
    expect(sent[0]?.body.content.split('forwarded automatically')).toHaveLength(2)
  })

  test('to an unconfirmed one: sends nothing until it is confirmed', async () => {
    const { logId } = await unsent()
    const other = newEmail()
    await acting.configure('forward_mail', { destination_email: other })
    await goesOn(logId)
    expect(await again(logId)).toMatchObject({ status: 'failed', reason: 'address_unconfirmed' })
    expect([await sentTo(), await sentTo(other)]).toEqual([[], []])
  })

  test('after sending: does not send again', async () => {
    const { logId } = await sentUnheard()
    const other = await changeTo()
    await goesOn(logId)
    expect(await again(logId)).toMatchObject({ status: 'done', effects: [{ label: `Forward to ${address}` }] })
    expect([(await sentTo()).length, await sentTo(other)]).toEqual([1, []])
  })
})

test('fails after the grant was revoked, and sends once after a new sign-in', async () => {
  await openMailbox()
  const { logId } = await unsent()
  const { product, user, email, mailboxId } = acting.mailbox
  await acting.control('PUT', '/grant', { ended: 'sessions' })
  await app.advance('2 hours')
  expect(await goesOn(logId)).toMatchObject({ status: 'failed', reason: 'mailbox_needs_sign_in' })
  expect(await acting.notificationKinds()).toContain('action_failed')
  await acting.control('PUT', '/grant', { ended: null })
  const again = await signInOrUp(product, user.email, 'correct horse battery')
  expect(await connectMailbox(product, again, email)).toBe(mailboxId)
  await retryRun(app.ctx, { userId: user.userId, runId: (await runOf(logId))?.id ?? '' })
  await app.runDueJobs()
  expect(await runOf(logId)).toMatchObject({ status: 'done' })
  expect(await sentTo()).toHaveLength(1)
})
