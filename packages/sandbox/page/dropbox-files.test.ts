import { expect, test } from 'vitest'
import { type Account, createAccount } from '../dropbox/accounts.ts'
import { commitFile } from '../dropbox/commit.ts'
import { contentOf } from '../dropbox/content.ts'
import { createWorld } from '../kit/create-world.ts'
import { pageRoutes } from './routes.ts'

const KIM = 'kim@firm.example'
const hostile = `<script>alert(1)<b>"'&.txt`

function start() {
  const world = createWorld({ demo: false })
  const account: Account = createAccount(world.dropbox.accounts, { email: KIM, name: 'Kim', quota: 100 })
  const app = pageRoutes(world)
  const get = (path: string) => app.request(path, { headers: { Host: 'localhost:3001' } })
  const put = (path: string, text: string, isPaper = false) => {
    const info = { path, mode: { tag: 'add' as const }, autorename: false, strict_conflict: false }
    return commitFile(world, account, info, contentOf(Buffer.from(text)), isPaper)
  }
  return { account, get, put }
}

test('the front page leads to what an account keeps', async () => {
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

test('names are text, and a file comes as a download of no type', async () => {
  const { get, put } = start()
  const { id } = put(`/${hostile}`, '<b>hello</b>')
  const page = await (await get(`/files/dropbox/${KIM}`)).text()
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;')
  const file = await get(`/files/dropbox/${KIM}/${id}`)
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['<b>hello</b>', 'application/octet-stream'])
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
})

test('who and what is not there is said so', async () => {
  const { get } = start()
  expect((await get('/files/dropbox/nobody@firm.example')).status).toBe(404)
  expect((await get(`/files/dropbox/${KIM}/unknown`)).status).toBe(404)
  expect(await (await get(`/files/dropbox/${KIM}`)).text()).toContain('Nothing is kept here yet.')
})
