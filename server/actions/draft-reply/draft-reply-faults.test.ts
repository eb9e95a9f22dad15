import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { updateMailboxStatus } from '../../mail/queries.ts'
import { retryRun } from '../retry-run.ts'

/** Any fault at any call: at most one draft, and either one draft or a visible failure that can be retried. */
const calls = {
  'reading the mail': { method: 'GET', path: '/me/messages/[^/?]+\\?' },
  'asking for the name': { method: 'GET', path: '/me$' },
  'creating the draft': { method: 'POST', path: '/createReply$' },
  'looking for the draft': { method: 'GET', path: '/me/messages\\?' },
  'writing the draft': { method: 'PATCH', path: '/me/messages/' },
} as const
const faults = {
  'connection refused': { drop: true },
  'done, the answer lost': { drop: true, when: 'after' },
  'done, the answer cut': { action: 'cut', when: 'after' },
  401: { status: 401 },
  '401, though done': { status: 401, when: 'after' },
  403: { status: 403 },
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
beforeAll(async () => {
  app = await startApp()
  acting = await actingMailbox(app, ['draft_reply'])
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

/** A draft whose creation was requested but whose response was lost: the next attempt must look for it. */
const lostDraft = { ...calls['creating the draft'], drop: true, when: 'after', times: 1 } as const

let mails = 0
async function happens(call: keyof typeof calls, fault: object): Promise<string> {
  const isLook = call === 'looking for the draft'
  await setFaults([{ ...calls[call], ...fault }, ...(isLook ? [lostDraft] : [])])
  const { logId } = await acting.sorted({ subject: `Question ${++mails}`, text: 'Could you please tell us?' })
  await settle(logId)
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

async function marked(logId: string) {
  const [run] = await acting.runs(logId)
  return (await acting.messages()).filter((message) =>
    message.singleValueExtendedProperties.some(({ value }) => value?.startsWith(run?.id ?? 'none')),
  )
}

/** Expects that a finished run has one complete draft, and that any other run says why not. */
async function isHonest(logId: string): Promise<string> {
  const [run] = await acting.runs(logId)
  const drafts = await marked(logId)
  expect(drafts.length).toBeLessThanOrEqual(1)
  const texts = drafts[0]?.body.content.split('written without a language model').length ?? 1
  expect(texts).toBeLessThanOrEqual(2)
  if (run?.status === 'done') expect([drafts.length, texts]).toEqual([1, 2])
  else expect([run?.status, run?.reason]).toEqual([expect.stringMatching(/^(failed|skipped)$/), expect.any(String)])
  return run?.status ?? 'none'
}

const everyCall = [
  'reading the mail',
  'asking for the name',
  'creating the draft',
  'looking for the draft',
  'writing the draft',
] as const satisfies (keyof typeof calls)[]

describe.each(everyCall)('%s', (call) => {
  test.each(Object.entries(faults))('%s, once', async (_, fault) => {
    const outcome = await isHonest(await happens(call, { ...fault, times: 1 }))
    const passes = !('status' in fault) || [401, 429, 500, 503, 504].includes(fault.status)
    if (passes) expect(outcome).toBe('done')
  })
})

describe.each(['creating the draft', 'writing the draft'] as const)('%s', (call) => {
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
