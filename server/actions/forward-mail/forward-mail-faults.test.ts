import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { forwardingMailbox, forwardsOf, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { updateMailboxStatus } from '../../mail/queries.ts'
import { retryRun } from '../retry-run.ts'

/** Any fault at any call: at most one forward, and either one forward or a visible failure that can be retried. */
const calls = {
  'reading the mail': { method: 'GET', path: '/me/messages/[^/?]+\\?.*internetMessageHeaders' },
  'creating the draft': { method: 'POST', path: '/createForward$' },
  'looking for the draft': { method: 'GET', path: '/me/messages\\?' },
  'writing the draft': { method: 'PATCH', path: '/me/messages/' },
  'sending the draft': { method: 'POST', path: '/send$' },
  'looking after it was sent': { method: 'GET', path: '/me/messages/[^/?]+\\?.*bccRecipients' },
} as const
const faults = {
  'connection refused': { drop: true },
  'done, the answer lost': { drop: true, when: 'after' },
  'done, the answer cut': { action: 'cut', when: 'after' },
  401: { status: 401 },
  '401, though done': { status: 401, when: 'after' },
  403: { status: 403 },
  '403, though done': { status: 403, when: 'after' },
  404: { status: 404 },
  409: { status: 409 },
  412: { status: 412 },
  '429 with Retry-After': { status: 429, retryAfter: 30 },
  500: { status: 500 },
  503: { status: 503 },
  '504, though done': { status: 504, when: 'after' },
  'mailbox full': { status: 507, error: 'ErrorQuotaExceeded' },
} as const

let app: App
let acting: ActingMailbox
let address: string
beforeAll(async () => {
  app = await startApp()
  ;({ acting, address } = await forwardingMailbox(app))
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(worksAgain)

/** Resets faults, expired sign-ins and Retry-After waits. */
async function worksAgain(): Promise<void> {
  await setFaults([])
  await app.advance('20 min')
  await app.ctx.db.asService((tx) => updateMailboxStatus(tx, acting.mailbox.mailboxId, 'active'))
}
const setFaults = (list: object[]) =>
  app.control(
    'PUT',
    '/control/faults',
    list.map((fault) => ({ service: 'graph', mailbox: acting.mailbox.email, ...fault })),
  )

const Met = z.array(z.object({ used: z.number() }))

/** A draft whose creation was requested but whose response was lost: the next attempt must look for it. */
const lostDraft = { ...calls['creating the draft'], drop: true, when: 'after', times: 1 } as const

let mails = 0
/** Forwards of the earlier messages; none may be added later. */
let sentBefore = 0
async function happens(call: keyof typeof calls, fault: object): Promise<string> {
  const isLook = call === 'looking for the draft'
  await setFaults([{ ...calls[call], ...fault }, ...(isLook ? [lostDraft] : [])])
  sentBefore = (await forwardsTo(app, address)).length
  const { logId } = await acting.sorted({ subject: `Bill ${++mails}`, text: 'The bill.' })
  await settle(logId)
  // A fault that no call meets would test nothing.
  for (const { used } of Met.parse(await app.control('GET', '/control/faults'))) expect(used).toBeGreaterThan(0)
  return logId
}

async function settle(logId: string): Promise<void> {
  for (let round = 0; round < 12 && !(await isOver(logId)); round++) {
    await acting.reconcile()
    await app.advance('3 hours')
  }
  expect(await isOver(logId)).toBe(true)
}
const isOver = async (logId: string): Promise<boolean> =>
  (await acting.runs(logId)).every(({ status }) => status !== 'waiting' && status !== 'running')

/** Expects that a finished run sent one complete message, and that any other run says why not. */
async function isHonest(logId: string): Promise<string> {
  const [run] = await acting.runs(logId)
  const { sent, drafts } = await forwardsOf(acting, run?.id)
  expect(sent.length + drafts.length).toBeLessThanOrEqual(1)
  expect(await forwardsTo(app, address)).toHaveLength(sentBefore + sent.length)
  for (const message of sent) expect(message.body.content.split('forwarded automatically')).toHaveLength(2)
  if (run?.status === 'done') expect(sent).toHaveLength(1)
  else expect([run?.status, run?.reason]).toEqual([expect.stringMatching(/^(failed|skipped)$/), expect.any(String)])
  return run?.status ?? 'none'
}

const everyCall = [
  'reading the mail',
  'creating the draft',
  'looking for the draft',
  'writing the draft',
  'sending the draft',
  'looking after it was sent',
] as const satisfies (keyof typeof calls)[]

describe.each(everyCall)('%s', (call) => {
  test.each(Object.entries(faults))('%s, once', async (_, fault) => {
    const logId = await happens(call, { ...fault, times: 1 })
    const outcome = await isHonest(logId)
    const passes = !('status' in fault) || [401, 429, 500, 503, 504].includes(fault.status)
    if (passes) expect(outcome).toBe('done')
  })
})

describe.each(['creating the draft', 'writing the draft', 'sending the draft'] as const)('%s', (call) => {
  test.each(Object.entries(faults))('%s, repeatedly; a retry succeeds after recovery', async (_, fault) => {
    const logId = await happens(call, fault)
    const outcome = await isHonest(logId)
    if (outcome !== 'failed') return
    await worksAgain()
    await retryRun(app.ctx, { userId: acting.who.userId, runId: (await acting.runs(logId))[0]?.id ?? '' })
    await settle(logId)
    expect(await isHonest(logId)).toBe('done')
  })
})
