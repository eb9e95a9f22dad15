import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { readEncryptedLines } from '../db/backup/encrypted-file.ts'
import { newestBackup } from '../db/backup/backup-folder.ts'
import { readLastJobState } from '../jobs/queries.ts'
import { backUp } from './back-up.ts'
import { enqueueDueBackup } from './enqueue-due-backup.ts'

const app = await appOfFile()
const folder = await mkdtemp(join(tmpdir(), 'mailroom-nightly-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const passphrase = 'correct horse battery staple'
const dir = join(folder, 'backups')
const backup = { dir, passphrase, keptDays: 14 }
const databaseUrl = databaseAddress(app.database.owner)
const config = { ...app.ctx.config, databaseUrl, directDatabaseUrl: null, backup }
const nightly = () => backUp({ clock: app.clock, config })

test('a backup is written into the folder, the old ones are deleted, and other files stay', async () => {
  expect(await newestBackup(config)).toBeNull()
  await nightly()
  expect(await newestBackup(config)).toEqual(new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000))
  const [file = ''] = await readdir(dir)
  const lines = readEncryptedLines(join(dir, file), passphrase)
  expect(JSON.parse(String((await lines.next()).value))).toHaveProperty('ENCRYPTION_KEYS')
  await lines.return(undefined)
  await writeFile(join(dir, 'notes'), '')
  await app.advance('15 days')
  await nightly()
  const files = await readdir(dir)
  expect(files).toHaveLength(2)
  expect(files).toContain('notes')
  expect(files).not.toContain(file)
})

test('a backup that fails deletes none, and leaves no part of itself', async () => {
  const before = await readdir(dir)
  await app.advance('30 days')
  const unreachable = { ...config, databaseUrl: 'postgresql://mailroom@127.0.0.1:1/mailroom' }
  await expect(backUp({ clock: app.clock, config: unreachable })).rejects.toThrow()
  expect(await readdir(dir)).toEqual(before)
})

test('a backup is due once a night, which one of a timer is, and later where a machine was off', async () => {
  const enqueued = async (): Promise<boolean> => {
    await enqueueDueBackup({ ...app.ctx, config })
    const state = await app.ctx.db.asService((tx) => readLastJobState(tx, 'back-up'))
    await app.ctx.db.pool.query(`delete from pgboss.job where name = 'back-up'`)
    return state === 'waiting'
  }
  // The latest is of a night long ago.
  expect(await enqueued()).toBe(true)
  const hour = app.clock.now().getUTCHours()
  await app.advance(`${(24 + 2 - hour) % 24} hours`)
  await nightly()
  await app.advance('23 hours')
  expect(await enqueued()).toBe(false)
  await app.advance('1 hour')
  expect(await enqueued()).toBe(true)
})

test('without a folder none is written', async () => {
  await backUp({ clock: app.clock, config: { ...config, backup: null } })
  expect(await newestBackup({ backup: null })).toBeNull()
  await enqueueDueBackup({ ...app.ctx, config: { ...config, backup: null } })
})
