import { expect, test } from 'vitest'
import { createSandboxState } from '../sandbox-state.ts'
import { createMailbox } from '../microsoft/create-mailbox.ts'
import { contentOf } from '../microsoft/drive/file-content.ts'
import { driveOf } from '../microsoft/drive/state.ts'
import { ensureFolder, placeFile } from '../microsoft/drive/item-tree.ts'
import { addContact } from '../teamleader/contacts.ts'
import { createDeal } from '../teamleader/deals.ts'
import { ContactBody, DealBody } from '../teamleader/model.ts'
import { createUser } from '../teamleader/state.ts'
import { pageRoutes } from './routes.ts'

const KIM = 'kim@elsewhere.example'
const hostile = `<script>alert(1)</script>"'&`

function start() {
  const sandbox = createSandboxState({ demo: false })
  createMailbox(sandbox.outlook, { email: KIM, displayName: 'Kim' })
  const app = pageRoutes(sandbox)
  const get = (path: string) => app.request(path, { headers: { Host: 'localhost:3001' } })
  return { sandbox, get }
}

test('links to the files of a OneDrive account, and sends a file as a download', async () => {
  const { sandbox, get } = start()
  expect(await (await get('/')).text()).toContain('None was used yet.')
  const drive = driveOf(sandbox, KIM)
  const folder = ensureFolder(sandbox, drive, drive.root, ['Invoices'])
  const { item } = placeFile(
    sandbox,
    drive,
    { folder, name: `${hostile}.txt`, content: contentOf(Buffer.from('hi')) },
    'fail',
  )
  const home = await (await get('/')).text()
  const page = await (await get(/href="(\/files\/onedrive\/[^"]+)"/.exec(home)?.[1] ?? '')).text()
  for (const part of ['OneDrive: <bdi>Kim</bdi>', '/Invoices/', '&lt;script&gt;', '2 B of'])
    expect(page).toContain(part)
  expect(page).not.toContain('<script')
  const file = await get(`/files/onedrive/${KIM}/${item.id}`)
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['hi', 'application/octet-stream'])
  for (const path of [`/files/onedrive/${KIM}/x`, '/files/onedrive/x', '/teamleader/x'])
    expect((await get(path)).status).toBe(404)
})

test('links to contacts and deals, and escapes their texts', async () => {
  const { sandbox, get } = start()
  const user = createUser(sandbox.teamleader, { email: KIM })
  const emails = [{ type: 'primary', email: 'lee@vos.example' }]
  const { id } = addContact(sandbox, user, ContactBody.parse({ last_name: hostile, emails }))
  const lead = { customer: { type: 'contact', id } }
  const estimated_value = { amount: 1200.5, currency: 'EUR' }
  createDeal(sandbox, user, DealBody.parse({ lead, title: 'Boats', summary: hostile, estimated_value }))
  const home = await (await get('/')).text()
  expect(home).toContain('1 contact, 1 deal')
  const page = await (await get(/href="(\/teamleader\/[^"]+)"/.exec(home)?.[1] ?? '')).text()
  for (const part of ['lee@vos.example', 'Boats', '1,200.5 EUR', '&lt;script&gt;']) expect(page).toContain(part)
  expect(page).not.toContain('<script')
})
