import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { runSql } from './run-sql.ts'

export interface TestDatabase extends AsyncDisposable {
  owner: pg.PoolConfig
  /** The server's login role, for `openDatabase`. */
  server: pg.PoolConfig
  database: string
}

/** Creates a migrated and seeded database in about 50 ms, by copying the template of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { owner, server, template } = inject('testServer')
  const database = `mailroom_test_${randomBytes(6).toString('hex')}`
  // FILE_COPY takes half the time of WAL_LOG, which writes each page twice.
  await runSql(owner, `create database ${database} template ${template} strategy file_copy`)
  return {
    owner: { ...owner, database },
    server: { ...server, database },
    database,
    [Symbol.asyncDispose]: () => runSql(owner, `drop database ${database} with (force)`),
  }
}
