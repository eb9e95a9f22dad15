import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openDrive, type Drive } from '../../../test/kit/file-stores.ts'
import { findConnections } from '../../connections/connection-queries.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import { readFileContext } from './read-file-context.ts'
import { docxOf, pdfOf } from './testing/sample-documents.ts'

const app = await appOfFile()
const drive = await openDrive(app, 'dropbox')
const userId = await ownerOf(drive)
// The pause after failures has ended.
beforeEach(() => app.advance('15 min'))

const put = (name: string, content: Buffer): Promise<unknown> =>
  drive.files.uploadFile(drive.token, {
    folder: ['Sales'],
    name,
    size: content.length,
    async *content(from) {
      yield await Promise.resolve(content.subarray(from))
    },
    sha256: createHash('sha256').update(content).digest('hex'),
    resumeState: null,
    saveState: async () => undefined,
    createFolder: (_, create) => create(),
  })

async function ownerOf({ email }: Drive): Promise<string> {
  const found = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.service_connections').select('user_id').where('provider_email', '=', email).execute(),
  )
  return found[0]?.user_id ?? ''
}

await put('Price list pumps.pdf', pdfOf('Pump A costs 500 euro'))
await put('Warranty of pumps.docx', docxOf('Five years on all pumps'))
await put('Diary.txt', Buffer.from('Dear diary, this is nobody else’s business.'))
await put('Pumps big.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))
await put('Pumps broken.pdf', Buffer.from('none'))
await put('Pumps.zip', Buffer.from('PK'))

const read = (query: string, more: Partial<Parameters<typeof readFileContext>[1]> = {}) =>
  readFileContext(app.ctx, { userId, source: 'all', query, maxFiles: 3, maxContextLength: 1500, ...more })

test('finds, reads and names the files that match a message; others stay private', async () => {
  const { text, files, notes } = await read('Re: What do your pumps cost?')
  expect(text).toContain('Pump A costs 500 euro')
  expect(text).toContain('Five years on all pumps')
  expect(text).not.toContain('diary')
  expect(files.map(({ name, provider }) => [name, provider])).toEqual(
    expect.arrayContaining([
      ['Price list pumps.pdf', 'dropbox'],
      ['Warranty of pumps.docx', 'dropbox'],
    ]),
  )
  expect(files.every(({ url }) => url?.startsWith('http'))).toBe(true)
  expect(notes.join(' ')).toContain('“Pumps big.csv” (Dropbox) is larger than 10 MB')
  expect(notes.join(' ')).toContain('“Pumps broken.pdf” (Dropbox) could not be read')
  expect(notes.join(' ')).not.toContain('zip')
})

test('reads no file without matching words', async () => {
  expect(await read('zeppelin')).toEqual({ text: '', files: [], notes: [] })
  expect(await read('Re: hello')).toEqual({ text: '', files: [], notes: [] })
})

test('a service that is not connected gives a note; `all` means the connected ones', async () => {
  expect(await read('pumps', { source: 'google_drive' })).toEqual({
    text: '',
    files: [],
    notes: ['Google Drive is not connected, so no files were read there.'],
  })
})

test('an error of the service gives a note', async () => {
  await drive.fault({ path: 'search', status: 503 })
  const { files, notes } = await read('pumps')
  expect(files).toEqual([])
  expect(notes.join(' ')).toContain('Dropbox did not answer well')
})

test('a file that cannot be downloaded gives a note; the others are read', async () => {
  await drive.fault({ path: '/files/download', status: 500 })
  const { files, notes } = await read('price warranty pumps', { maxFiles: 1 })
  expect(files).toHaveLength(1)
  expect(notes.join(' ')).toContain('Dropbox did not answer well')
})

test('reads no more than asked for, extends the claim before each file, and stops when it is lost', async () => {
  let held = 0
  const extendClaim = async (): Promise<void> => {
    held += 1
    await Promise.resolve()
  }
  const { text, files } = await read('pumps', { extendClaim, maxFiles: 1, maxContextLength: 500 })
  expect(files).toHaveLength(1)
  expect(text.length).toBeLessThanOrEqual(500)
  expect(held).toBeGreaterThanOrEqual(1 + files.length)
  await app.control('DELETE', '/control/requests')
  const lost = read('Re: What do your pumps cost?', { extendClaim: () => Promise.reject(new RunStopped('claim_lost')) })
  await expect(lost).rejects.toMatchObject({ stop: 'claim_lost' })
  expect(await requestsTo(app, 'dropbox')).toEqual([])
})

// Last: nothing is read any more.
test('a revoked grant gives a note and marks the connection', async () => {
  await drive.fault({ path: 'search', status: 401, times: 2 })
  const { notes } = await read('pumps')
  expect(notes).toEqual(['Dropbox needs you to connect it again, so no files were read there.'])
  const [connection] = await app.ctx.db.asService((tx) => findConnections(tx, userId))
  expect(connection?.status).toBe('needs_reauth')
})
