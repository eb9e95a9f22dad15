import { z } from 'zod'
import { beforeEach, expect, test } from 'vitest'
import { requestsTo, signUp } from '../../../test/kit/outlook.ts'
import { allServices, connectService } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { withConnection } from '../../connections/with-connection.ts'
import type { Crm } from './crm.ts'
import type { ServiceRefusal } from './service-error.ts'

const app = await appOfFile({ env: allServices })
let email: string
let token: string
let crm: Crm
beforeEach(async () => {
  await app.faults()
  const who = await signUp(app)
  email = await connectService(app, who, 'teamleader')
  await withConnection(app.ctx, { userId: who.userId, provider: 'teamleader' }, async (service, access) => {
    if (!service.crm) throw new Error('TeamLeader keeps no customers')
    crm = service.crm
    token = access
  })
})

const jane = { address: 'jane@shop.example', firstName: 'Jane', lastName: 'van den Berg' }
const deal = { title: 'An offer for chairs', summary: 'Asked by mail.\nMailroom run-1' }
const mark = 'Mailroom run-1'
/** Looks before creating, as the action does. */
const contact = async (more: Partial<typeof jane> = {}) => {
  const fields = { ...jane, ...more }
  return (await crm.findContact(token, fields.address)) ?? crm.createContact(token, fields)
}
const dealOf = async (contactId: string, more: Partial<typeof deal> = {}) =>
  (await crm.findDeal(token, { contactId, mark })) ?? crm.createDeal(token, { contactId, ...deal, ...more })
const Kept = z.object({ account: z.string() }).loose()
async function kept(what: 'contacts' | 'deals') {
  const all = z.record(z.string(), z.array(Kept)).parse(await app.control('GET', '/control/teamleader'))
  return (all[what] ?? []).filter(({ account }) => account === email)
}
const fault = (rule: object) => app.faults({ service: 'teamleader', mailbox: email, times: 1, ...rule })

test('creates a contact and finds it case-insensitively', async () => {
  expect(await crm.findContact(token, jane.address)).toBeNull()
  const made = await crm.createContact(token, jane)
  expect(made).toEqual({ id: expect.any(String), url: expect.stringMatching(/^https:/) })
  expect(await crm.findContact(token, 'JANE@Shop.example')).toEqual(made)
  await crm.createContact(token, { address: 'x@shop.example', firstName: null, lastName: 'x' })
  expect(await kept('contacts')).toMatchObject([
    { first_name: 'Jane', last_name: 'van den Berg', emails: [{ type: 'primary', email: jane.address }] },
    { first_name: null, last_name: 'x' },
  ])
})

test('finds the oldest of two contacts with one address', async () => {
  const first = await crm.createContact(token, jane)
  await crm.createContact(token, jane)
  expect(await crm.findContact(token, jane.address)).toEqual(first)
})

test('creates a deal without an amount', async () => {
  const { id } = await contact()
  const title = 'Ä'.repeat(300)
  expect(await crm.createDeal(token, { ...deal, contactId: id, title })).toMatchObject({
    url: expect.stringMatching(/^https:/),
  })
  expect(await kept('deals')).toMatchObject([{ title: 'Ä'.repeat(255), summary: deal.summary, estimated_value: null }])
})

test('finds a deal by its mark among many', async () => {
  const { id } = await contact()
  const ours = await crm.createDeal(token, { ...deal, contactId: id })
  const other = await contact({ address: 'other@shop.example' })
  await crm.createDeal(token, { ...deal, contactId: other.id })
  for (let number = 0; number < 75; number += 1)
    await crm.createDeal(token, { contactId: id, title: 'Another', summary: `Mailroom run-1${number}` })
  await app.advance('2 min')
  expect(await crm.findDeal(token, { contactId: id, mark })).toEqual(ours)
  expect(await crm.findDeal(token, { contactId: id, mark: 'Mailroom run-2' })).toBeNull()
  expect(await crm.findDeal(token, { contactId: id, mark: 'Mailroom run' })).toBeNull()
})

test('creates one contact and one deal whichever request fails', async () => {
  let lost = 0
  for (const when of ['before', 'after']) {
    for (let skip = 0; skip < 6; skip += 1) {
      const both = async () => dealOf((await contact({ address: `jane-${when}-${skip}@shop.example` })).id)
      await fault({ skip, when, drop: true })
      const error = await both().catch((reason: unknown) => reason)
      await app.faults()
      if (error instanceof Error) expect(error).toMatchObject({ name: 'ServiceError', refusal: 'unknown' })
      // A created record counts even if reading it failed.
      else expect(error).toMatchObject(skip === 5 ? { url: null } : { url: expect.any(String) })
      await both()
      lost += 1
    }
  }
  expect(await kept('contacts')).toHaveLength(lost)
  expect(await kept('deals')).toHaveLength(lost)
})

test.for<[object, ServiceRefusal, object?]>([
  [{ status: 400 }, 'refused'],
  [{ status: 401 }, 'unauthorized'],
  [{ status: 403 }, 'scope'],
  [{ status: 404 }, 'gone'],
  [{ status: 429 }, 'later', { retryAfterMs: expect.any(Number) }],
  [{ status: 429, retryAfter: 120 }, 'later', { retryAfterMs: 120_000 }],
  [{ status: 500 }, 'later'],
  [{ status: 502 }, 'later'],
  [{ status: 503 }, 'later'],
  [{ status: 200, body: 'no JSON', contentType: 'text/html' }, 'unknown'],
])('reads %j', async ([rule, refusal, more = {}]) => {
  await fault({ path: 'contacts.add', ...rule })
  await expect(contact()).rejects.toMatchObject({ vendor: 'teamleader', refusal, ...more })
  expect(await kept('contacts')).toEqual([])
})

test('sends the API version with each call', async () => {
  await app.control('DELETE', '/control/requests')
  await contact()
  const calls = (await requestsTo(app, 'teamleader')).filter(({ url }) => url.includes('contacts.'))
  expect(calls).toHaveLength(3)
  for (const { headers } of calls) expect(headers['x-api-version']).toBe('2023-09-26')
})
