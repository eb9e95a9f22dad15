import { beforeEach, expect, test } from 'vitest'
import { ask, at, clientWith, listAt, sendJson, textAt, startsAt } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'anna@contoso.example'
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  const folders = [
    { displayName: 'Clients', children: [{ displayName: 'Acme' }] },
    { displayName: 'Inbox', children: [{ displayName: 'Later' }] },
  ]
  await sandbox.control('POST', '/outlook/mailboxes', { email: EMAIL, kind: 'work', folders })
})

const url = (path: string) => `${sandbox.url}/control${path}`

test('creates the well-known folders and those of the request', async () => {
  const tree = listAt({ value: (await sandbox.control('GET', `/outlook/${EMAIL}/folders`)).body })
  const names = (list: unknown[]) => list.map((folder) => at(folder, 'displayName'))
  expect(names(tree)).toEqual(
    expect.arrayContaining(['Inbox', 'Drafts', 'Sent Items', 'Deleted Items', 'Junk Email', 'Archive', 'Clients']),
  )
  const find = (name: string) => tree.find((folder) => at(folder, 'displayName') === name)
  expect(names(listAt(find('Clients'), 'children'))).toEqual(['Acme'])
  expect(names(listAt(find('Inbox'), 'children'))).toEqual(['Later'])
})

test('gives tokens without the sign-in page, which read mail and are refreshed', async () => {
  const { body } = await sandbox.control('POST', `/outlook/${EMAIL}/tokens`, {})
  expect(body).toMatchObject({ account: { id: expect.any(String), tenantId: expect.any(String) } })
  const tokens = at(body, 'tokens')
  expect((await clientWith(sandbox.url, tokens).get('/me/messages')).status).toBe(200)
  const form = { grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token') }
  expect((await sandbox.token(form)).body).toMatchObject({ scope: 'User.Read Mail.ReadWrite Mail.Read' })
})

test('delivers mail to a folder by name, path or well-known name, and moves it', async () => {
  const places = [
    ['Inbox', 'Inbox'],
    ['inbox', 'Inbox'],
    ['Acme', 'Acme'],
    ['Clients/Acme', 'Acme'],
    ['sentitems', 'Sent Items'],
  ] as const
  for (const [folder, shown] of places) {
    const id = await sandbox.deliver(EMAIL, { subject: folder }, folder)
    const all = listAt({
      value: (await sandbox.control('GET', `/outlook/${EMAIL}/messages?folder=${encodeURIComponent(folder)}`)).body,
    })
    expect(all.find((message) => at(message, 'id') === id)).toMatchObject({ subject: folder, folder: shown })
  }
  const id = await sandbox.deliver(EMAIL, { subject: 'moved' })
  expect(
    (await sandbox.control('POST', `/outlook/${EMAIL}/messages/${id}/move`, { folder: 'Clients' })).body,
  ).toMatchObject({ id, folder: 'Clients' })
  expect(listAt({ value: (await sandbox.control('GET', `/outlook/${EMAIL}/messages`)).body })).toHaveLength(6)
})

test('accepts a message as Graph renders it; refuses an unknown field', async () => {
  const client = await sandbox.signIn(EMAIL)
  const id = await sandbox.deliver(EMAIL, {
    subject: 'once',
    body: { contentType: 'html', content: '<p>x</p>' },
    categories: ['Red'],
  })
  const shown = (await client.get(`/me/messages/${id}`)).body
  const again = await sandbox.deliver(EMAIL, shown, 'Acme')
  expect((await client.get(`/me/messages/${again}`)).body).toMatchObject({ subject: 'once', categories: ['Red'] })
  expect((await ask(url(`/outlook/${EMAIL}/messages`), sendJson('POST', { subjekt: 'x' }))).status).toBe(400)
})

test('refuses impossible calls with a status', async () => {
  const twin = await ask(
    url('/outlook/mailboxes'),
    sendJson('POST', { email: EMAIL.toUpperCase(), kind: 'work', folders: [] }),
  )
  const unknown = await ask(url('/outlook/unknown@x.example/folders'))
  const folder = await ask(url(`/outlook/${EMAIL}/messages?folder=Nowhere`), sendJson('POST', { subject: 'x' }))
  const kind = await ask(
    url('/outlook/mailboxes'),
    sendJson('POST', { email: 'x@y.example', kind: 'odd', folders: [] }),
  )
  const extra = await ask(url('/config'), sendJson('PUT', { nonsense: true }))
  const past = await ask(url('/clock'), sendJson('POST', { now: '2020-01-01T00:00:00Z' }))
  expect([twin, unknown, folder, kind, extra, past].map(({ status }) => status)).toEqual([409, 404, 404, 400, 400, 400])
  expect(twin.body).toMatchObject({ error: { message: expect.any(String) } })
})

test('a reset restores mailboxes, tokens, clock, settings, faults, journal and outbox', async () => {
  const client = await sandbox.signIn(EMAIL)
  const id = await sandbox.deliver(EMAIL, { subject: 'x' })
  await sandbox.control('PUT', '/config', { naturalFaults: true })
  await sandbox.control('PUT', '/faults', [{ service: 'graph', path: '', status: 500 }])
  await sandbox.control('POST', '/clock', { advance: 'P1D' })
  await sandbox.control('POST', '/reset')
  expect((await client.get('/me')).status).toBe(401)
  expect((await sandbox.control('GET', '/config')).body).toMatchObject({ naturalFaults: false })
  expect((await sandbox.control('GET', '/faults')).body).toEqual([])
  expect((await sandbox.control('GET', '/outlook/mailboxes')).body).toEqual([])
  expect(Date.parse(textAt((await sandbox.control('GET', '/info')).body, 'now'))).toBe(startsAt.getTime())
  expect(listAt({ value: (await sandbox.control('GET', '/requests')).body })).toHaveLength(1)
  await sandbox.control('POST', '/outlook/mailboxes', { email: EMAIL, kind: 'work', folders: [] })
  expect(await sandbox.deliver(EMAIL, { subject: 'x' })).not.toBe(id)
})

test('the journal has whole calls by service, without credentials, and can be cleared', async () => {
  const client = await sandbox.signIn(EMAIL)
  await client.send('POST', '/me/mailFolders', { displayName: 'New' })
  const entries = listAt({ value: (await sandbox.control('GET', '/requests?service=graph')).body })
  expect(entries).toMatchObject([
    {
      service: 'graph',
      method: 'POST',
      url: `${sandbox.url}/graph.microsoft.com/v1.0/me/mailFolders`,
      headers: { authorization: expect.stringMatching(/^Bearer \[blotted /) },
      body: { displayName: 'New' },
      status: 201,
      response: { displayName: 'New' },
      concurrency: 1,
      mailbox: EMAIL,
    },
  ])
  expect(JSON.stringify(entries)).not.toContain(textAt(client.tokens, 'access_token'))
  await sandbox.control('DELETE', '/requests?service=graph')
  expect((await sandbox.control('GET', '/requests?service=graph')).body).toEqual([])
  expect(listAt({ value: (await sandbox.control('GET', '/requests?service=entra')).body }).length).toBeGreaterThan(0)
})
