import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'
import { StartupError } from './startup-error.ts'

const root = await mkdtemp(join(tmpdir(), 'mailroom-secrets-'))
afterAll(() => rm(root, { recursive: true }))

const nothingSet = (dataDir: string) => ({ dataDir, jwtSecret: null, encryptionKeys: null })

test('generates missing secrets once and reads them at the next start', async () => {
  const dataDir = join(root, 'once')
  const first = await loadSecrets(nothingSet(dataDir))
  expect(Buffer.byteLength(first.jwtSecret)).toBeGreaterThanOrEqual(32)
  expect(first.encryptionKeys.map((key) => key.length)).toEqual([32])
  expect(await loadSecrets(nothingSet(dataDir))).toEqual(first)
  expect(await loadSecrets(nothingSet(join(root, 'another')))).not.toEqual(first)
})

test('restricts file and folder to their owner', async () => {
  const dataDir = join(root, 'private')
  await loadSecrets(nothingSet(dataDir))
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o711)
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
})

test('uses configured secrets and writes no file', async () => {
  const dataDir = join(root, 'set')
  const given = { jwtSecret: 'a secret of the settings, long enough', encryptionKeys: [Buffer.alloc(32, 1)] }
  expect(await loadSecrets({ dataDir, ...given })).toEqual(given)
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})

test('agrees on one set of secrets when several starts race', async () => {
  const dataDir = join(root, 'race')
  // Each is at another step.
  const starts: Promise<unknown>[] = []
  for (let n = 0; n < 20; n++) {
    starts.push(loadSecrets(nothingSet(dataDir)))
    await nextTurn()
  }
  expect(new Set((await Promise.all(starts)).map((secrets) => JSON.stringify(secrets))).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
})

test('reports an unusable folder in one line that names the setting', async () => {
  const file = join(root, 'a-file')
  await writeFile(file, '')
  for (const [dataDir, code] of [
    [file, 'EEXIST'],
    [join(file, 'below'), 'ENOTDIR'],
  ] as const) {
    const line = `DATA_DIR: ${dataDir} cannot be used (${code}); choose a folder that this user may write in`
    await expect(loadSecrets(nothingSet(dataDir))).rejects.toThrow(new StartupError(line))
  }
})

test.each(['', '{', '{}', '{"jwtSecret":"short","encryptionKey":""}'])(
  'reports a damaged file (%j) and keeps it: the sealed data would be lost',
  async (content) => {
    const dataDir = await mkdtemp(join(root, 'damaged-'))
    const file = join(dataDir, 'secrets.json')
    await writeFile(file, content)
    await expect(loadSecrets(nothingSet(dataDir))).rejects.toThrow(StartupError)
    expect(await readFile(file, 'utf8')).toBe(content)
  },
)
