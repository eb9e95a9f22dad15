import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { readEncryptedLines } from '../db/backup/encrypted-file.ts'
import { newestBackup } from '../db/backup/backup-folder.ts'
import { backUp } from './back-up.ts'

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

test('without a folder none is written', async () => {
  await backUp({ clock: app.clock, config: { ...config, backup: null } })
  expect(await newestBackup({ backup: null })).toBeNull()
})
