import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { restorePartBytes, type RestoreState } from '../../contract/restore.ts'
import { backupOfFile, passphrase } from '../../test/kit/backup-of-file.ts'
import { contentOf } from '../../test/kit/database-content.ts'
import { startOwnServer } from '../../test/kit/own-server.ts'
import { postFromReboundPage } from '../../test/kit/rebound-page.ts'
import { goodPassword, newEmail } from '../../test/kit/start-accounts.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'

const { file, before } = await backupOfFile()
const folder = await mkdtemp(join(tmpdir(), 'mailroom-restore-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const dataDir = join(folder, 'data')
const backupDir = join(folder, 'backups')
const name = 'mailroom-2026-11-29T021700Z'
await mkdir(backupDir)
await copyFile(file, join(backupDir, name))

/** A fresh installation whose encryption key is generated. All databases of the tests share the password of a role. */
const startFresh = () =>
  startOwnServer({
    ENCRYPTION_KEYS: undefined,
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
  })

type Server = Awaited<ReturnType<typeof startFresh>>

function callsOf({ url }: Pick<Server, 'url'>) {
  const config = async () => (await fetch(`${url}/config.json`)).json()
  async function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
    const { anonKey } = await config()
    return fetch(url + path, { method: 'POST', body, headers: { apikey: anonKey, ...headers } })
  }
  return {
    post,
    config,
    state: async (): Promise<RestoreState | null> => {
      const response = await fetch(`${url}/api/restore`).catch(() => null)
      return response?.status === 200 ? response.json() : null
    },
    restore: async (action: 'check' | 'restore', source: object, words = passphrase) => {
      const response = await post('/api/restore', JSON.stringify({ action, source, passphrase: words }))
      return { status: response.status, body: await response.json() }
    },
    /** Once the node runs again: why the restore failed, or who may sign up now. */
    async outcome(): Promise<string | null> {
      let found: string | null = null
      await expect
        .poll(async () => {
          const body = await fetch(`${url}/api/restore`).then(
            (response) => response.json(),
            () => null,
          )
          found = body?.failure ?? (body?.error && (await config()).signUp)
          return found
        })
        .toBeTruthy()
      return found
    },
    signUp: async () =>
      post('/auth/v1/signup', JSON.stringify({ email: newEmail(), password: goodPassword }), {
        'content-type': 'application/json',
      }),
  }
}

async function uploadFile({ post }: ReturnType<typeof callsOf>, bytes: Buffer): Promise<{ upload: string }> {
  const upload = randomBytes(16).toString('hex')
  for (let at = 0; at < bytes.length; at += restorePartBytes) {
    const part = new Uint8Array(bytes.subarray(at, at + restorePartBytes))
    const response = await post(`/api/restore/upload?upload=${upload}&at=${at}&size=${bytes.length}`, part)
    expect(response.status).toBe(200)
  }
  return { upload }
}

test('an uploaded backup replaces a fresh installation, with its secrets, and only once', async () => {
  await using server = await startFresh()
  const calls = callsOf(server)
  expect(await calls.state()).toMatchObject({ state: 'open', failure: null, backups: [{ name }] })
  const source = await uploadFile(calls, await readFile(file))
  expect(await calls.restore('check', source, 'a wrong passphrase')).toMatchObject({
    status: 409,
    body: { error: { code: 'restore_refused', message: 'The passphrase is wrong, or the backup is damaged.' } },
  })
  const contents = { users: 1, version: expect.any(String), writtenAt: expect.any(String) }
  const found = await calls.restore('check', source)
  expect(found).toMatchObject({ status: 200, body: contents })
  expect(found.body.toSet).toContain('PRODUCT_NAME')

  const generated = await readFile(join(dataDir, 'secrets.json'), 'utf8')
  expect(await calls.restore('restore', source)).toMatchObject({ status: 200 })
  await expect.poll(calls.state).toMatchObject({ state: 'restoring' })
  const statusOf = async (path: string): Promise<number> => (await fetch(server.url + path)).status
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
  expect(await calls.outcome()).toBe('invited')
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).not.toBe(generated)
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toContain(testSecrets.ENCRYPTION_KEYS)
  expect(await contentOf(server.owner)).toEqual(before)
  expect(await readdir(dataDir)).not.toContain('restore')
  expect(await calls.state()).toBeNull()
  expect((await calls.restore('restore', { name })).status).toBe(404)
  expect((await calls.signUp()).status).toBe(422)
})

test('of a restore and a first account at once only one takes place', async () => {
  await using server = await startFresh()
  const calls = callsOf(server)
  const [restored, ...accounts] = await Promise.all([
    calls.restore('restore', { name }).then(({ status }) => status === 200),
    ...Array.from({ length: 3 }, () => calls.signUp().then(({ status }) => status === 200)),
  ])
  // The reading of the backup takes longer than a sign-up.
  expect([restored, accounts.filter(Boolean)]).toEqual([false, [true]])
  expect(await calls.state()).toBeNull()
})

test('an upload is refused without the key of the page, after an interruption and without space', async () => {
  await using server = await startFresh()
  const { config, post, restore } = callsOf(server)
  const upload = randomBytes(16).toString('hex')
  const path = (at: number, size = 100) => `/api/restore/upload?upload=${upload}&at=${at}&size=${size}`
  const codeOf = async (response: Promise<Response>) => (await (await response).json()).error?.code
  expect(await codeOf(fetch(server.url + path(0), { method: 'POST', body: 'text' }))).toBe('unauthorized')
  const headers = { apikey: (await config()).anonKey }
  expect(await postFromReboundPage(server.url + path(0), { headers, body: 'text' })).toContain('other_address')
  expect(await codeOf(post(path(0, 2 ** 50), 'text'))).toBe('disk_full')
  expect(await codeOf(post(path(4), 'text'))).toBe('upload_interrupted')
  expect(await codeOf(post(path(0), 'text'))).toBeUndefined()
  expect(await codeOf(post(path(2, 3), 'text'))).toBe('invalid_input')
  // What the first part has claimed is no limit of what is written later.
  expect(await codeOf(post(path(4, 2 ** 50), 'text'))).toBe('disk_full')
  expect(await codeOf(post(path(0), 'text'))).toBeUndefined()
  expect(await codeOf(post(path(50), 'text'))).toBe('upload_interrupted')
  expect((await restore('check', { upload })).body.error.message).toBe('This file is no backup of Mailroom.')
  expect((await restore('check', { name: '../secrets.json' })).body.error.code).toBe('backup_not_found')
  expect((await restore('check', { upload: '../secrets.json' })).body.error.code).toBe('invalid_input')
})

test('the sandbox offers no restore', async () => {
  await using server = await startOwnServer({
    SANDBOX: undefined,
    SANDBOX_URL: 'http://127.0.0.1:9',
    SIGN_UP: 'first',
    DATA_DIR: dataDir,
  })
  expect((await fetch(`${server.url}/api/restore`)).status).toBe(404)
})
