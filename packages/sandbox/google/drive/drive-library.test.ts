import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { drive as driveClient } from '@googleapis/drive'
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { beforeEach, expect, test } from 'vitest'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'
import { backOf } from '../../testing/google-client.ts'
import { SCOPE } from '../../testing/google-drive-client.ts'

const KIM = 'kim@gmail.example'
const CALLBACK = 'http://127.0.0.1:3000/api/google/callback'
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM, name: 'Kim Lee' })
})

function authClient(): OAuth2Client {
  return new OAuth2Client({
    clientId: 'mailroom-sandbox',
    clientSecret: 'mailroom-sandbox-secret',
    redirectUri: CALLBACK,
    forceRefreshOnFailure: true,
    endpoints: {
      oauth2AuthBaseUrl: `${sandbox.url}/accounts.google.com/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${sandbox.url}/oauth2.googleapis.com/token`,
      oauth2RevokeUrl: `${sandbox.url}/oauth2.googleapis.com/revoke`,
    },
  })
}

async function connect(): Promise<OAuth2Client> {
  const auth = authClient()
  const { codeVerifier, codeChallenge = '' } = await auth.generateCodeVerifierAsync()
  const url = auth.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope: SCOPE,
    state: 'the state',
    code_challenge: codeChallenge,
    code_challenge_method: CodeChallengeMethod.S256,
  })
  const back = backOf(await sandbox.consent(KIM, 'accept', url))
  const { tokens } = await auth.getToken({ code: back.get('code') ?? '', codeVerifier })
  expect(tokens).toMatchObject({ scope: SCOPE, refresh_token: expect.any(String) })
  auth.setCredentials(tokens)
  return auth
}

test('works with Google’s own libraries: connect, upload, search, download, refresh and revoke', async () => {
  const auth = await connect()
  const { files, about } = driveClient({ version: 'v3', auth })
  // Only the root URL differs from the real service.
  const at = { rootUrl: `${sandbox.url}/www.googleapis.com/` }

  const me = await about.get({ fields: 'user(emailAddress),storageQuota' }, at)
  expect(me.data.user).toEqual({ emailAddress: KIM })
  expect(me.data.storageQuota?.limit).toBe('16106127360')

  const [id = ''] = (await files.generateIds({ count: 1 }, at)).data.ids ?? []
  const folder = await files.create(
    { requestBody: { name: "Kim's invoices", mimeType: 'application/vnd.google-apps.folder' }, fields: 'id' },
    at,
  )
  const parents = [folder.data.id ?? '']
  const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 128, 10])
  const upload = (more = {}) =>
    files.create(
      {
        requestBody: { name: 'invoice.pdf', parents, appProperties: { mailroom: 'yes' }, ...more },
        media: { mimeType: 'application/pdf', body: Readable.from([bytes]) },
        fields: 'id,name,size,mimeType,sha256Checksum,parents',
      },
      at,
    )
  const sha256Checksum = createHash('sha256').update(bytes).digest('hex')
  expect((await upload({ id })).data).toEqual({
    id,
    name: 'invoice.pdf',
    size: '8',
    mimeType: 'application/pdf',
    sha256Checksum,
    parents,
  })
  await expect(upload({ id })).rejects.toMatchObject({ status: 409 })

  const folderType = 'application/vnd.google-apps.folder'
  const q = `name = 'Kim\\'s invoices' and 'root' in parents and mimeType = '${folderType}' and trashed = false`
  expect((await files.list({ q, spaces: 'drive', fields: 'files(id,name),nextPageToken' }, at)).data).toEqual({
    files: [{ id: parents[0], name: "Kim's invoices" }],
  })
  const media = await files.get({ fileId: id, alt: 'media' }, { ...at, responseType: 'arraybuffer' })
  expect(Buffer.from(new Uint8Array(Object(media.data)))).toEqual(bytes)
  expect((await files.update({ fileId: id, requestBody: { trashed: true }, fields: 'trashed' }, at)).data).toEqual({
    trashed: true,
  })
  await expect(files.get({ fileId: 'unknown' }, at)).rejects.toMatchObject({
    status: 404,
    response: { data: { error: { code: 404, errors: [{ domain: 'global', reason: 'notFound' }] } } },
  })

  await sandbox.control('POST', '/clock', { advance: 'PT61M' })
  const before = auth.credentials.access_token
  expect((await about.get({ fields: 'user' }, at)).status).toBe(200)
  expect(auth.credentials.access_token).not.toBe(before)
  await auth.revokeToken(auth.credentials.refresh_token ?? '')
  await expect(auth.refreshAccessToken()).rejects.toMatchObject({ response: { data: { error: 'invalid_grant' } } })
})
