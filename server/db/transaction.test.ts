import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { openDatabase } from './database.ts'
import type { Database, Tx } from './database.ts'

const testDatabase = await ofFile(createTestDatabase())

// One connection, so that what one transaction leaves behind would affect the next one.
const open = (preparesStatements = true): Promise<Database> =>
  openDatabase({
    connection: testDatabase.server,
    maxConnections: 1,
    preparesStatements,
    onError: (error) => expect.unreachable(error.message),
  })
const db = await ofFile(open())

const emails = async (): Promise<string[]> => {
  const rows = await db.asAccounts((tx) => tx.selectFrom('auth.users').select('email').orderBy('email').execute())
  return rows.map(({ email }) => email ?? '')
}
const addUser = async (tx: Tx, email: string): Promise<string> => {
  const row = await tx.insertInto('auth.users').values({ email }).returning('email').executeTakeFirstOrThrow()
  return row.email ?? ''
}
const fails = async (tx: Tx): Promise<void> => void (await sql`select 1 / 0`.execute(tx))

test('sends the last statements with the commit, and returns their responses', async () => {
  const added = await db.asAccounts(async (tx, sendLast) => {
    await addUser(tx, 'a@example.com')
    return sendLast(() => [addUser(tx, 'b@example.com'), addUser(tx, 'c@example.com')])
  })
  expect(added).toEqual(['b@example.com', 'c@example.com'])
  expect(await emails()).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
})

test('commits nothing where a statement that was sent with the commit fails', async () => {
  const before = await emails()
  const failing = db.asAccounts((tx, sendLast) =>
    sendLast(() => [addUser(tx, 'd@example.com'), fails(tx), addUser(tx, 'e@example.com')]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const swallowing = db.asAccounts((tx, sendLast) =>
    sendLast(() => [addUser(tx, 'd@example.com'), fails(tx).catch(() => undefined)]),
  )
  await expect(swallowing).rejects.toThrow('rolled back')
  expect(await emails()).toEqual(before)
})

test('refuses a statement after the commit', async () => {
  let kept: Tx | null = null
  const late = db.asAccounts((tx, sendLast) => {
    kept = tx
    return sendLast(() => [addUser(tx, 'f@example.com').then(() => addUser(tx, 'g@example.com'))])
  })
  await expect(late).rejects.toThrow('after the commit')
  if (kept) await expect(fails(kept)).rejects.toThrow('after the commit')
  // The first statement is committed: `sendLast` documents what it must contain.
  expect(await emails()).toContain('f@example.com')
  expect(await emails()).not.toContain('g@example.com')
})

test('reports why a transaction could not begin', async () => {
  const begun = db.asUser({ role: 'anon' }, (tx) => sql`select 1`.execute(tx), { settings: { timezone: 'Nowhere/No' } })
  await expect(begun).rejects.toMatchObject({ code: '22023' })
})

test('prepares statements that recur, and none where they are switched off', async () => {
  const prepared = async (on: Database): Promise<number> => {
    for (let n = 0; n < 4; n++) await on.asService((tx) => sql`select ${n}::integer as recurring`.execute(tx))
    await on.asService((tx) => sql`select 'seldom'`.execute(tx))
    const { rows } = await on.pool.query<{ statement: string }>('select statement from pg_prepared_statements')
    expect(rows.filter(({ statement }) => statement.includes('seldom'))).toEqual([])
    return rows.filter(({ statement }) => statement.includes('recurring')).length
  }
  expect(await prepared(db)).toBe(1)
  await using other = await open(false)
  expect(await prepared(other)).toBe(0)
})

test('reads whole rows of a table that gains a column in a rolling upgrade', async () => {
  const readRows = (): Promise<unknown> =>
    db.asAccounts(async (tx) => {
      await tx.selectFrom('auth.users as u').selectAll('u').execute()
      await tx
        .updateTable('auth.users')
        .set({ email: 'a@example.com' })
        .where('email', 'is', null)
        .returningAll()
        .execute()
    })
  for (let n = 0; n < 4; n++) await readRows()
  await runSql(testDatabase.owner, 'alter table auth.users add column next text')
  await readRows()
})
