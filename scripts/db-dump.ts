/** `npm run db:dump`: generates server/db/schema.sql and server/db/rows.ts from the migrations. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { dumpDatabase } from '../server/db/schema/dump.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/schema/migrate.ts'

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'mailroom-dump-'))
try {
  await using embedded = await startEmbedded({ dataDir })
  await migrate(embedded.owner, { serverPassword: 'only for the dump' })
  for (const [name, text] of Object.entries(await dumpDatabase(embedded.owner))) {
    await writeFile(new URL(`../server/db/${name}`, import.meta.url), text)
    console.log(`wrote server/db/${name}`)
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
