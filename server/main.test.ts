import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from '../test/kit/program.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mailroom-main-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

// That it is ready and exits cleanly on a signal: `startWorker` and `main.long.test.ts`.
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
