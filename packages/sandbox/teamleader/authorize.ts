import { type Context, Hono } from 'hono'
import { isLoopbackAddress } from '../kit/loopback-address.ts'
import { secretOf } from '../kit/secret.ts'
import type { World } from '../kit/world.ts'
import { PageError } from './errors.ts'
import { consentPage, errorPage } from './pages.ts'
import { APP, createUser, findUser, type User } from './state.ts'

const PATH = '/oauth2/authorize'
const CODE_LIFE_MS = 10 * 60_000
const MOST_FLOWS = 1000
const CALLBACK_PATHS = new Set(['/api/teamleader/callback'])

type Request = { redirectUri: string; state: string | undefined; responseType: string }
type Page = { world: World; c: Context; request: Request; flow: string }

/** The page of consent, under /focus.teamleader.eu. Scopes are those of the app's registration: the address names none. */
export function authorizeRoutes(world: World): Hono {
  const app = new Hono()
  app.get(PATH, (c) => walk(world, c, null))
  app.post(PATH, async (c) => walk(world, c, new URLSearchParams(await c.req.text())))
  return app
}

function walk(world: World, c: Context, form: URLSearchParams | null): Response | Promise<Response> {
  const known = form?.get('flow') ?? c.req.query('flow') ?? ''
  const asked = world.teamleader.flows.get(known)
  try {
    const request = readRequest(asked ?? c.req.query())
    const page = { world, c, request, flow: asked ? known : remember(world, c.req.query()) }
    if (request.responseType !== 'code') return send(page, { error: 'unsupported_response_type' })
    return form?.has('decision') ? decide(page, form) : ask(page, c.req.query('pick') ?? '', null)
  } catch (error) {
    if (error instanceof PageError) return c.html(errorPage(error.message), 400)
    throw error
  }
}

function readRequest(given: Record<string, string>): Request {
  if (given.client_id !== APP.clientId) throw new PageError('This integration is not known.')
  const redirectUri = given.redirect_uri ?? ''
  if (!isLoopbackAddress(redirectUri, CALLBACK_PATHS))
    throw new PageError(`The redirect URI ${redirectUri} is not one of the integration's settings.`)
  return { redirectUri, state: given.state, responseType: given.response_type ?? '' }
}

function remember({ teamleader: { flows } }: World, query: Record<string, string>): string {
  const id = secretOf('', 12)
  flows.set(id, query)
  const oldest = flows.keys().next().value
  if (flows.size > MOST_FLOWS && oldest !== undefined) flows.delete(oldest)
  return id
}

function ask({ world, c, flow }: Page, account: string, problem: string | null): Response | Promise<Response> {
  const action = `/focus.teamleader.eu${PATH}`
  const users = world.demo ? [...world.teamleader.users.values()] : []
  const picks = users.map(({ email }) => ({ email, url: `${action}?${new URLSearchParams({ flow, pick: email })}` }))
  const page = consentPage({ action, flow, appName: APP.name, account, picks, mayCreate: world.demo, problem })
  return c.html(page, problem === null ? 200 : 400)
}

function decide(page: Page, form: URLSearchParams): Response | Promise<Response> {
  const { world, request, flow } = page
  const { teamleader, clock } = world
  if (form.get('decision') !== 'accept') return send(page, { error: 'access_denied' })
  const email = form.get('account')?.trim() ?? ''
  const user = findUser(teamleader, email) ?? welcome(world, email)
  if (!user) return ask(page, email, `There is no Teamleader account ${email} in this sandbox.`)
  const code = secretOf('def-code-sandbox', 48)
  const grant = { user, ended: false }
  teamleader.codes.set(code, { grant, redirectUri: request.redirectUri, expiresAt: clock.now() + CODE_LIFE_MS })
  teamleader.flows.delete(flow)
  return send(page, { code })
}

/** In the demo a stranger's address becomes an account. */
function welcome(world: World, email: string): User | undefined {
  const isAddress = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email)
  return world.demo && isAddress ? createUser(world.teamleader, { email }) : undefined
}

function send({ c, request: { redirectUri, state } }: Page, answer: Record<string, string>): Response {
  const url = new URL(redirectUri)
  const all = state === undefined ? answer : { ...answer, state }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return c.redirect(url.toString(), 302)
}
