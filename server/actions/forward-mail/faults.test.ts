import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { forwardingMailbox, forwardsOf, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { setStatus } from '../../mail/queries.ts'
import { retryRun } from '../retry-run.ts'

/** Whatever goes wrong at whichever call: at most one forward, and at least one or a failure that is shown and can be tried again. */
const calls = {
  'reading the mail': { method: 'GET', path: '/me/messages/[^/?]+\\?.*internetMessageHeaders' },
  'making the draft': { method: 'POST', path: '/createForward$' },
  'looking for the draft': { method: 'GET', path: '/me/messages\\?' },
  'writing into it': { method: 'PATCH', path: '/me/messages/' },
  'sending it': { method: 'POST', path: '/send$' },
  'looking after it was sent': { method: 'GET', path: '/me/messages/[^/?]+\\?.*bccRecipients' },
} as const
const faults = {
  'refused at the door': { drop: true },
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

/** As if nothing had happened before: no fault, no sign-in that is over, no wait that was asked for. */
async function worksAgain(): Promise<void> {
  await setFaults([])
  await app.advance('20 min')
  await app.ctx.db.asService((tx) => setStatus(tx, acting.mailbox.mailboxId, 'active'))
}
const setFaults = (list: object[]) =>
  app.control(
    'PUT',
    '/control/faults',
    list.map((fault) => ({ service: 'graph', mailbox: acting.mailbox.email, ...fault })),
  )

const Met = z.array(z.object({ used: z.number() }))

/** A draft that was asked for, whose answer never came: the next try has to look for it. */
const lostDraft = { ...calls['making the draft'], drop: true, when: 'after', times: 1 } as const

let mails = 0
/** Forwards of the mails before this one; no late one may be added to them. */
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
    await acting.lookAfter()
    await app.advance('3 hours')
  }
  expect(await isOver(logId)).toBe(true)
}
const isOver = async (logId: string): Promise<boolean> =>
  (await acting.runs(logId)).every(({ status }) => status !== 'waiting' && status !== 'running')

/** One that is done was sent, once, whole; one that is not says so. */
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
  'making the draft',
  'looking for the draft',
  'writing into it',
  'sending it',
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

describe.each(['making the draft', 'writing into it', 'sending it'] as const)('%s', (call) => {
  test.each(Object.entries(faults))('%s, again and again; once it works it can be tried again', async (_, fault) => {
    const logId = await happens(call, fault)
    const outcome = await isHonest(logId)
    if (outcome !== 'failed') return
    await worksAgain()
    await retryRun(app.ctx, { userId: acting.who.userId, runId: (await acting.runs(logId))[0]?.id ?? '' })
    await settle(logId)
    expect(await isHonest(logId)).toBe('done')
  })
})
