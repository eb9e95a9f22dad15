import { pino } from 'pino'
import type { PoolConfig } from 'pg'
import { expect, test } from 'vitest'
import { ofFile } from '../test/kit/of-file.ts'
import { createTestDatabase } from '../test/kit/database.ts'
import { databaseAddress } from '../test/kit/database-address.ts'
import { startFailingProxy } from '../test/kit/program.ts'
import { testSecrets } from '../test/kit/test-secrets.ts'
import { createContext } from './compose.ts'
import { readConfig } from './config.ts'
import { connectionFailure, explainLostDatabase } from './db/connection/connection-failure.ts'
import { prepareDatabase } from './prepare-database.ts'
import { loadSecrets } from './secrets.ts'
import { StartupError } from './startup-error.ts'

const database = await ofFile(createTestDatabase())

async function prepare(owner: PoolConfig) {
  const config = readConfig({
    DATABASE_URL: databaseAddress(owner),
    SANDBOX_URL: 'http://127.0.0.1:9',
    ...testSecrets,
  })
  const secrets = await loadSecrets(config)
  return { config, secrets, database: await prepareDatabase(config, secrets, () => undefined) }
}

test.each([
  ['missing', { database: 'none' }, 'DATABASE_URL: there is no such database (3D000)'],
  [
    'closed to this password',
    { password: 'hidden' },
    'DATABASE_URL: the database refuses the user or the password (28P01)',
  ],
  [
    'unreachable',
    { host: '127.0.0.1', port: 9, password: 'hidden' },
    'DATABASE_URL: no database responds there (ECONNREFUSED)',
  ],
])('a database that is %s is reported in one line without the password', async (_, change, line) => {
  await expect(prepare({ ...database.owner, ...change })).rejects.toThrow(new StartupError(line))
})

test('an outage while the database is migrated is reported in one line', async () => {
  await using proxy = await startFailingProxy(database, /mailroom-migrate/)
  const failed = prepare({ ...database.owner, host: '127.0.0.1', port: proxy.port })
  await expect(failed).rejects.toThrow(StartupError)
  await expect(failed).rejects.toThrow(/^DATABASE_URL: the database does not respond \(.+\)$/)
})

test('an outage while the node opens its connections is reported in one line', async () => {
  await using proxy = await startFailingProxy(database, /application_name\0mailroom\0/)
  const prepared = await prepare({ ...database.owner, host: '127.0.0.1', port: proxy.port })
  await using _ = prepared.database
  const { config, secrets } = prepared
  const log = pino({ level: 'silent' })
  const error: unknown = await createContext({ config, secrets, ...prepared.database, log }).catch((failed) => failed)
  expect(explainLostDatabase(connectionFailure(error) ?? 'none')).toMatch(
    /^The database does not respond \((?!none).+\): start the node again/,
  )
})
