import { afterAll, expect, test } from 'vitest'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { storingMailbox } from '../../../test/kit/storing-mailbox.ts'
import { runActions } from './run-actions.ts'
import {
  agentSubject,
  crashingWorkers,
  draftSubject,
  expectStoredOnceTogether,
  forwardSubject,
  readCrm,
  storeSubject,
} from '../testing/worker-crashes.ts'

/** Workers that crash, pause or work on the same message, for each action type that has effects. */

const app = await appOfFile({ env: allServices })
const other = await startNode(app)
const draft = crashingWorkers(app, other, await draftSubject(app))
const forward = crashingWorkers(app, other, await forwardSubject(app))
const store = crashingWorkers(app, other, await storeSubject(app, 'dropbox', { names: ['one', 'two'] }))
const agent = crashingWorkers(app, other, await agentSubject(app))
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})

// Every second step shows every crash (`crashAtStep`): `worker-crash.long.test.ts`.
test.each([
  ['a draft', () => draft, 12, 25],
  ['a forward', () => forward, 14, 30],
  ['the files', () => store, 26, 50],
  ['the effects of an agent', () => agent, 30, 60],
] as const)('after a crash at any step, the next worker completes %s once', async (_, subject, stride, least) => {
  expect(await subject().crashAtEachStep(stride)).toBeGreaterThan(least)
})

test('several crashes in a row leave the effects of an agent once', () => agent.crashRepeatedly([41, 5, 23]))

test('concurrent workers complete a forward once', () => forward.runConcurrently(5))

test.each([
  ['a reply', 'effect.create', () => draft],
  ['a forward', 'effect.create', () => forward],
  ['a forward', 'effect.send', () => forward],
] as const)('a call of a dead node that may be in flight is waited for: of %s, %s', async (what, call, subject) => {
  const { acting, countMarked, deliver, finish, expectOnce } = subject()
  const mail = await deliver()
  const dead = crashAtStep(other.ctx, call)
  void runActions(dead.ctx, { logId: mail.logId })
  await dead.died
  await acting.endPresence(mail.logId)
  await finish(mail)
  expect(await acting.runs(mail.logId)).toMatchObject([{ status: 'running' }])
  if (what === 'a reply') expect(await countMarked([mail])).toEqual([0])
  await dead.endCall()
  await acting.endCalls(mail.logId)
  await finish(mail)
  await expectOnce(mail)
})

test('a contact that a dead node may be creating is waited for, also for another message of its sender', async () => {
  const { acting, deliver, expectOnce } = agent
  const mail = await deliver()
  const from = `anna${mail.number}@shop.example`
  const { logId } = await acting.sorted({ from, subject: 'Again', text: 'Order number: 7' })
  const dead = crashAtStep(other.ctx, 'createContact')
  void runActions(dead.ctx, { logId: mail.logId })
  await dead.died
  await acting.endPresence(mail.logId)
  await acting.reconcile()
  await dead.endCall()
  await acting.endCalls(mail.logId)
  await app.advance('61 s')
  await app.runDueJobs()
  await expectOnce(mail)
  expect(await acting.runs(logId)).toMatchObject([{ status: 'done' }])
  const { contacts } = await readCrm(app)
  expect(contacts.filter(({ emails }) => emails.some(({ email }) => email === from))).toHaveLength(1)
})

test('concurrent messages with the same file store it once', async () => {
  const mailbox = await storingMailbox(app, 'dropbox')
  await expectStoredOnceTogether(app, other, mailbox, 1)
})

// At every step: `worker-crash.long.test.ts`.
test('a worker that pauses for longer than its claim starts no effect and writes nothing', () =>
  draft.pauseAtEachStep(5))

test('nor does one that resumes while the next worker is running', () => draft.pauseWhileNextRuns(5))

test('a suspended node that wakes after another node took its claim over starts no effect', async () => {
  const { acting, deliver, finish, expectOnce } = draft
  const mail = await deliver()
  const suspended = crashAtStep(other.ctx, 9)
  const worked = runActions(suspended.ctx, { logId: mail.logId })
  await suspended.died
  await acting.endPresence(mail.logId)
  await finish(mail)
  await expectOnce(mail)
  suspended.wake()
  await worked
  await expectOnce(mail)
})

test('gives up on a message that crashes every worker', async () => {
  const { acting, deliver, crash, finish } = draft
  const mail = await deliver()
  for (let deaths = 1; deaths <= 8; deaths++) expect(await crash(mail, 9)).toBe(true)
  await finish(mail)
  expect(await acting.runs(mail.logId)).toMatchObject([{ status: 'failed', reason: 'gave_up' }])
  expect(await acting.waiting()).toEqual([])
})
