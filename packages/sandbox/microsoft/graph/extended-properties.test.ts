import { beforeEach, expect, test } from 'vitest'
import { type Client, listAt, textAt } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'anna@contoso.example'
const FIRST = 'String {00020329-0000-0000-c000-000000000046} Name first'
const SECOND = 'String {00020329-0000-0000-c000-000000000046} Name second'
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' }
const sandbox = await sandboxOfFile()
let client: Client
let original: string

beforeEach(async () => {
  await sandbox.control('POST', '/outlook/mailboxes', { email: EMAIL, kind: 'work', folders: [] })
  client = await sandbox.signIn(EMAIL)
  original = await sandbox.deliver(EMAIL, { subject: 'Question' })
})

const expand = (id: string) => `$expand=${encodeURIComponent(`singleValueExtendedProperties($filter=id eq '${id}')`)}`
const find = (value: string, query = '') => {
  const filter = `singleValueExtendedProperties/any(ep:ep/id eq '${FIRST}' and startswith(ep/value,'${value}'))`
  return client.get(`/me/messages?$select=id&$filter=${encodeURIComponent(filter)}${query}`)
}
const properties = async (id: string, name: string) =>
  listAt((await client.get(`/me/messages/${id}?$select=id&${expand(name)}`)).body, 'singleValueExtendedProperties')

test('creates a reply with extended properties, and finds it by them in any folder', async () => {
  const message = {
    singleValueExtendedProperties: [{ id: FIRST, value: 'effect-1' }],
    internetMessageHeaders: [{ name: 'x-mine', value: 'effect-1' }],
  }
  const made = await client.send('POST', `/me/messages/${original}/createReply`, { message }, IMMUTABLE)
  expect(made.status).toBe(201)
  const id = textAt(made.body, 'id')
  expect(listAt((await find('effect-1')).body)).toHaveLength(1)
  expect(listAt((await find('effect-2')).body)).toEqual([])
  expect(listAt((await find('effect-1')).body)[0]).not.toHaveProperty('singleValueExtendedProperties')
  expect(listAt((await find('effect-1', `&${expand(FIRST)}`)).body)).toMatchObject([
    { singleValueExtendedProperties: [{ id: FIRST, value: 'effect-1' }] },
  ])
  await client.send('DELETE', `/me/messages/${id}`)
  expect(listAt((await find('effect-1')).body)).toHaveLength(1)

  const change = { singleValueExtendedProperties: [{ id: SECOND, value: 'b' }] }
  await client.send('PATCH', `/me/messages/${id}`, change)
  await client.send('PATCH', `/me/messages/${id}`, {
    singleValueExtendedProperties: [{ id: FIRST, value: 'effect-1 written' }],
  })
  expect(await properties(id, FIRST)).toEqual([{ id: FIRST, value: 'effect-1 written' }])
  expect(await properties(id, SECOND)).toEqual([{ id: SECOND, value: 'b' }])
})

test('refuses to expand them without an id', async () => {
  expect((await client.get('/me/messages?$expand=singleValueExtendedProperties')).status).toBe(400)
})
