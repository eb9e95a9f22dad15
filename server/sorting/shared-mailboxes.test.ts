import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectedMailbox } from '../../test/kit/mailbox.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { startNode } from '../../test/kit/start-node.ts'
import { jobConcurrencyPerQueue } from '../limits.ts'

const mailboxes = jobConcurrencyPerQueue + 1

let app: App
beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'web' } })
  for (let n = 0; n < mailboxes; n++) await connectedMailbox(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

/** More messages than are sorted meanwhile. */
async function fillMailboxes(): Promise<void> {
  await runSql(
    app.database.owner,
    `insert into app.inbox_events (mailbox_id, message_id, user_id, source, due_at, created_at)
     select id, 'gone-' || n, user_id, 'delta', now(), now() from mailboxes, generate_series(1, 1000) n`,
  )
  await app.ctx.db.asService(async (tx) => {
    const rows = await tx.selectFrom('mailboxes').select('id').execute()
    await app.ctx.jobs.enqueueAll(
      tx,
      'drain-mailbox',
      rows.map(({ id }) => ({ mailboxId: id })),
    )
  })
}

/** How many mailboxes each worker sorts now, the fewest first. */
const mailboxesOfWorkers = (): Promise<number[]> =>
  app.ctx.db.asService(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(w.mailbox_id)::integer as count from app.nodes n
      left join app.mailbox_sync_states w on w.lease_node = n.node and w.leased_until > now()
      where n.node <> ${app.ctx.presence.node} group by n.node order by count`.execute(tx)
    return rows.map(({ count }) => count)
  })

const triedMailboxes = async (): Promise<number> => {
  const rows = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.inbox_events').select('mailbox_id').distinct().where('attempts', '>', 0).execute(),
  )
  return rows.length
}

test('workers share mailboxes with many waiting messages equally, also with workers that start later', async () => {
  // All workers of this test share one process: without the delay it would be too busy to start them.
  await app.control('PUT', '/control/faults', [{ service: 'graph', path: '', delayMs: 200 }])
  await fillMailboxes()
  await using workers = new AsyncDisposableStack()
  const startWorker = async () => {
    const { ctx } = workers.use(await startNode(app, { role: 'worker' }))
    await ctx.jobs.start()
  }
  await startWorker()
  // One more mailbox than a worker sorts at a time: it gets its turn.
  await expect.poll(triedMailboxes).toBe(mailboxes)
  await startWorker()
  await expect.poll(mailboxesOfWorkers).toEqual([4, 5])
  await startWorker()
  await expect.poll(mailboxesOfWorkers).toEqual([3, 3, 3])
  // Workers that stop wait for their batch only.
  await runSql(app.database.owner, 'delete from app.inbox_events')
})
