import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { readJson, readStrictly } from '../kit/strict.ts'
import type { World } from '../kit/world.ts'
import { bearerOf } from './bearer.ts'
import { addContact, contactIn, listContacts, renderContact } from './contacts.ts'
import { createDeal, dealIn, listDeals, renderDeal } from './deals.ts'
import { ApiError, apiErrorBody } from './errors.ts'
import { limitHeaders, takePlace } from './limit.ts'
import { ById, ContactBody, ContactList, DealBody, DealList, Nothing } from './model.ts'
import type { User } from './state.ts'

type Call = (world: World, user: User, body: unknown) => unknown
type Entry = { status: 200 | 201; run: Call }

function call<T>(schema: z.ZodType<T>, run: (world: World, user: User, body: T) => unknown, status: 200 | 201 = 200) {
  return {
    status,
    run: (world: World, user: User, body: unknown) => {
      const read = readStrictly(schema, body, 'request')
      if (!read.ok) throw new ApiError(400, read.problem)
      return run(world, user, read.value)
    },
  }
}

const CALLS: Record<string, Entry> = {
  'users.me': call(Nothing, (_, user) => renderUser(user)),
  'contacts.add': call(
    ContactBody,
    (world, user, body) => ({ type: 'contact', id: addContact(world, user, body).id }),
    201,
  ),
  'contacts.list': call(ContactList, (_, user, body) => listContacts(user, body)),
  'contacts.info': call(ById, (_, user, { id }) => renderContact(contactIn(user, id))),
  'deals.create': call(DealBody, (world, user, body) => ({ type: 'deal', id: createDeal(world, user, body).id }), 201),
  'deals.list': call(DealList, (_, user, body) => listDeals(user, body)),
  'deals.info': call(ById, (_, user, { id }) => renderDeal(user, dealIn(user, id))),
}

/** Under /api.focus.teamleader.eu: every call is a POST of JSON to `resource.action`. */
export function apiRoutes(world: World): Hono {
  const app = new Hono()
  app.all('/:call', async (c) => {
    try {
      return await answer(world, c)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return Response.json(apiErrorBody(error.status, error.message), { status: error.status })
    }
  })
  return app
}

async function answer(world: World, c: Context): Promise<Response> {
  const user = bearerOf(world, c.req.header('authorization') ?? null)
  if (!user) throw new ApiError(401, 'Unauthorized')
  if (!takePlace(world, user)) throw new ApiError(429, 'API rate limit exceeded')
  const entry = CALLS[c.req.param('call') ?? '']
  if (!entry) throw new ApiError(404, 'Not found')
  if (c.req.method !== 'POST') throw new ApiError(405, 'Method not allowed')
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const json = bytes.byteLength === 0 ? { ok: true as const, value: {} } : readJson(bytes)
  if (!json.ok) throw new ApiError(400, 'The request body is not valid JSON')
  return c.json({ data: entry.run(world, user, json.value) }, entry.status)
}

/** Whatever the answer, a fault's too, it tells how many calls are left. */
export function withLimits(world: World) {
  return async (c: Context, next: () => Promise<void>) => {
    await next()
    const user = bearerOf(world, c.req.header('authorization') ?? null)
    if (!user) return
    for (const [name, value] of Object.entries(limitHeaders(world, user, c.res.status === 429))) c.header(name, value)
  }
}

function renderUser({ id, accountId, firstName, lastName, email }: User) {
  return {
    id,
    account: { type: 'account', id: accountId },
    first_name: firstName,
    last_name: lastName,
    email,
    email_verification_status: 'confirmed',
    telephones: [],
    language: 'nl-BE',
    function: null,
    time_zone: 'Europe/Brussels',
    preferences: { invoiceable: true },
  }
}
