import { expect, test } from 'vitest'
import { type Account, createAccount } from '../dropbox/accounts.ts'
import { commitFile } from '../dropbox/commit-file.ts'
import { contentOf } from '../dropbox/file-content.ts'
import { createSandboxState } from '../sandbox-state.ts'
import { pageRoutes } from './routes.ts'

const KIM = 'kim@firm.example'
const hostile = `<script>alert(1)<b>"'&.txt`

function start() {
  const sandbox = createSandboxState({ demo: false })
  const account: Account = createAccount(sandbox.dropbox.accounts, { email: KIM, name: 'Kim', quota: 100 })
  const app = pageRoutes(sandbox)
  const get = (path: string) => app.request(path, { headers: { Host: 'localhost:3001' } })
  const put = (path: string, text: string, isPaper = false) => {
    const info = { path, mode: { tag: 'add' as const }, autorename: false, strict_conflict: false }
    return commitFile(sandbox, account, info, contentOf(Buffer.from(text)), isPaper)
  }
  return { account, get, put }
}

test('the front page links to the files of an account', async () => {
  const { account, get, put } = start()
  put('/Invoices/a.pdf', 'hello')
  put('/Notes', 'x', true)
  account.suspended = true
  const home = await (await get('/')).text()
  const path = /href="(\/files\/dropbox\/[^"]+)"/.exec(home)?.[1] ?? ''
  for (const part of ['2 files', 'Suspended', 'kim@firm.example']) expect(home).toContain(part)
  const page = await (await get(path)).text()
  for (const part of ['Dropbox: <bdi>Kim</bdi>', '/Invoices/', 'a.pdf', 'Folder', 'Paper', '6 B of 100 B are in use'])
    expect(page).toContain(part)
})

test('escapes names, and sends a file as an untyped download', async () => {
  const { get, put } = start()
  const { id } = put(`/${hostile}`, '<b>hello</b>')
  const page = await (await get(`/files/dropbox/${KIM}`)).text()
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;')
  const file = await get(`/files/dropbox/${KIM}/${id}`)
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['<b>hello</b>', 'application/octet-stream'])
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
})

test('returns 404 for an unknown account or file', async () => {
  const { get } = start()
  expect((await get('/files/dropbox/nobody@firm.example')).status).toBe(404)
  expect((await get(`/files/dropbox/${KIM}/unknown`)).status).toBe(404)
  expect(await (await get(`/files/dropbox/${KIM}`)).text()).toContain('Nothing is kept here yet.')
})
