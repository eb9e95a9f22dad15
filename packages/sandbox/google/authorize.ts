import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { secretOf } from '../kit/secret.ts'
import type { World } from '../kit/world.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { PageError, RedirectError } from './errors.ts'
import { consentPage, errorPage, formPostPage } from './pages.ts'
import { createPerson, findPerson, type Person } from './people.ts'
import { mayBeLeftOut, shownOnRedirect } from './scopes.ts'
import { findGrant, grantOf } from './state.ts'

const PATH = '/o/oauth2/v2/auth'
const ACTION = `/accounts.google.com${PATH}`
const SESSION_COOKIE = 'SID'
const CODE_LIFE_MS = 10 * 60_000
const MOST_FLOWS = 1000
const MOST_SHOWN = 50

type Page = { world: World; c: Context; request: AuthorizeRequest; flowId: string }

/** The sign-in and consent page, under /accounts.google.com. */
export function authorizeRoutes(world: World): Hono {
  const app = new Hono()
  app.get(PATH, (c) => walk(world, c, new URL(c.req.url).searchParams, null))
  app.post(PATH, async (c) => walk(world, c, new URL(c.req.url).searchParams, new URLSearchParams(await c.req.text())))
  return app
}

type Answer = Response | Promise<Response>

function walk(world: World, c: Context, query: URLSearchParams, form: URLSearchParams | null): Answer {
  const flowId = form?.get('flow') ?? query.get('flow') ?? ''
  const flow = world.google.flows.get(flowId)
  const asked = flow ? new URLSearchParams(flow) : query
  try {
    const request = readAuthorizeRequest(world, asked)
    const page = { world, c, request, flowId: flow ? flowId : rememberFlow(world, asked) }
    try {
      return form?.has('decision') ? decide(page, form) : begin(page, flow ? query.get('pick') : null)
    } catch (error) {
      if (error instanceof RedirectError) return send(page, { error: error.error })
      throw error
    }
  } catch (error) {
    if (error instanceof PageError) return c.html(errorPage(error), 400)
    throw error
  }
}

function rememberFlow({ google }: World, query: URLSearchParams): string {
  const id = secretOf('', 12)
  google.flows.set(id, Object.fromEntries(query))
  const oldest = google.flows.keys().next().value
  if (google.flows.size > MOST_FLOWS && oldest !== undefined) google.flows.delete(oldest)
  return id
}

/** Silent where the session's account has consented and nobody asked for a page. */
function begin(page: Page, pick: string | null): Answer {
  const { world, c, request } = page
  const { prompts, loginHint } = request
  const signedIn = world.google.people.get(world.google.sessions.get(getCookie(c, SESSION_COOKIE) ?? '') ?? '')
  const person = signedIn && isMeant(signedIn, request) && !signedIn.disabled ? signedIn : undefined
  if (prompts.has('none')) {
    if (!person) throw new RedirectError('login_required')
    if (!hasConsented(page, person)) throw new RedirectError('interaction_required')
    return finish(page, person, request.scopes)
  }
  if (pick === null && prompts.size === 0 && person && hasConsented(page, person)) {
    return finish(page, person, request.scopes)
  }
  const hinted = world.google.people.get(loginHint)?.email ?? loginHint
  return ask(page, pick ?? hinted, null)
}

/** A hint is an address or a `sub`. */
function isMeant(person: Person, { loginHint, hd }: AuthorizeRequest): boolean {
  const hinted = loginHint === '' || loginHint === person.sub || loginHint.toLowerCase() === person.email.toLowerCase()
  return hinted && belongsTo(person, hd)
}

function belongsTo(person: Person, hd: string): boolean {
  return hd === '' || (hd === '*' ? person.hd !== null : person.hd?.toLowerCase() === hd.toLowerCase())
}

function ask({ world, c, request, flowId }: Page, account: string, problem: string | null): Answer {
  const people = world.demo ? [...world.google.people.values()].filter((person) => belongsTo(person, request.hd)) : []
  const shown = people.slice(0, MOST_SHOWN).map((person) => ({
    person,
    pickUrl: `${ACTION}?${new URLSearchParams({ flow: flowId, pick: person.email })}`,
  }))
  const { app, scopes } = request
  const content = { action: ACTION, flow: flowId, appName: app.name, scopes, account, problem }
  return c.html(consentPage({ ...content, people: shown, mayCreate: world.demo }), problem === null ? 200 : 400)
}

function decide(page: Page, form: URLSearchParams): Answer {
  const { world, c, request } = page
  if (form.get('decision') !== 'accept') throw new RedirectError('access_denied')
  const email = form.get('account')?.trim() ?? ''
  if (email === '') return ask(page, '', 'Enter an email')
  const person = findPerson(world.google.people, email) ?? welcome(world, email)
  if (!person) return ask(page, email, `Couldn't find your Google Account. ${email} doesn't exist in this sandbox.`)
  if (person.disabled) return ask(page, email, 'Your account has been disabled.')
  if (!belongsTo(person, request.hd)) return ask(page, email, `${email} does not belong to ${request.hd}.`)
  const session = secretOf('', 24)
  world.google.sessions.set(session, person.sub)
  setCookie(c, SESSION_COOKIE, session, { path: '/accounts.google.com', httpOnly: true, sameSite: 'Lax' })
  const refused = form.getAll('refuse')
  return finish(
    page,
    person,
    request.scopes.filter((scope) => !mayBeLeftOut(scope) || !refused.includes(scope)),
  )
}

/** In the demo a stranger's address becomes an account. */
function welcome(world: World, email: string): Person | undefined {
  const isAddress = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email)
  return world.demo && isAddress ? createPerson(world.google.people, { email }) : undefined
}

function hasConsented({ world, request }: Page, { sub }: Person): boolean {
  const grant = findGrant(world.google, sub, request.app.clientId)
  return grant !== undefined && request.scopes.every((scope) => grant.scopes.has(scope))
}

function finish(page: Page, person: Person, scopes: string[]): Answer {
  const { world, request, flowId } = page
  if (scopes.length === 0) throw new RedirectError('access_denied')
  const { google, clock } = world
  const { app, redirectUri, nonce, challenge, prompts, includeGranted } = request
  // Who consented before is sent on without being asked, and then there is no refresh token.
  const consents = prompts.has('consent') || !hasConsented(page, person)
  const grant = grantOf(google, person.sub, app.clientId)
  for (const scope of scopes) grant.scopes.add(scope)
  const granted = includeGranted ? [...grant.scopes] : scopes
  const code = secretOf('4/0SBX', 48)
  const about = { grant, redirectUri, scopes: granted, nonce, challenge, offline: request.offline && consents }
  google.codes.set(code, { ...about, expiresAt: clock.now() + CODE_LIFE_MS, used: false })
  google.flows.delete(flowId)
  return send(page, {
    code,
    scope: shownOnRedirect(granted),
    authuser: '0',
    ...(person.hd === null ? {} : { hd: person.hd }),
    prompt: consents ? 'consent' : 'none',
  })
}

function send({ c, request }: Page, answer: Record<string, string>): Answer {
  const { redirectUri, responseMode, state } = request
  const all = state === undefined ? answer : { state, ...answer }
  if (responseMode === 'form_post') return c.html(formPostPage(redirectUri, all))
  const url = new URL(redirectUri)
  if (responseMode === 'fragment') url.hash = new URLSearchParams(all).toString()
  else for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return c.redirect(url.toString(), 302)
}
