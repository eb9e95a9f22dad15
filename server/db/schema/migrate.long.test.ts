import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../test/kit/embedded.ts'
import { fastTemporaryFolder } from '../../../test/kit/fast-temporary-folder.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { migrate } from './migrate.ts'

/** A cluster of its own: that of the other tests has the roles already. */
test('creates common roles once when databases of one server race', async () => {
  const dataDir = await mkdtemp(path.join(await fastTemporaryFolder(), 'mailroom-migrate-'))
  try {
    await using embedded = await startEmbedded({ dataDir })
    const owners = ['one', 'two', 'three'].map((database) => ({ ...embedded.owner, database }))
    for (const { database } of owners) await runSql(embedded.owner, `create database ${database}`)
    const servers = await Promise.all(owners.map((owner) => migrate(owner, { serverPassword: 'a password' })))
    for (const { server } of servers)
      expect(await ask(server, 'select current_user::text as role')).toEqual([{ role: 'mailroom_server' }])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
