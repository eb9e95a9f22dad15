import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { readJson, readStrictly } from '../kit/read-strictly.ts'
import { bearerOf } from './bearer.ts'
import { addContact, contactIn, listContacts, renderContact } from './contacts.ts'
import { createDeal, dealIn, listDeals, renderDeal } from './deals.ts'
import { ApiError, apiErrorBody } from './errors.ts'
import { countCall } from './rate-limit.ts'
import { ById, ContactBody, ContactList, DealBody, DealList, Nothing } from './model.ts'
import type { TeamleaderSandbox, User } from './state.ts'

type Handler = (sandbox: TeamleaderSandbox, user: User, body: unknown) => unknown
type ApiCall = { status: 200 | 201; run: Handler }

function call<T>(
  schema: z.ZodType<T>,
  run: (sandbox: TeamleaderSandbox, user: User, body: T) => unknown,
  status: 200 | 201 = 200,
) {
  return {
    status,
    run: (sandbox: TeamleaderSandbox, user: User, body: unknown) => {
      const read = readStrictly(schema, body, 'request')
      if (!read.ok) throw new ApiError(400, read.problem)
      return run(sandbox, user, read.value)
    },
  }
}

const CALLS: Record<string, ApiCall> = {
  'users.me': call(Nothing, (_, user) => renderUser(user)),
  'contacts.add': call(
    ContactBody,
    (sandbox, user, body) => ({ type: 'contact', id: addContact(sandbox, user, body).id }),
    201,
  ),
  'contacts.list': call(ContactList, (_, user, body) => listContacts(user, body)),
  'contacts.info': call(ById, (_, user, { id }) => renderContact(contactIn(user, id))),
  'deals.create': call(
    DealBody,
    (sandbox, user, body) => ({ type: 'deal', id: createDeal(sandbox, user, body).id }),
    201,
  ),
  'deals.list': call(DealList, (_, user, body) => listDeals(user, body)),
  'deals.info': call(ById, (_, user, { id }) => renderDeal(user, dealIn(user, id))),
}

/** Under /api.focus.teamleader.eu: a call is a POST of JSON to `resource.action`. */
export function apiRoutes(sandbox: TeamleaderSandbox): Hono {
  const app = new Hono()
  app.all('/:call', async (c) => {
    try {
      return await answer(sandbox, c)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return Response.json(apiErrorBody(error.status, error.message), { status: error.status })
    }
  })
  return app
}

async function answer(sandbox: TeamleaderSandbox, c: Context): Promise<Response> {
  const user = bearerOf(sandbox, c.req.header('authorization') ?? null)
  if (!user) throw new ApiError(401, 'Unauthorized')
  if (!countCall(sandbox, user)) throw new ApiError(429, 'API rate limit exceeded')
  const entry = CALLS[c.req.param('call') ?? '']
  if (!entry) throw new ApiError(404, 'Not found')
  if (c.req.method !== 'POST') throw new ApiError(405, 'Method not allowed')
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const json = bytes.byteLength === 0 ? { ok: true as const, value: {} } : readJson(bytes)
  if (!json.ok) throw new ApiError(400, 'The request body is not valid JSON')
  return c.json({ data: entry.run(sandbox, user, json.value) }, entry.status)
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
