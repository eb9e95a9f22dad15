import { Dropbox, DropboxAuth, DropboxResponseError } from 'dropbox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestSandbox, textAt, type TestSandbox } from '../testing/sandbox-client.ts'
import { accept, CALLBACK, connect, filesOf } from '../testing/dropbox-client.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox[Symbol.asyncDispose]())

/** The library accepts no base URL, so its calls are redirected here. */
function fetchIn(to: TestSandbox): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const options: RequestInit & { duplex: 'half' } = { ...init, duplex: 'half' }
    return fetch(`${to.url}/${url.host}${url.pathname}${url.search}`, options)
  }
}

async function libraryFor(email: string): Promise<Dropbox> {
  const { tokens } = await connect(sandbox, email)
  return new Dropbox({ accessToken: textAt(tokens, 'access_token'), fetch: fetchIn(sandbox) })
}

async function errorOf(run: Promise<unknown>): Promise<DropboxResponseError<unknown>> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DropboxResponseError)) throw new Error(`no refusal: ${String(error)}`)
  return error
}

test('works with the official library: upload, session, listing, search and download', async () => {
  const dropbox = await libraryFor('alice@firm.example')
  expect((await dropbox.usersGetCurrentAccount()).result).toMatchObject({ email: 'alice@firm.example' })

  const path = '/Füü/naïve ☺.txt'
  const { result: file } = await dropbox.filesUpload({ path, contents: 'hello', mode: { '.tag': 'add' } })
  expect(file).toMatchObject({ path_display: path, size: 5, name: 'naïve ☺.txt' })
  expect((await dropbox.filesGetMetadata({ path })).result).toMatchObject({ '.tag': 'file', rev: file.rev })
  expect((await dropbox.filesDownload({ path })).result).toMatchObject({
    path_display: path,
    fileBinary: Buffer.from('hello'),
  })

  const { result: begun } = await dropbox.filesUploadSessionStart({ contents: Buffer.alloc(70_000, 'a') })
  const cursor = { session_id: begun.session_id, offset: 70_000 }
  await dropbox.filesUploadSessionAppendV2({ cursor, contents: Buffer.alloc(70_000, 'b') })
  const { result: whole } = await dropbox.filesUploadSessionFinish({
    cursor: { ...cursor, offset: 140_000 },
    commit: { path: '/Scans/long.bin', autorename: true },
    contents: Buffer.from('end'),
  })
  expect(whole).toMatchObject({ path_display: '/Scans/long.bin', size: 140_003 })

  await dropbox.filesCreateFolderV2({ path: '/Empty' })
  const { result: listed } = await dropbox.filesListFolder({ path: '', limit: 2 })
  expect(listed.has_more).toBe(true)
  const { result: more } = await dropbox.filesListFolderContinue({ cursor: listed.cursor })
  expect([...listed.entries, ...more.entries].map(({ name }) => name).toSorted()).toEqual(['Empty', 'Füü', 'Scans'])

  const { result: found } = await dropbox.filesSearchV2({ query: 'naïve' })
  expect(found.matches).toMatchObject([{ metadata: { '.tag': 'metadata', metadata: { path_display: path } } }])

  await dropbox.authTokenRevoke()
  expect((await errorOf(dropbox.usersGetCurrentAccount())).status).toBe(401)
  expect(await filesOf(sandbox, 'alice@firm.example')).toEqual({ [path]: 5, '/Scans/long.bin': 140_003 })
})

test('returns errors that the library understands', async () => {
  const dropbox = await libraryFor('alice@firm.example')
  await dropbox.filesCreateFolderV2({ path: '/Work' })
  const twice = await errorOf(dropbox.filesCreateFolderV2({ path: '/work' }))
  expect(twice).toMatchObject({
    status: 409,
    error: { error: { '.tag': 'path', path: { '.tag': 'conflict', conflict: { '.tag': 'folder' } } } },
  })
  const malformed = await errorOf(dropbox.filesGetMetadata({ path: 'no-slash' }))
  expect(malformed.status).toBe(400)
  expect(malformed.error).toMatch(/^Error in call to API function "files\/get_metadata": request body: path/)
  await sandbox.control('PUT', '/faults', [
    { service: 'dropbox', path: '/upload$', status: 429, retryAfter: 3, error: 'too_many_write_operations', times: 1 },
  ])
  const many = await errorOf(dropbox.filesUpload({ path: '/a.txt', contents: 'a' }))
  expect(many).toMatchObject({
    status: 429,
    error: { error: { reason: { '.tag': 'too_many_write_operations' }, retry_after: 3 } },
  })
})

test("works with the library's own sign-in, for an app without a secret", async () => {
  await sandbox.control('POST', '/dropbox/accounts', { email: 'alice@firm.example' })
  const auth = new DropboxAuth({ clientId: 'mailroom-sandbox', fetch: fetchIn(sandbox) })
  await auth.getAuthenticationUrl(CALLBACK, 'the state', 'code', 'offline', undefined, undefined, true)
  const code_challenge = await challengeOf(auth.getCodeVerifier())
  const back = await accept(sandbox, 'alice@firm.example', { code_challenge })
  const { result } = await auth.getAccessTokenFromCode(CALLBACK, back.get('code') ?? '')
  auth.setRefreshToken(textAt(result, 'refresh_token'))
  await auth.checkAndRefreshAccessToken()
  const dropbox = new Dropbox({ auth, fetch: fetchIn(sandbox) })
  expect((await dropbox.usersGetCurrentAccount()).result.email).toBe('alice@firm.example')
})

async function challengeOf(verifier: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')
}
