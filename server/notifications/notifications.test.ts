import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Notification } from '../../contract/functions/notifications.ts'
import { callFunction, connectMailbox, newMailbox, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { waitingForLock } from '../../test/kit/start-accounts.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { createNotification } from '../shared/notifications.ts'
import { recordVisit } from './queries.ts'

const app = await appOfFile()

const call = async (who: Visitor, input: object) => {
  const { status, body } = await callFunction(app, who, 'notifications', input)
  expect({ status, body }).toMatchObject({ status: 200 })
  return { notifications: Notification.array().parse(body['notifications']), unread: body['unread'] }
}
const list = (who: Visitor) => call(who, { action: 'list' })
const read = (who: Visitor, which: 'all' | string[]) => call(who, { action: 'read', which })
const ring = ({ userId }: Visitor, key: string, count = 80) =>
  app.ctx.db.asService((tx) => createNotification(tx, { userId, kind: 'limit_near', key, count, now: app.clock.now() }))

test('lists newest first and counts unread', async () => {
  const who = await signUp(app)
  expect(await list(who)).toEqual({ notifications: [], unread: 0 })
  await ring(who, '2026-10/80')
  await app.advance('1 min')
  await ring(who, '2026-11/95', 95)
  const month = { user_id: who.userId, month: '2026-11-01', emails_processed: 96 }
  await app.ctx.db.asService((tx) => tx.insertInto('usage').values(month).execute())
  const { notifications, unread } = await list(who)
  expect(unread).toBe(2)
  expect(notifications).toMatchObject([
    { kind: 'limit_near', count: 95, usage: { used: 96, limit: 100 }, mailbox: null, read: false },
    { kind: 'limit_near', count: 80, usage: null, mailbox: null, read: false },
  ])
})

test('limits the list to fifty and counts all unread', async () => {
  const who = await signUp(app)
  for (let n = 0; n < 52; n += 1) await ring(who, `${n}`)
  const { notifications, unread } = await list(who)
  expect(notifications).toHaveLength(50)
  expect(unread).toBe(52)
  expect((await read(who, 'all')).unread).toBe(0)
})

test('marks one, then all as read; repeating changes nothing', async () => {
  const who = await signUp(app)
  await ring(who, 'a')
  await ring(who, 'b')
  const [first] = (await list(who)).notifications
  const id = first?.id ?? ''
  expect((await read(who, [id])).unread).toBe(1)
  expect((await read(who, [id])).notifications.find((one) => one.id === id)?.read).toBe(true)
  expect(await read(who, 'all')).toMatchObject({ unread: 0, notifications: [{ read: true }, { read: true }] })
})

test("neither shows nor marks another user's notifications", async () => {
  const [who, other] = [await signUp(app), await signUp(app)]
  await ring(who, 'mine')
  const [mine] = (await list(who)).notifications
  expect(await read(other, [mine?.id ?? ''])).toEqual({ notifications: [], unread: 0 })
  expect(await read(other, 'all')).toEqual({ notifications: [], unread: 0 })
  expect((await list(who)).unread).toBe(1)
})

test.each([
  { action: 'read' },
  { action: 'read', which: [] },
  { action: 'read', which: ['1'] },
  { action: 'read', which: 'none' },
  { action: 'list', userId: randomUUID() },
])('refuses %j', async (input) => {
  expect(await callFunction(app, await signUp(app), 'notifications', input)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_input' } },
  })
})

describe('sorted while away', () => {
  const minutesAgo = (minutes: number): Date => new Date(app.clock.now().getTime() - minutes * 60_000)

  async function createUser() {
    const who = await signUp(app)
    const mailboxId = await connectMailbox(app, who, await newMailbox(app))
    await list(who)
    return {
      who,
      /** Time of the last visit. */
      lastVisit: (minutes: number) =>
        app.ctx.db.asService((tx) =>
          tx
            .updateTable('app.visits')
            .set({ last_seen_at: minutesAgo(minutes) })
            .where('user_id', '=', who.userId)
            .execute(),
        ),
      sorted: (minutes: number, status: 'processed' | 'left' = 'processed') =>
        app.ctx.db.asService((tx) =>
          tx
            .insertInto('email_processing_logs')
            .values({
              user_id: who.userId,
              mailbox_id: mailboxId,
              message_id: randomUUID(),
              processed_at: minutesAgo(minutes),
              status,
              reason: status === 'left' ? 'no_match' : 'sorted',
            })
            .execute(),
        ),
    }
  }

  test('is created after more than an hour, with the number of emails sorted since', async () => {
    const { who, lastVisit, sorted } = await createUser()
    await sorted(62)
    await sorted(60)
    await sorted(1)
    await sorted(1, 'left')
    await lastVisit(61)
    expect((await list(who)).notifications).toMatchObject([{ kind: 'sorted_while_away', count: 2, read: false }])
    expect(await list(who)).toMatchObject({ notifications: [{ count: 2 }], unread: 1 })
  })

  test('is not created within the hour or where nothing was sorted', async () => {
    const { who, lastVisit, sorted } = await createUser()
    await sorted(30)
    await lastVisit(59)
    expect((await list(who)).notifications).toEqual([])
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('email_processing_logs')
        .set({ processed_at: minutesAgo(600) })
        .execute(),
    )
    await lastVisit(300)
    expect((await list(who)).notifications).toEqual([])
  })

  test('adds up until it is read, then starts again', async () => {
    const { who, lastVisit, sorted } = await createUser()
    const away = async (from: number) => {
      await sorted(from - 1)
      await lastVisit(from)
      return (await list(who)).notifications
    }
    expect(await away(1000)).toMatchObject([{ count: 1 }])
    expect(await away(500)).toMatchObject([{ count: 2, read: false }])
    await read(who, 'all')
    expect(await away(100)).toMatchObject([{ count: 1, read: false }])
  })

  test('is created once for concurrent pages', async () => {
    const { who, lastVisit, sorted } = await createUser()
    await sorted(30)
    await lastVisit(120)
    await Promise.all(Array.from({ length: 6 }, () => list(who)))
    expect((await list(who)).notifications).toMatchObject([{ count: 1 }])

    // The second request waits for the lock and then sees the recent visit.
    await lastVisit(120)
    const visit = (andThen: () => Promise<unknown>) =>
      app.ctx.db.asService(async (tx) => {
        const last = await recordVisit(tx, who.userId, app.clock.now())
        await andThen()
        return last
      })
    let second: Promise<Date | null> = Promise.resolve(null)
    const first = await visit(async () => {
      second = visit(() => Promise.resolve())
      await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    })
    expect(first?.getTime()).toBeLessThan(minutesAgo(119).getTime())
    expect((await second)?.getTime()).toBeGreaterThan(minutesAgo(5).getTime())
  })
})
