import { beforeEach, expect, test } from 'vitest'
import { connectedMailbox } from '../../test/kit/mailbox.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { addMs, type Clock } from '../clock.ts'
import { drainMailbox } from './drain-mailbox.ts'

const app = await appOfFile()
const { mailboxId, user } = await connectedMailbox(app)

/** Three batches. They are not in the mailbox, so that each is tried once. */
beforeEach(async () => {
  const times = { due_at: app.clock.now(), created_at: app.clock.now() }
  const events = Array.from({ length: 45 }, (_, n) => ({
    mailbox_id: mailboxId,
    message_id: `gone-${n}`,
    user_id: user.userId,
    source: 'delta' as const,
    ...times,
  }))
  await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('app.inbox_events').execute()
    await tx.insertInto('app.inbox_events').values(events).execute()
  })
})

const takeTurn = (clock: Clock): Promise<void> => drainMailbox({ ...app.ctx, clock }, { mailboxId })

const countTried = (): Promise<number> =>
  app.ctx.db.asService(async (tx) => {
    const tried = tx.selectFrom('app.inbox_events').select('message_id').where('attempts', '>', 0)
    return (await tried.execute()).length
  })

test('a mailbox with many waiting messages is given back after its turn, and has another one', async () => {
  // Its first batch takes longer than a turn.
  let seconds = 0
  await takeTurn({ now: () => addMs(app.clock.now(), 1000 * seconds++) })
  expect(await countTried()).toBe(20)
  await app.advance('10 min')
  await app.runDueJobs()
  expect(await countTried()).toBe(45)
})

test('a turn has several batches', async () => {
  await takeTurn(app.clock)
  expect(await countTried()).toBe(45)
})
