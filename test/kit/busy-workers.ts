import { sql } from 'kysely'
import { connectedMailbox } from './mailbox.ts'
import { runSql } from './run-sql.ts'
import { startApp } from './start-app.ts'
import { startNode } from './start-node.ts'

/** Workers of one process that sort mailboxes with more messages than are sorted meanwhile. */
export async function busyWorkers(mailboxes: number) {
  await using parts = new AsyncDisposableStack()
  // The workers run in real time.
  const app = parts.use(await startApp({ env: { ROLE: 'web' }, startsAt: null }))
  for (let n = 0; n < mailboxes; n++) await connectedMailbox(app)
  // All workers share one process: without the delay it would be too busy to start them.
  await app.faults({ service: 'graph', path: '', delayMs: 200 })
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
  const running = parts.move()
  return {
    async startWorker(): Promise<void> {
      const { ctx } = running.use(await startNode(app, { role: 'worker' }))
      await ctx.jobs.start()
    },
    /** How many mailboxes each worker sorts now, the fewest first. */
    mailboxesOfWorkers: (): Promise<number[]> =>
      app.ctx.db.asService(async (tx) => {
        const { rows } = await sql<{ count: number }>`
          select count(w.mailbox_id)::integer as count from app.nodes n
          left join app.mailbox_sync_states w on w.lease_node = n.node and w.leased_until > now()
          where n.node <> ${app.ctx.presence.node} group by n.node order by count`.execute(tx)
        return rows.map(({ count }) => count)
      }),
    triedMailboxes: async (): Promise<number> => {
      const rows = await app.ctx.db.asService((tx) =>
        tx.selectFrom('app.inbox_events').select('mailbox_id').distinct().where('attempts', '>', 0).execute(),
      )
      return rows.length
    },
    async [Symbol.asyncDispose](): Promise<void> {
      // Workers that stop wait for their batch only.
      await runSql(app.database.owner, 'delete from app.inbox_events')
      await running[Symbol.asyncDispose]()
    },
  }
}
