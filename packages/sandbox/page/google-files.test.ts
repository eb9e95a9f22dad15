import { expect, test } from 'vitest'
import { putByHand } from '../google/drive/by-hand.ts'
import { driveOf } from '../google/drive/call.ts'
import { createPerson } from '../google/people.ts'
import { createWorld } from '../kit/create-world.ts'
import { pageRoutes } from './routes.ts'

const KIM = 'kim@gmail.example'
const hostile = `<script>alert(1)</script>"'&.txt`

function start() {
  const world = createWorld({ demo: false })
  const person = createPerson(world.google.people, { email: KIM, name: 'Kim' })
  const drive = driveOf(world, person)
  const app = pageRoutes(world)
  const get = (path: string) => app.request(path, { headers: { Host: 'localhost:3001' } })
  const put = (path: string, text: string | null, madeBy: string | null) =>
    putByHand(drive, 0, { path, mimeType: 'text/html', bytes: text === null ? null : Buffer.from(text), madeBy })
  return { get, put }
}

test('the front page leads to what an account keeps, each with who made it and whether it is in the trash', async () => {
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

test('names are text, and a file comes as a download of no type', async () => {
  const { get, put } = start()
  const { id } = put(`/${hostile}`, '<b>hello</b>', null)
  const page = await (await get(`/files/google/${KIM}`)).text()
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;')
  const file = await get(`/files/google/${KIM}/${id}`)
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['<b>hello</b>', 'application/octet-stream'])
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
})

test('who and what is not there is said so', async () => {
  const { get } = start()
  expect((await get('/files/google/nobody@gmail.example')).status).toBe(404)
  expect((await get(`/files/google/${KIM}/unknown`)).status).toBe(404)
  expect(await (await get(`/files/google/${KIM}`)).text()).toContain('Nothing is kept here yet.')
})
