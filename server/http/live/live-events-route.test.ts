import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode, type Node } from '../../../test/kit/start-node.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { liveMaxConnectionsPerUser } from './live-events-route.ts'

const app = await appOfFile()
let other: Node
other = await startNode(app)
const anna = await signUp(app)
const ben = await signUp(app)
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})

// No test begins with events of the previous one.
beforeEach(() => app.clock.advance('6 s'))

/** An open event stream: the events received so far, and whether it has ended. */
async function open(who: Visitor) {
  const leaving = new AbortController()
  const response = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: leaving.signal,
  })
  const page = { response, heard: '', ended: false, leave: () => leaving.abort() }
  const reading = async (): Promise<void> => {
    for await (const part of response.body ?? []) page.heard += Buffer.from(part).toString('utf8')
    page.ended = true
  }
  reading().catch(() => undefined)
  await expect.poll(() => page.heard).toContain(': connected')
  return page
}
const events = (page: { heard: string }): unknown[] =>
  [...page.heard.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))

const folders = () => ({ type: 'folders' as const, mailboxId: randomUUID() })
const tell = (who: Visitor, event: ReturnType<typeof folders>) =>
  app.ctx.db.asService((tx) => publishLiveEvent(tx, who.userId, event))

test('refuses a stream without a valid token, and a token in the URL', async () => {
  for (const [path, headers] of [
    ['/api/events', {}],
    ['/api/events', { authorization: 'Bearer forged' }],
    ['/api/events', { authorization: `Bearer ${app.ctx.access.anonKey}` }],
    [`/api/events?access_token=${anna.token}`, {}],
  ] as const) {
    const response = await fetch(app.url + path, { headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json'])
    await response.body?.cancel()
  }
})

test('sends only events of the authenticated user', async () => {
  const [hers, his] = [await open(anna), await open(ben)]
  expect(hers.response.headers.get('content-type')).toBe('text/event-stream')
  const [one, two] = [folders(), folders()]
  await tell(anna, one)
  await tell(ben, two)
  await expect.poll(() => [events(hers), events(his)]).toEqual([[one], [two]])
  hers.leave()
  his.leave()
})

test('sends an event on every node when its transaction commits, and none after a rollback', async () => {
  const page = await open(anna)
  const [undone, done] = [folders(), folders()]
  await expect(
    other.ctx.db.asService(async (tx) => {
      await publishLiveEvent(tx, anna.userId, undone)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await other.ctx.db.asService((tx) => publishLiveEvent(tx, anna.userId, done))
  await expect.poll(() => events(page)).toEqual([done])
  page.leave()
})

test('begins with the last event of each kind of the last seconds', async () => {
  const user = await signUp(app)
  const [old, again, other] = [folders(), folders(), folders()]
  await tell(user, old)
  const before = await open(user)
  await expect.poll(() => events(before)).toEqual([old])
  app.clock.advance('6 s')
  for (const event of [again, other, again]) await tell(user, event)
  await tell(ben, folders())
  await expect.poll(() => events(before)).toHaveLength(4)
  const late = await open(user)
  await expect.poll(() => events(late)).toEqual([other, again])
  before.leave()
  late.leave()
})

test('ends the streams when the database connection that carries the events was lost', async () => {
  const page = await open(anna)
  await app.ctx.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query ilike 'listen%' and datname = current_database()`,
  )
  await expect.poll(() => page.ended).toBe(true)
})

test('ends the stream of an ended session at the next heartbeat, and no other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const leaving = await signUp(app)
    const [page, stays] = [await open(leaving), await open(ben)]
    await fetch(`${app.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${leaving.token}`, apikey: app.ctx.access.anonKey },
    })
    vi.advanceTimersByTime(25_000)
    await expect.poll(() => page.ended).toBe(true)
    await expect.poll(() => stays.heard).toContain(': alive')
    expect(stays.ended).toBe(false)
    stays.leave()
  } finally {
    vi.useRealTimers()
  }
})

test('removes a closed stream without affecting later ones', async () => {
  const { live } = app.ctx
  const subscribe = live.subscribe.bind(live)
  const ends: (() => void)[] = []
  const forgotten = vi.fn()
  const watched = vi.spyOn(live, 'subscribe').mockImplementation((...given) => {
    const unsubscribe = subscribe(...given)
    ends.push(unsubscribe)
    return () => {
      forgotten()
      unsubscribe()
    }
  })
  const page = await open(anna)
  watched.mockRestore()
  page.leave()
  await expect.poll(() => forgotten.mock.calls).not.toEqual([])
  const [later, event] = [await open(anna), folders()]
  for (const end of ends) end()
  await tell(anna, event)
  await expect.poll(() => events(later)).toEqual([event])
  expect(events(page)).toEqual([])
  later.leave()
})

test('limits the streams per user', async () => {
  const user = await signUp(app)
  const pages = await Promise.all(Array.from({ length: liveMaxConnectionsPerUser }, () => open(user)))
  const ask = (who: Visitor) => fetch(`${app.url}/api/events`, { headers: { authorization: `Bearer ${who.token}` } })
  const refused = await ask(user)
  // An accepted stream never ends, so its body is not read.
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } })
  const [own, other] = [await open(ben), await open(anna)]
  pages[0]?.leave()
  await expect.poll(() => app.ctx.live.subscriberCount(user.userId)).toBe(liveMaxConnectionsPerUser - 1)
  const again = await open(user)
  for (const page of [own, other, again, ...pages.slice(1)]) page.leave()
  await expect.poll(() => app.ctx.live.subscriberCount(user.userId)).toBe(0)
})
