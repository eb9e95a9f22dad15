import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { installQueues } from './boss.ts'
import { renamedQueues } from './renamed-queues.ts'

type Row = Record<string, unknown>

test('moves unfinished jobs of a renamed queue to its successor and removes former schedules', async () => {
  await using database = await createTestDatabase()
  const { owner } = database
  const query = async (sql: string): Promise<Row[]> => {
    const client = new Client(owner)
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }
  const [waiting, duplicate, failed, running] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const former = new PgBoss({ ...ownerSettings(owner), schema: 'pgboss', supervise: false, migrate: false })
  await former.start()
  await former.createQueue('tend-subscription', { policy: 'short' })
  await former.createQueue('look-after-mailboxes', { policy: 'short' })
  await former.schedule('look-after-mailboxes', '* * * * *')
  await former.schedule('back-up', '17 2 * * *')
  await former.send('ensure-subscription', { mailboxId: duplicate }, { singletonKey: duplicate })
  for (const mailboxId of [waiting, duplicate])
    await former.send('tend-subscription', { mailboxId }, { singletonKey: mailboxId })
  await former.send('tend-subscription', { mailboxId: failed }, { singletonKey: failed, priority: 1 })
  await query(`update pgboss.job set state = 'retry', retry_count = 1 where data ->> 'mailboxId' = '${failed}'`)
  await former.send('tend-subscription', { mailboxId: running }, { singletonKey: running })
  await query(`update pgboss.job set state = 'active', started_on = now() where data ->> 'mailboxId' = '${running}'`)
  await former.stop({ graceful: false })

  await installQueues(owner, (sql) => runSql(owner, sql))

  const jobs = await query(
    `select name, state, data ->> 'mailboxId' as mailbox from pgboss.job where name like '%-subscription'`,
  )
  expect(jobs).toHaveLength(4)
  expect(jobs).toEqual(
    expect.arrayContaining([
      { name: 'ensure-subscription', state: 'created', mailbox: waiting },
      { name: 'ensure-subscription', state: 'created', mailbox: duplicate },
      { name: 'ensure-subscription', state: 'retry', mailbox: failed },
      { name: 'ensure-subscription', state: 'active', mailbox: running },
    ]),
  )
  const names = Object.keys(renamedQueues)
  const queues = await query('select name from pgboss.queue')
  expect(queues.filter(({ name }) => names.includes(String(name)))).toEqual([])
  const schedules = (await query('select name from pgboss.schedule')).map(({ name }) => name)
  expect(schedules).toContain('reconcile-mailboxes')
  expect(schedules).not.toContain('look-after-mailboxes')
  expect(schedules).not.toContain('back-up')

  await installQueues(owner, (sql) => runSql(owner, sql))
  expect(await query(`select from pgboss.job where name = 'ensure-subscription'`)).toHaveLength(4)
})

test('moves a job that a node of the former version sends while the queues are renamed', async () => {
  await using database = await createTestDatabase()
  const { owner } = database
  const mailboxId = randomUUID()
  const former = new PgBoss({ ...ownerSettings(owner), schema: 'pgboss', supervise: false, migrate: false })
  await former.start()
  await former.createQueue('tend-subscription', { policy: 'short' })
  const node = new Client(owner)
  const observer = new Client(owner)
  await node.connect()
  await observer.connect()
  try {
    await node.query('begin')
    await former.send(
      'tend-subscription',
      { mailboxId },
      { db: { executeSql: (text, values) => node.query(text, values) } },
    )
    const installed = installQueues(owner, (sql) => runSql(owner, sql))
    await expect.poll(async () => (await observer.query(waitingBackends)).rowCount).toBeGreaterThan(0)
    await node.query('commit')
    await installed
    const { rows } = await observer.query(`select name from pgboss.job where data ->> 'mailboxId' = '${mailboxId}'`)
    expect(rows).toEqual([{ name: 'ensure-subscription' }])
  } finally {
    await node.end()
    await observer.end()
    await former.stop({ graceful: false })
  }
})

const waitingBackends = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const ownerSettings = ({ host, port, user, password, database }: Parameters<typeof installQueues>[0]) => ({
  ...(host === undefined ? {} : { host }),
  ...(port === undefined ? {} : { port }),
  ...(user === undefined ? {} : { user }),
  ...(typeof password === 'string' ? { password } : {}),
  ...(database === undefined ? {} : { database }),
})
