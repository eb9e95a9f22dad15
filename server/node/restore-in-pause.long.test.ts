import { pino } from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.ts'
import { backupOfFile, passphrase } from '../../test/kit/backup-of-file.ts'
import { contentOf } from '../../test/kit/database-content.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { openOwner } from '../backup/open-owner.ts'
import { createRestoreDesk } from '../backup/restore-desk.ts'
import { readConfig } from '../config.ts'
import { migrateDatabase } from '../prepare-database.ts'
import { loadSecrets } from '../secrets.ts'
import { restoreInPause } from './restore-in-pause.ts'

const { app, file, before, createDatabase } = await backupOfFile()
const log = pino({ level: 'silent' })

test('replaces a fresh database whose owner is no superuser, no other one, and none once the node stops', async () => {
  await using created = await createDatabase()
  const environment = readConfig({
    DATABASE_URL: databaseAddress(created.owner),
    SANDBOX: 'false',
    PORT: String(await freePort()),
    ...testSecrets,
  })
  await using opened = await openOwner(environment)
  const { owner } = opened
  const migrateFresh = async () => migrateDatabase(environment, await loadSecrets(environment), owner)
  const desk = createRestoreDesk()
  const content = () => contentOf({ ...app.database.owner, database: String(created.owner.database) })
  const restore = (stop: AbortSignal) => restoreInPause({ environment, owner, log, desk, stop }, { file, passphrase })
  await migrateFresh()
  await restore(AbortSignal.abort())
  expect(desk.failure).toMatch('The server was stopped')
  await migrateFresh()
  const { signal: running } = new AbortController()
  await restore(running)
  expect([desk.failure, await content()]).toEqual([null, before])
  await restore(running)
  expect([desk.failure, await content()]).toEqual([expect.stringContaining('An account was created'), before])
})
