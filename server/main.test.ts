import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../scripts/lib/free-port.ts'
import { createTestDatabase, type TestDatabase } from '../test/kit/database.ts'
import { databaseAddress } from '../test/kit/database-address.ts'
import { runProgram } from '../test/kit/program.ts'
import { testSecrets } from '../test/kit/test-secrets.ts'

let database: TestDatabase
let dataDir = ''
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'mailroom-main-'))
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

const running = () => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseAddress(database.owner),
  SANDBOX_URL: 'http://127.0.0.1:9',
  ...testSecrets,
})

test('prints one line per invalid setting and exits with 1 before it changes anything', async () => {
  const { code, complaints } = await runProgram({
    DATA_DIR: dataDir,
    PORT: 'http',
    ROLE: 'queen',
    DATABASE_URL: 'mysql://localhost/mail',
    GOOGLE_CLIENT_ID: 'only the id',
  })
  expect(complaints.map((line) => line.split(':')[0] ?? '').toSorted()).toEqual([
    'DATABASE_URL',
    'GOOGLE_CLIENT_SECRET',
    'PORT',
    'ROLE',
  ])
  expect(code).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
})

test('reports when it is ready and exits cleanly on a signal', async () => {
  expect(await runProgram({ ...running(), PORT: String(await freePort()) })).toEqual({
    ready: true,
    code: 0,
    complaints: [],
  })
})
