import type pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'
import { queues, type JobName } from './queues.ts'

export const jobNames = Object.keys(queues).filter((name): name is JobName => name in queues)

const settings: Omit<Queue, 'name'> = {
  notify: true,
  // Wake-ups are cheap and come again by themselves; what must be retried is kept in the rooms' own tables.
  retryLimit: 3,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 15 * 60,
  deleteAfterSeconds: 24 * 3600,
}

/**
 * Creates pg-boss's tables, our queues and schedules, and lets the server's roles use them. Run by the migrations, as the owner;
 * the server itself may change no table.
 */
export async function installQueues(owner: pg.PoolConfig, run: (sql: string) => Promise<unknown>): Promise<void> {
  const boss = new PgBoss({
    ...bossConnection(owner),
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
      // `short`: at most one waiting job a key. Never a policy that waits for the active one: after a crash that one ends only by
      // time-out. Who may work on a mailbox is decided by its lease, which ends with its process.
      if (await boss.getQueue(name)) await boss.updateQueue(name, settings)
      else await boss.createQueue(name, { ...settings, policy: 'short' })
      if ('every' in queue) await boss.schedule(name, queue.every, {}, { tz: 'UTC' })
    }
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

/** The running server's instance: it changes rows, never the schema. */
export function openBoss(server: pg.PoolConfig): PgBoss {
  return new PgBoss({
    ...bossConnection(server),
    max: 6,
    createSchema: false,
    migrate: false,
    reindex: false,
    useListenNotify: true,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  })
}

/** pg-boss opens a pool of its own: LISTEN needs a connection that stays. */
function bossConnection(config: pg.PoolConfig): ConstructorParameters<typeof PgBoss>[0] & object {
  const { host, port, user, database, ssl, connectionString } = config
  const password = typeof config.password === 'string' ? config.password : undefined
  return {
    schema: 'pgboss',
    application_name: 'mailroom-jobs',
    ...(connectionString === undefined ? {} : { connectionString }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(user === undefined ? {} : { user }),
    ...(database === undefined ? {} : { database }),
    ...(password === undefined ? {} : { password }),
    ...(ssl === undefined ? {} : { ssl }),
  }
}
