import { z } from 'zod'
import { beforeEach, expect, test } from 'vitest'
import { contentOf, recordUploadStates, openDrive, type Drive } from '../../../test/kit/file-stores.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

/** Specific to Google Drive: duplicate names, folders as files, ids chosen in advance. */

const app = await appOfFile()
let drive: Drive
beforeEach(async () => {
  await app.faults()
  drive = await openDrive(app, 'google_drive', 4)
})

const small = contentOf(500)
const large = contentOf(9 * 2 ** 18)
const Entries = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    path: z.string(),
    mimeType: z.string(),
    parent: z.string().nullable(),
    appProperties: z.unknown(),
    trashed: z.boolean(),
  }),
)
const entries = async () => Entries.parse(await app.control('GET', `/control/google/accounts/${drive.email}/files`))
const folders = async () => (await entries()).filter(({ mimeType }) => mimeType.endsWith('folder'))

test('uses the oldest of two folders with one name, and moves its own empty one to the trash', async () => {
  await drive.fault({ action: 'twinFolder', method: 'POST' })
  await drive.put(small, { folder: ['Bills'], name: 'a.pdf' })
  const [oldest, newest] = await folders()
  expect([oldest?.name, newest?.name]).toEqual(['Bills', 'Bills'])
  expect([oldest?.trashed, newest?.trashed]).toEqual([false, true])
  await drive.put(small, { folder: ['Bills'], name: 'b.pdf' })
  expect(await folders()).toHaveLength(2)
  expect(Object.keys(await drive.stored())).toEqual(['/Bills/a.pdf', '/Bills/b.pdf'])
})

test.for([
  ['small', small],
  ['large', large],
] as const)('a folder that goes before a %s file is made again', async ([, content]) => {
  await drive.put(contentOf(10), { folder: ['Bills'], name: 'other.pdf' })
  const last = content === small ? {} : { method: 'PUT', skip: 2 }
  await drive.fault({ action: 'folderDeleted', path: 'upload', ...last })
  await drive.put(content, { folder: ['Bills'] })
  expect(await drive.stored()).toEqual({ '/Bills/bill.pdf': content.sha256 })
})

test('leaves a newer folder of the same name empty', async () => {
  await drive.put(small, { folder: ['Bills'], name: 'a.pdf' })
  const [oldest] = await folders()
  await app.advance('1 min')
  const young = { path: '/Bills', folder: true, madeBy: 'mailroom-sandbox' }
  await app.control('POST', `/control/google/accounts/${drive.email}/files`, young)
  expect(await folders()).toHaveLength(2)
  await drive.put(small, { folder: ['Bills'], name: 'b.pdf' })
  expect((await entries()).find(({ name }) => name === 'b.pdf')?.parent).toBe(oldest?.id)
})

test('marks our files and sets their media type', async () => {
  await drive.put(small, { folder: ['Bills'] })
  expect(await entries()).toMatchObject([
    { name: 'Bills', appProperties: { mailroom: 'folder' } },
    { name: 'bill.pdf', mimeType: 'application/pdf', appProperties: { mailroom: 'file' } },
  ])
})

test('does not recreate a file that the user deleted after a lost response', async () => {
  for (const [content, last] of [
    [small, { path: 'uploadType=multipart' }],
    [large, { method: 'PUT', path: 'upload_id=', skip: 2 }],
  ] as const) {
    const { saveState, resume } = recordUploadStates()
    await drive.fault({ ...last, when: 'after', drop: true })
    await expect(drive.put(content, { saveState })).rejects.toMatchObject({ refusal: 'unknown' })
    const made = (await entries()).find(({ name }) => name === 'bill.pdf')
    await app.control('PATCH', `/control/google/accounts/${drive.email}/files/${made?.id}`, { trashed: true })
    expect(await drive.put(content, { saveState, resumeState: resume() })).toMatchObject({ id: made?.id })
    await app.control('DELETE', `/control/google/accounts/${drive.email}/files/${made?.id}`)
    const again = drive.put(content, { saveState, resumeState: resume() })
    // The session still reports the created file.
    if (content === large) expect(await again).toMatchObject({ id: made?.id })
    else await expect(again).rejects.toMatchObject({ refusal: 'conflict' })
    expect(await drive.stored()).toEqual({})
  }
})

test('cannot see other files of the user', async () => {
  await app.control('POST', `/control/google/accounts/${drive.email}/files`, {
    path: '/Bills/bill.pdf',
    text: 'theirs',
  })
  await drive.put(small, { folder: ['Bills'] })
  expect((await entries()).filter(({ path }) => path === '/Bills/bill.pdf')).toHaveLength(2)
})

test('a file in the trash is gone, and exists again once restored', async () => {
  const { id } = await drive.put(small, { folder: ['Bills'] })
  const folder = (await folders())[0]?.id ?? ''
  const read = () => drive.files.downloadFile(drive.token, id, 1000).then(({ length }) => length)
  for (const binned of [id, folder]) {
    await bin(binned, true)
    await expect(read()).rejects.toMatchObject({ refusal: 'gone' })
    await bin(binned, false)
    expect(await read()).toBe(500)
  }
})

async function bin(fileId: string, trashed: boolean): Promise<void> {
  const answer = await fetch(`${app.sandbox.url}/www.googleapis.com/drive/v3/files/${fileId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${drive.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ trashed }),
  })
  expect(answer.status).toBe(200)
}
