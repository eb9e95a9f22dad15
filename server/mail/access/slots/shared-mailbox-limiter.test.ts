import { beforeEach, expect, test } from 'vitest'
import { appOfFile } from '../../../../test/kit/start-app.ts'
import { testLifetimeMs } from '../../../../test/kit/test-node.ts'
import { insertUserRows } from '../../../../test/kit/users.ts'
import { announcePresence, type Presence } from '../../../db/presence.ts'
import { mailboxConcurrency } from '../../limits.ts'
import type { MailboxLimiter } from '../../../vendors/mailbox/mailbox-limiter.ts'
import { VendorError } from '../../../vendors/http/vendor-error.ts'
import { saveMailboxPause } from '../mailbox-pause-queries.ts'
import { createSharedMailboxLimiter } from './shared-mailbox-limiter.ts'

const app = await appOfFile()
let mailboxId = ''
beforeEach(async () => {
  mailboxId = (await insertUserRows(app.ctx.db)).mailboxId
})

const nextTick = (): Promise<false> => new Promise((resolve) => setImmediate(resolve, false))

interface TestNode extends AsyncDisposable {
  presence: Presence
  limiter: MailboxLimiter
}

/** A node of its own: limiter and presence. */
async function node(changes: Partial<Presence> = {}): Promise<TestNode> {
  const stack = new AsyncDisposableStack()
  const options = { lifetimeMs: testLifetimeMs, onError: () => undefined }
  const presence = stack.use(await announcePresence(app.ctx.db.pool, options))
  const { db, clock } = app.ctx
  const limiter = stack.use(await createSharedMailboxLimiter({ db, clock, presence: { ...presence, ...changes } }))
  return { presence, limiter, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Calls that last until they are ended. */
function openCalls() {
  const running: { by: MailboxLimiter; end: (error?: Error) => void }[] = []
  let most = 0
  return {
    running: (by?: MailboxLimiter) => running.filter((call) => by === undefined || call.by === by).length,
    most: () => most,
    start: (by: MailboxLimiter, ignorePause = false): Promise<void> =>
      by.run(
        mailboxId,
        () => {
          const call = Promise.withResolvers<void>()
          running.push({ by, end: (error) => (error ? call.reject(error) : call.resolve()) })
          most = Math.max(most, running.length)
          return call.promise
        },
        { ignorePause },
      ),
    endOne(by: MailboxLimiter, error?: Error): void {
      const index = running.findIndex((call) => call.by === by)
      running.splice(index, 1)[0]?.end(error)
    },
    endAll(): void {
      for (const call of running.splice(0)) call.end()
    },
  }
}

async function endAllUntil(done: Promise<unknown>, calls: ReturnType<typeof openCalls>): Promise<void> {
  const ended = done.then(() => true)
  while (!(await Promise.race([ended, nextTick()]))) calls.endAll()
}

const slotRows = () =>
  app.ctx.db.asService((tx) =>
    tx.selectFrom('app.graph_slots').select(['node', 'held']).where('mailbox_id', '=', mailboxId).execute(),
  )

test('at most four calls of a mailbox are in flight on all nodes, and each call runs', async () => {
  await using one = await node()
  await using two = await node()
  await using three = await node()
  const calls = openCalls()
  const all = Promise.all(Array.from({ length: 120 }, (_, n) => calls.start(([one, two, three][n % 3] ?? one).limiter)))
  await endAllUntil(all, calls)
  expect(calls.most()).toBe(mailboxConcurrency)
})

test('a node alone gets all slots with one query, and gives them back when it has no more work', async () => {
  await using one = await node()
  const calls = openCalls()
  const first = calls.start(one.limiter)
  await expect.poll(() => calls.running()).toBe(1)
  expect(await slotRows()).toEqual([{ node: one.presence.node, held: 4 }])
  const more = [calls.start(one.limiter), calls.start(one.limiter), calls.start(one.limiter)]
  await nextTick()
  // These calls did not wait for the database.
  expect(calls.running()).toBe(4)
  calls.endAll()
  await Promise.all([first, ...more])
  await expect.poll(slotRows).toEqual([])
})

test('a node that waits gets a slot while another has more work than slots', async () => {
  await using worker = await node()
  await using web = await node()
  const calls = openCalls()
  const background = Array.from({ length: 40 }, () => calls.start(worker.limiter))
  await expect.poll(() => calls.running(worker.limiter)).toBe(4)
  const request = calls.start(web.limiter)
  // Calls of the worker end: as soon as it knows of the request, the next slot goes there, and not to its own calls.
  const endOneUntilServed = () => {
    if (calls.running(web.limiter) === 0 && calls.running(worker.limiter) === 4) calls.endOne(worker.limiter)
    return calls.running(web.limiter)
  }
  await expect.poll(endOneUntilServed, { interval: 20 }).toBe(1)
  expect(calls.running(worker.limiter)).toBe(3)
  calls.endOne(web.limiter)
  await request
  // The worker uses all slots again.
  await expect.poll(() => calls.running(worker.limiter)).toBe(4)
  await endAllUntil(Promise.all(background), calls)
  expect(calls.most()).toBe(4)
})

test('the slots of a dead node are free', async () => {
  const dying = await node()
  await using next = await node()
  const calls = openCalls()
  for (let n = 0; n < 4; n++) void calls.start(dying.limiter)
  await expect.poll(() => calls.running()).toBe(4)
  void calls.start(next.limiter)
  await dying.presence[Symbol.asyncDispose]()
  await expect.poll(() => calls.running(next.limiter)).toBe(1)
  calls.endAll()
  await dying[Symbol.asyncDispose]()
})

test('a node that was suspended starts no call in a slot that another node has taken', async () => {
  let isSuspended = false
  let epochs = 1
  const epoch = () => (isSuspended ? null : epochs)
  const beat = () => Promise.reject(new Error('The database is out of reach'))
  await using suspended = await node({ epoch, beat })
  await using next = await node()
  const calls = openCalls()
  for (let n = 0; n < 4; n++) void calls.start(suspended.limiter)
  await expect.poll(() => calls.running()).toBe(4)
  isSuspended = true
  await suspended.presence[Symbol.asyncDispose]()
  for (let n = 0; n < 4; n++) void calls.start(next.limiter)
  await expect.poll(() => calls.running(next.limiter)).toBe(4)
  // Its former calls end: none of those that wait takes their place.
  for (let n = 0; n < 4; n++) calls.endOne(suspended.limiter)
  await expect(calls.start(suspended.limiter)).rejects.toThrow('out of reach')
  isSuspended = false
  epochs = 2
  const waiting = calls.start(suspended.limiter)
  await expect.poll(async () => (await slotRows()).find(({ node: of }) => of === suspended.presence.node)?.held).toBe(0)
  expect(calls.running(suspended.limiter)).toBe(0)
  calls.endAll()
  await expect.poll(() => calls.running(suspended.limiter)).toBe(1)
  calls.endAll()
  await waiting
})

test('a pause that one node records fails the waiting calls of all nodes', async () => {
  await using one = await node()
  await using two = await node()
  const calls = openCalls()
  const running = Array.from({ length: 4 }, () => calls.start(one.limiter))
  await expect.poll(() => calls.running()).toBe(4)
  const waiting = [calls.start(one.limiter), calls.start(two.limiter)]
  const refused = Promise.all(
    waiting.map((call) => expect(call).rejects.toMatchObject({ status: 429, code: 'paused' })),
  )
  const paused_until = new Date(app.clock.now().getTime() + 60_000)
  await app.ctx.db.asService((tx) => saveMailboxPause(tx, mailboxId, { paused_until }))
  await refused
  await expect(calls.start(two.limiter)).rejects.toMatchObject({ code: 'paused' })
  // The sign-in of a mailbox that is connected again is not paused.
  calls.endOne(one.limiter)
  const probe = calls.start(two.limiter, true)
  await expect.poll(() => calls.running(two.limiter)).toBe(1)
  calls.endAll()
  await Promise.all([...running, probe])
})

test('after a 429 no waiting call is sent, before the pause is stored', async () => {
  await using one = await node()
  const calls = openCalls()
  const first = Array.from({ length: 4 }, () => calls.start(one.limiter))
  await expect.poll(() => calls.running()).toBe(4)
  const waiting = calls.start(one.limiter)
  const refused = expect(waiting).rejects.toMatchObject({ code: 'paused' })
  calls.endOne(one.limiter, new VendorError('graph', 429, 'ApplicationThrottled', 3000))
  await expect(first[0]).rejects.toMatchObject({ code: 'ApplicationThrottled' })
  await refused
  app.clock.advance('4 s')
  const next = calls.start(one.limiter)
  await expect.poll(() => calls.running()).toBe(4)
  calls.endAll()
  await Promise.all([next, ...first.slice(1)])
})
