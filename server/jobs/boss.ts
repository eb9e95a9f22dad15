import { PgBoss, type Db, type Queue } from 'pg-boss'
import type { ConnectionSettings } from '../db/connection/connection.ts'
import { queues, type JobName } from './queues.ts'
import { openQueueDatabase } from '../db/queue-database.ts'
import { moveRenamedQueues } from './renamed-queues.ts'

/** Interval in which a node expires and deletes jobs. */
const jobSuperviseIntervalSeconds = 30
export const jobRetryLimit = 3
const jobRetryDelaySeconds = 1
const jobRetryMaxDelaySeconds = 60
/** A job that runs longer counts as failed. */
const jobExpirySeconds = 15 * 60
const finishedJobRetentionSeconds = 24 * 3600

const schema = 'pgboss'

export const jobNames = Object.keys(queues).filter((name): name is JobName => name in queues)

const queueSettings: Omit<Queue, 'name'> = {
  notify: true,
  // Few retries: jobs only wake modules up, which keep pending work and its retry schedule in their own tables.
  retryLimit: jobRetryLimit,
  retryDelay: jobRetryDelaySeconds,
  retryBackoff: true,
  retryDelayMax: jobRetryMaxDelaySeconds,
  expireInSeconds: jobExpirySeconds,
  deleteAfterSeconds: finishedJobRetentionSeconds,
}

/**
 * Creates pg-boss's tables, the queues and their schedules, and grants them to the server's roles. The migrations run
 * it as the owner; the server itself has no privilege to change tables.
 */
export async function installQueues(owner: ConnectionSettings, run: (sql: string) => Promise<unknown>): Promise<void> {
  await using db = openQueueDatabase(owner, { onError: () => undefined })
  const boss = new PgBoss({
    schema,
    db,
    supervise: false,
    schedule: true,
    createSchema: true,
    migrate: true,
  })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    for (const name of jobNames) {
      const queue = queues[name]
      // `short`: at most one waiting job per key. A policy that waits for the active job would block until its time-out
      // after a crash; concurrent work on one mailbox is prevented by its lease, which ends with the process.
      if (await boss.getQueue(name)) await boss.updateQueue(name, queueSettings)
      else await boss.createQueue(name, { ...queueSettings, policy: 'short' })
      if ('cron' in queue) await boss.schedule(name, queue.cron, {}, { tz: 'UTC' })
      // A former version may have scheduled it.
      else await boss.unschedule(name)
    }
    await moveRenamedQueues(boss, run)
  } finally {
    await boss.stop({ graceful: false })
  }
  for (const role of ['mailroom_server', 'service_role', 'accounts_service']) {
    await run(`grant usage on schema pgboss to ${role}`)
    await run(`grant select, insert, update, delete on all tables in schema pgboss to ${role}`)
    await run(`grant usage on all sequences in schema pgboss to ${role}`)
    await run(`grant execute on all functions in schema pgboss to ${role}`)
  }
}

/** Instance of the running server: changes rows, never the schema. */
export function openBoss(db: Db): PgBoss {
  return new PgBoss({
    schema,
    db,
    createSchema: false,
    migrate: false,
    reindex: false,
    useListenNotify: true,
    // Jobs that wait for others, which we have none of; the default is every five seconds.
    flowIntervalSeconds: 3600,
    superviseIntervalSeconds: jobSuperviseIntervalSeconds,
    monitorIntervalSeconds: jobSuperviseIntervalSeconds,
  })
}
