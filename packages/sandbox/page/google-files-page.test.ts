import { expect, test } from 'vitest'
import { createWithoutApi } from '../google/drive/create-without-api.ts'
import { driveOf } from '../google/drive/drive-call.ts'
import { createGoogleAccount } from '../google/google-accounts.ts'
import { createSandboxState } from '../sandbox-state.ts'
import { pageRoutes } from './routes.ts'

const KIM = 'kim@gmail.example'
const hostile = `<script>alert(1)</script>"'&.txt`

function start() {
  const sandbox = createSandboxState({ demo: false })
  const account = createGoogleAccount(sandbox.google.accounts, { email: KIM, name: 'Kim' })
  const drive = driveOf(sandbox, account)
  const app = pageRoutes(sandbox)
  const get = (path: string) => app.request(path, { headers: { Host: 'localhost:3001' } })
  const put = (path: string, text: string | null, madeBy: string | null) =>
    createWithoutApi(drive, 0, { path, mimeType: 'text/html', bytes: text === null ? null : Buffer.from(text), madeBy })
  return { get, put }
}

test('links to the files of an account, with their creator and trash state', async () => {
  const { get, put } = start()
  put('/Invoices/a.pdf', 'hello', 'mailroom-sandbox').trashed = true
  put('/Notes', null, null)
  const home = await (await get('/')).text()
  const path = /href="(\/files\/google\/[^"]+)"/.exec(home)?.[1] ?? ''
  expect(home).toContain('3 files')
  const page = await (await get(path)).text()
  for (const part of [
    'Google Drive: <bdi>Kim</bdi>',
    '/Invoices/',
    'a.pdf',
    'By Mailroom',
    'By hand',
    'In the trash',
    '5 B of',
  ])
    expect(page).toContain(part)
})

test('escapes names, and sends a file as an untyped download', async () => {
  const { get, put } = start()
  const { id } = put(`/${hostile}`, '<b>hello</b>', null)
  const page = await (await get(`/files/google/${KIM}`)).text()
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;')
  const file = await get(`/files/google/${KIM}/${id}`)
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['<b>hello</b>', 'application/octet-stream'])
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
})

test('returns 404 for an unknown account or file', async () => {
  const { get } = start()
  expect((await get('/files/google/nobody@gmail.example')).status).toBe(404)
  expect((await get(`/files/google/${KIM}/unknown`)).status).toBe(404)
  expect(await (await get(`/files/google/${KIM}`)).text()).toContain('Nothing is kept here yet.')
})
