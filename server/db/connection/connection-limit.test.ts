import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { connectionFailure, explainLostDatabase } from './connection-failure.ts'
import { describeTooManyConnections, readConnectionUse } from './connection-limit.ts'

test('counts the nodes that are alive, and what the smallest limit allows them', async () => {
  await using database = await createTestDatabase()
  const { owner, server, database: name } = database
  await runSql(
    owner,
    "insert into app.nodes values (1, now() + '1 minute'), (2, now() + '1 minute'), (3, now() - interval '1 minute')",
  )
  const client = new Client(server)
  await client.connect()
  try {
    const read = () => readConnectionUse(client)
    const { rows } = await client.query<{ max: number }>("select current_setting('max_connections')::integer as max")
    expect(await read()).toEqual({ nodes: 2, allowed: (rows[0]?.max ?? 0) - 3 })
    await runSql(owner, `alter database ${name} connection limit 53`)
    expect(await read()).toEqual({ nodes: 2, allowed: 53 })
  } finally {
    await client.end()
  }
})

test('two nodes of 27 connections need 54', () => {
  expect(describeTooManyConnections({ nodes: 2, allowed: 54 }, 27)).toBeNull()
  expect(describeTooManyConnections({ nodes: 2, allowed: 53 }, 27)).toBe(
    '2 nodes may open 54 connections, and the database allows 53',
  )
})

test('a node that gets no connection says what to change', async () => {
  await using database = await createTestDatabase()
  await runSql(database.owner, `alter database ${database.database} connection limit 0`)
  const client = new Client(database.server)
  const failure = connectionFailure(await client.connect().catch((error: unknown) => error))
  expect(explainLostDatabase(failure ?? '')).toMatch(/no connection left.*DATABASE_CONNECTIONS/)
})
