import { expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { saveTimeZone } from '../../shared/user-time-zones.ts'

const app = await appOfFile({ startsAt: new Date('2030-12-31T22:45:00Z') })
const acting = await actingMailbox(app, ['draft_reply'])
const zone = { timeZone: 'Europe/Berlin', isChosen: true }
await app.ctx.db.asService((tx) => saveTimeZone(tx, acting.mailbox.user.userId, zone, { ifNotChosen: false }))

const mail = { from: 'anna@shop.example', subject: 'Hello', text: 'Could you tell me when it comes?' }
const unread = async (): Promise<number> => {
  const rung = await app.ctx.db.asService((tx) =>
    tx.selectFrom('notifications').select('read_at').where('mailbox_id', '=', acting.mailbox.mailboxId).execute(),
  )
  return rung.filter((row) => row.read_at === null).length
}
async function fails(): Promise<string | undefined> {
  const refusal = {
    service: 'graph',
    method: 'POST',
    path: '/createReply$',
    status: 403,
    mailbox: acting.mailbox.email,
  }
  await app.faults(refusal)
  const { logId } = await acting.sorted(mail)
  await app.runDueJobs()
  await app.faults()
  const [run] = await acting.runs(logId)
  expect(run?.status).toBe('failed')
  return run?.id
}

const listedFailure = async (): Promise<unknown> => {
  const { notifications } = z
    .object({ notifications: z.array(z.object({ failure: z.unknown() })) })
    .parse(await acting.mailbox.call('notifications', { action: 'list' }))
  return notifications[0]?.failure
}

test('names the latest failure, and is resolved after all failed runs were retried successfully', async () => {
  const first = await fails()
  const second = await fails()
  expect(await unread()).toBe(1)
  expect(await listedFailure()).toMatchObject({
    subject: 'Hello',
    action: 'Draft reply',
    reason: 'permission_missing',
    others: 1,
  })
  await acting.retry(first)
  await app.runDueJobs()
  expect(await unread()).toBe(1)
  const { logId } = await acting.sorted(mail)
  await app.runDueJobs()
  expect((await acting.runs(logId))[0]?.status).toBe('done')
  expect(await unread()).toBe(1)
  await acting.retry(second)
  await app.runDueJobs()
  expect(await unread()).toBe(0)
  expect(await listedFailure()).toBeNull()
})

test('notifies once a day of the user, also in the new year; each is resolved by the runs of its day', async () => {
  const last = await fails()
  await app.advance('15 min')
  const first = [await fails(), await fails()]
  expect(await unread()).toBe(2)
  await acting.retry(last)
  await app.runDueJobs()
  expect(await unread()).toBe(1)
  for (const run of first) await acting.retry(run)
  await app.runDueJobs()
  expect(await unread()).toBe(0)
})

test('one of the former version, by days in UTC, is resolved as well', async () => {
  const run = await fails()
  const key = `${acting.mailbox.mailboxId}/${app.clock.now().toISOString().slice(0, 10)}`
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('notifications')
      .set({ key })
      .where('read_at', 'is', null)
      .where('kind', '=', 'action_failed')
      .execute(),
  )
  expect(await listedFailure()).toMatchObject({ others: 0 })
  await acting.retry(run)
  await app.runDueJobs()
  expect(await unread()).toBe(0)
})
