import { beforeEach, describe, expect, test } from 'vitest'
import { at, type Client, field, listAt, sendJson, textAt, ask } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'anna@contoso.example'
const sandbox = await sandboxOfFile()
let client: Client

beforeEach(async () => {
  const folders = [
    { displayName: 'Clients', children: [{ displayName: 'Acme', children: [{ displayName: '2026' }] }] },
    { displayName: 'Hidden', isHidden: true },
    { displayName: 'Unread', searchQuery: 'isRead eq false' },
  ]
  await sandbox.control('POST', '/outlook/mailboxes', { email: EMAIL, kind: 'work', folders })
  client = await sandbox.signIn(EMAIL)
})

const names = (answer: unknown) => listAt(answer).map((folder) => at(folder, 'displayName'))
const idOf = async (path: string) => textAt((await client.get(path)).body, 'id')
const idNamed = async (name: string) => {
  const all = listAt((await client.get('/me/mailFolders?$top=100&includeHiddenFolders=true')).body)
  return textAt(
    all.find((folder) => at(folder, 'displayName') === name),
    'id',
  )
}

test('lists direct children of the root, hidden ones on request, search folders with their type', async () => {
  const list = (await client.get('/me/mailFolders?$top=100')).body
  expect(names(list)).toEqual(expect.arrayContaining(['Inbox', 'Clients', 'Unread']))
  expect(names(list)).not.toEqual(expect.arrayContaining(['Acme']))
  expect(names(list)).not.toContain('Hidden')
  expect(names((await client.get('/me/mailFolders?$top=100&includeHiddenFolders=true')).body)).toContain('Hidden')
  expect(listAt(list).find((folder) => at(folder, 'displayName') === 'Unread')).toMatchObject({
    '@odata.type': '#microsoft.graph.mailSearchFolder',
  })
  expect(JSON.stringify(list)).not.toContain('wellKnownName')
})

test('returns pages of ten by default, each folder once, and refuses a changed link', async () => {
  for (let turn = 0; turn < 12; turn++) await client.send('POST', '/me/mailFolders', { displayName: `More ${turn}` })
  const seen: unknown[] = []
  let next: string | null = '/me/mailFolders'
  let pages = 0
  while (next) {
    const { body } = await client.get(next)
    expect(listAt(body).length).toBeLessThanOrEqual(10)
    seen.push(...listAt(body).map((folder) => at(folder, 'id')))
    const link = field(body, '@odata.nextLink')
    next = typeof link === 'string' ? link : null
    pages++
  }
  expect(pages).toBeGreaterThan(1)
  expect(new Set(seen).size).toBe(seen.length)
  const link = String(field((await client.get('/me/mailFolders')).body, '@odata.nextLink'))
  expect((await client.get(link.replace('skip=10', 'skip=11'))).status).toBe(400)
})

test('accepts well-known names in any case and mailbox language', async () => {
  await sandbox.control('POST', '/outlook/mailboxes', {
    email: 'uwe@contoso.example',
    kind: 'work',
    folders: [],
    language: 'de',
  })
  const german = await sandbox.signIn('uwe@contoso.example')
  expect((await german.get('/me/mailFolders/Inbox')).body).toMatchObject({ displayName: 'Posteingang' })
  expect((await german.get("/me/mailFolders('SENTITEMS')/messages")).status).toBe(200)
  expect((await german.get('/me/mailFolders/clutter')).status).toBe(404)
})

describe('creating', () => {
  test('returns 201 with counts of 0; refuses a taken name with a configurable status', async () => {
    expect(await client.send('POST', '/me/mailFolders', { displayName: 'New' })).toMatchObject({
      status: 201,
      body: { totalItemCount: 0, childFolderCount: 0, unreadItemCount: 0, isHidden: false },
    })
    for (const status of [409, 400]) {
      await sandbox.control('PUT', '/config', { folderExistsStatus: status })
      for (const displayName of ['NEW', 'hidden']) {
        expect(await client.send('POST', '/me/mailFolders', { displayName })).toMatchObject({
          status,
          body: { error: { code: 'ErrorFolderExists' } },
        })
      }
    }
    expect(
      (await client.send('POST', `/me/mailFolders/${await idNamed('Clients')}/childFolders`, { displayName: 'New' }))
        .status,
    ).toBe(201)
  })

  test('refuses an empty name, an unknown property, a body that is not JSON, and a missing content type', async () => {
    expect((await client.send('POST', '/me/mailFolders', { displayName: '  ' })).body).toMatchObject({
      error: { code: 'ErrorInvalidParameter' },
    })
    expect(await client.send('POST', '/me/mailFolders', { displayName: 'x', colour: 'red' })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('colour') } },
    })
    const url = `${sandbox.url}/graph.microsoft.com/v1.0/me/mailFolders`
    const authorization = `Bearer ${textAt(client.tokens, 'access_token')}`
    expect(
      (
        await ask(url, {
          method: 'POST',
          body: '{"displayName":',
          headers: { authorization, 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await ask(url, {
          ...sendJson('POST', { displayName: 'x' }),
          headers: { authorization, 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(400)
  })
})

test('renaming keeps the id; refuses a taken name and default folders', async () => {
  const id = await idNamed('Clients')
  expect((await client.send('PATCH', `/me/mailFolders/${id}`, { displayName: 'Customers' })).body).toMatchObject({
    id,
    displayName: 'Customers',
  })
  expect((await client.send('PATCH', `/me/mailFolders/${id}`, { displayName: 'inbox' })).body).toMatchObject({
    error: { code: 'ErrorFolderExists' },
  })
  expect((await client.send('PATCH', '/me/mailFolders/inbox', { displayName: 'Other' })).status).toBe(400)
  expect((await client.send('DELETE', '/me/mailFolders/drafts')).body).toMatchObject({
    error: { code: 'ErrorDeleteDistinguishedFolder' },
  })
})

test('the id works after moves and until the folder is deleted from Deleted Items', async () => {
  const clients = await idNamed('Clients')
  const acme = textAt((await client.get(`/me/mailFolders/${clients}/childFolders`)).body, 'value.0.id')
  const archive = await idOf('/me/mailFolders/archive')
  expect(await client.send('POST', `/me/mailFolders/${acme}/move`, { destinationId: 'archive' })).toMatchObject({
    status: 200,
    body: { id: acme, parentFolderId: archive },
  })
  expect((await client.send('DELETE', `/me/mailFolders/${acme}`)).status).toBe(204)
  expect((await client.get(`/me/mailFolders/${acme}`)).body).toMatchObject({
    parentFolderId: await idOf('/me/mailFolders/deleteditems'),
  })
  expect((await client.send('DELETE', `/me/mailFolders/${acme}`)).status).toBe(204)
  expect((await client.get(`/me/mailFolders/${acme}`)).status).toBe(404)
})

test('updates counts immediately, or later with countDelayMs', async () => {
  await sandbox.deliver(EMAIL, { subject: 'one' })
  const second = await sandbox.deliver(EMAIL, { subject: 'two' })
  expect((await client.get('/me/mailFolders/inbox')).body).toMatchObject({ totalItemCount: 2, unreadItemCount: 2 })
  await client.send('PATCH', `/me/messages/${second}`, { isRead: true })
  expect((await client.get('/me/mailFolders/inbox')).body).toMatchObject({ totalItemCount: 2, unreadItemCount: 1 })
  await client.send('POST', `/me/messages/${second}/move`, { destinationId: 'archive' })
  expect((await client.get('/me/mailFolders/inbox')).body).toMatchObject({ totalItemCount: 1, unreadItemCount: 1 })
  expect((await client.get('/me/mailFolders/archive')).body).toMatchObject({ totalItemCount: 1, unreadItemCount: 0 })
  await sandbox.control('PUT', '/config', { countDelayMs: 60_000 })
  await sandbox.deliver(EMAIL, { subject: 'three' })
  expect((await client.get('/me/mailFolders/inbox')).body).toMatchObject({ totalItemCount: 0 })
  await sandbox.control('POST', '/clock', { advance: 'PT61S' })
  expect((await client.get('/me/mailFolders/inbox')).body).toMatchObject({ totalItemCount: 2 })
})

test('the folder delta has all folders first, then created, renamed, moved and removed ones', async () => {
  const readRound = async (start: string) => {
    const items: unknown[] = []
    for (let link = start; ; ) {
      const { body } = await client.get(link)
      items.push(...listAt(body))
      const next = field(body, '@odata.nextLink')
      if (typeof next === 'string') link = next
      else return { items, deltaLink: String(field(body, '@odata.deltaLink')) }
    }
  }
  const first = await readRound('/me/mailFolders/delta')
  expect(first.items.map((folder) => at(folder, 'displayName'))).toEqual(
    expect.arrayContaining(['Inbox', 'Clients', 'Acme', '2026']),
  )
  const made = textAt((await client.send('POST', '/me/mailFolders', { displayName: 'Made' })).body, 'id')
  const clients = await idNamed('Clients')
  await client.send('PATCH', `/me/mailFolders/${clients}`, { displayName: 'Renamed' })
  const second = await readRound(first.deltaLink)
  expect(second.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: made }),
      expect.objectContaining({ id: clients, displayName: 'Renamed' }),
    ]),
  )
  expect(second.items).toHaveLength(2)
  await sandbox.control('DELETE', `/outlook/${EMAIL}/folders/Made?forGood=true`)
  expect((await readRound(second.deltaLink)).items).toEqual([{ id: made, '@removed': { reason: 'deleted' } }])
  expect((await readRound(first.deltaLink)).items).toHaveLength(2)
})
