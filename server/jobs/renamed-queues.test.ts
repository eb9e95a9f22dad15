import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { installQueues } from './boss.ts'
import { renamedQueues } from './renamed-queues.ts'

type Row = Record<string, unknown>

test('moves unfinished jobs of a renamed queue to its successor and removes the former schedule', async () => {
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

  await installQueues(owner, (sql) => runSql(owner, sql))
  expect(await query(`select from pgboss.job where name = 'ensure-subscription'`)).toHaveLength(4)
})

const ownerSettings = ({ host, port, user, password, database }: Parameters<typeof installQueues>[0]) => ({
  ...(host === undefined ? {} : { host }),
  ...(port === undefined ? {} : { port }),
  ...(user === undefined ? {} : { user }),
  ...(typeof password === 'string' ? { password } : {}),
  ...(database === undefined ? {} : { database }),
})
