import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../scripts/lib/free-port.ts'
import { createTestDatabase } from '../test/kit/database.ts'
import { databaseAddress } from '../test/kit/database-address.ts'
import { ofFile } from '../test/kit/of-file.ts'
import { runProgram, startFailingProxy, takePort } from '../test/kit/program.ts'
import { testSecrets } from '../test/kit/test-secrets.ts'

/** The whole program in cases that the tests of `config`, `prepare-database` and `listen` try without it. */
const database = await ofFile(createTestDatabase())
const dataDir = await mkdtemp(join(tmpdir(), 'mailroom-main-'))
afterAll(() => rm(dataDir, { recursive: true }))

const running = () => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseAddress(database.owner),
  SANDBOX_URL: 'http://127.0.0.1:9',
  ...testSecrets,
})

test('prints one line per invalid setting and exits with 1 before it changes anything', async () => {
  const empty = await mkdtemp(join(dataDir, 'empty-'))
  const { code, complaints } = await runProgram({
    DATA_DIR: empty,
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
  expect(await readdir(empty)).toEqual([])
})

test('reports an unreachable database in one line without the password', async () => {
  const unreachable = await runProgram({ ...running(), DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:9/mail' })
  expect(unreachable.complaints).toEqual(['DATABASE_URL: no database responds there (ECONNREFUSED)'])
  expect(unreachable.code).toBe(1)
})

test('requires all settings in production', async () => {
  const { code, complaints } = await runProgram({ DATA_DIR: dataDir, NODE_ENV: 'production' })
  expect(complaints).toHaveLength(4)
  expect(code).toBe(1)
})

test('reports a port in use in one line that names the setting', async () => {
  await using taken = await takePort()
  const { code, complaints } = await runProgram({ ...running(), PORT: String(taken.port) })
  expect(complaints).toEqual([`PORT: port ${taken.port} is taken; stop what uses it, or choose another one`])
  expect(code).toBe(1)
})

test.each([
  ['migrates', /mailroom-migrate/, /^DATABASE_URL: the database does not respond \(.+\)$/],
  ['opens its connections', /application_name\0mailroom\0/, /^The database does not respond \(.+\): start the node/],
])('reports an outage of the database while it %s in one line', async (_, broken, expected) => {
  await using proxy = await startFailingProxy(database, broken)
  const address = databaseAddress({ ...database.owner, host: '127.0.0.1', port: proxy.port })
  const { code, complaints } = await runProgram({ ...running(), DATABASE_URL: address })
  expect(complaints).toEqual([expect.stringMatching(expected)])
  expect(code).toBe(1)
})

test('reports when it is ready and exits cleanly on a signal', async () => {
  expect(await runProgram({ ...running(), PORT: String(await freePort()) })).toEqual({
    ready: true,
    code: 0,
    complaints: [],
  })
})

test('exits cleanly when its parent process exits', async () => {
  const ended = await runProgram({ ...running(), PORT: String(await freePort()) }, (child) => child.disconnect())
  expect(ended).toEqual({ ready: true, code: 0, complaints: [] })
})
