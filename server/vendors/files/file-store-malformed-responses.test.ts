import { createServer } from 'node:http'
import { DropboxResponseError } from 'dropbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contentOf, recordUploadStates, openDrive, Stopped } from '../../../test/kit/file-stores.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { toDropboxError } from './dropbox-client.ts'
import { isMicrosoftUrl } from './onedrive-client.ts'

/** Malformed or malicious responses of file services. */

const app = await appOfFile({ env: allServices })

test.each([
  [0, 0],
  [7, 7000],
  [-3, 0],
  [1e300, 24 * 3600_000],
])('Dropbox asks to wait for %d seconds', (seconds, ms) => {
  const error = new DropboxResponseError(429, new Headers(), { error: { retry_after: seconds } })
  expect(toDropboxError(error)).toMatchObject({ refusal: 'later', retryAfterMs: ms })
})

test('stops an upload session of Google Drive that makes no progress', async () => {
  const drive = await openDrive(app, 'google_drive', 4)
  const content = contentOf(9 * 2 ** 18)
  const { saveState, resume } = recordUploadStates()
  await drive.fault({ method: 'PUT', path: 'upload_id=', skip: 1, drop: true })
  await expect(drive.put(content, { saveState })).rejects.toMatchObject({ code: 'unreachable' })
  // It first confirmed the first chunk, and then reports that it has nothing.
  await drive.fault({ method: 'PUT', path: 'upload_id=', skip: 1, status: 308, body: '' })
  await expect(drive.put(content, { saveState, resumeState: resume() })).rejects.toMatchObject({
    refusal: 'unknown',
    code: 'no_progress',
  })
})

test('rejects a Dropbox file without a size', async () => {
  const drive = await openDrive(app, 'dropbox')
  await drive.fault({ path: '/get_metadata', status: 200, body: { '.tag': 'file', name: 'bill.pdf' } })
  await expect(drive.put(contentOf(10))).rejects.toMatchObject({ refusal: 'unknown', code: 'unreadable_answer' })
})

describe('another host gets neither the token nor the file', () => {
  const received: unknown[] = []
  const other = createServer(({ method, url }, response) => {
    received.push(`${method} ${url}`)
    response.end()
  })
  let otherHost: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    otherHost = `http://127.0.0.1:${z.object({ port: z.number() }).parse(other.address()).port}`
  })
  afterAll(() => void other.close())

  test.each(['google_drive', 'onedrive'] as const)('%s: that a stored upload names', async (provider) => {
    const drive = await openDrive(app, provider, 4)
    const content = contentOf(9 * 2 ** 18)
    const half = recordUploadStates(3)
    await expect(drive.put(content, { saveState: half.saveState })).rejects.toBeInstanceOf(Stopped)
    const begun = z.looseObject({ session: z.string() }).parse(JSON.parse(half.resume() ?? ''))
    const session = begun.session.replace(/^https?:\/\/[^/]+/, otherHost)
    await drive.put(content, { resumeState: JSON.stringify({ ...begun, session }) })
    expect(await drive.stored()).toEqual({ '/bill.pdf': content.sha256 })
    expect(received).toEqual([])
  })

  test('onedrive: that a response names for a download', async () => {
    const drive = await openDrive(app, 'onedrive')
    const { id } = await drive.put(contentOf(300))
    const item = { id, name: 'bill.pdf', size: 300, file: {}, '@microsoft.graph.downloadUrl': `${otherHost}/bill.pdf` }
    await drive.fault({ method: 'GET', path: `/items/${id}`, status: 200, body: item })
    await expect(drive.files.downloadFile(drive.token, id, 300)).rejects.toMatchObject({ code: 'not_readable' })
    expect(received).toEqual([])
  })
})

const microsoft = {
  clientId: 'id',
  credential: null,
  expires: null,
  tenant: 'common',
  entraUrl: 'https://login.microsoftonline.com',
  graphUrl: 'https://graph.microsoft.com',
}
test.each([
  ['https://contoso-my.sharepoint.com/personal/a/_api/v2.0/drive/items/1/uploadSession?guid=1', true],
  ['https://sn3302.up.1drv.com/up/fe6987415ace7X4e1eF866337', true],
  ['https://api.onedrive.com/rup/1', true],
  ['https://my.microsoftpersonalcontent.com/personal/1/_layouts/15/download.aspx', true],
  ['https://graph.microsoft.com/v1.0/me', true],
  ['http://contoso-my.sharepoint.com/1', false],
  ['https://contoso-my.sharepoint.com:8443/1', false],
  ['https://user@contoso-my.sharepoint.com/1', false],
  ['https://sharepoint.com.evil.example/1', false],
  ['https://evilsharepoint.com/1', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://[::1]/', false],
  ['https://localhost/', false],
  ['file:///etc/passwd', false],
  ['', false],
])('bytes go to %s: %s', (address, isAllowed) => {
  expect(isMicrosoftUrl(microsoft, address)).toBe(isAllowed)
})
