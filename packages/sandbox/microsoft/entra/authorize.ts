import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { findMailbox } from '../outlook.ts'
import { secretOf } from '../../kit/secret.ts'
import type { World } from '../../kit/world.ts'
import type { Account } from '../model.ts'
import { type AuthorizeRequest, PageError, readAuthorizeRequest, RedirectError } from './authorize-request.ts'
import { adminApprovalPage, consentPage, errorPage, formPostPage } from './pages.ts'
import { grantOf, tenantOf } from './state.ts'

const SESSION_COOKIE = 'ESTSAUTH'
const CODE_LIFE_MS = 10 * 60_000
const MOST_FLOWS = 1000

/** `mountAuthorize` answers the sign-in pages; the token endpoint is in `token.ts`. */
export function authorizeRoutes(world: World): Hono {
  const app = new Hono()
  app.get('/:tenant/oauth2/v2.0/authorize', (c) => walk(world, c, c.req.query()))
  app.post('/:tenant/oauth2/v2.0/authorize', async (c) => {
    const form = Object.fromEntries(new URLSearchParams(await c.req.text()))
    return walk(world, c, { ...c.req.query(), ...form })
  })
  return app
}

async function walk(world: World, c: Context, given: Record<string, string>): Promise<Response> {
  const tenant = c.req.param('tenant') ?? 'common'
  const flow = world.entra.flows.get(given.flow ?? '')
  const parameters = flow ? { ...flow.parameters, ...answerOf(given) } : given
  try {
    const request = readAuthorizeRequest(world, tenant, parameters)
    const page = { world, c, request, flowId: flow ? (given.flow ?? '') : rememberFlow(world, tenant, given) }
    if (given.decision && c.req.method === 'POST') return decide(page, given.decision, given.account ?? '')
    return begin(page, given.pick)
  } catch (error) {
    if (error instanceof PageError) return c.html(errorPage(error.message), 400)
    if (error instanceof RedirectError) {
      const { subcode } = error
      const about = subcode === undefined ? {} : { error_subcode: subcode }
      return send(c, error.request, { error: error.error, ...about, error_description: error.message })
    }
    throw error
  }
}

function answerOf({ account, decision, pick }: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ account, decision, pick }).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])),
  )
}

function rememberFlow(world: World, tenant: string, parameters: Record<string, string>): string {
  const id = secretOf('', 12)
  world.entra.flows.set(id, { tenant, parameters })
  const oldest = world.entra.flows.keys().next().value
  if (world.entra.flows.size > MOST_FLOWS && oldest !== undefined) world.entra.flows.delete(oldest)
  return id
}

type Page = { world: World; c: Context; request: AuthorizeRequest; flowId: string }

/** Silent where one session lives and nobody asked for a page. */
function begin(page: Page, pick: string | undefined): Response {
  const { request } = page
  const account = sessionOf(page)
  const consented = account ? hasConsented(page, account) : false
  if (request.prompt === 'none') {
    if (!account)
      throw new RedirectError(
        'login_required',
        'AADSTS50058: A silent sign-in request was sent but no user is signed in.',
        request,
      )
    if (!consented)
      throw new RedirectError(
        'consent_required',
        'AADSTS65001: The user or administrator has not consented to use the application.',
        request,
      )
    return finish(page, account)
  }
  if (!request.prompt && account && consented) return finish(page, account)
  return ask(page, pick ?? request.loginHint, null)
}

/** The account that is signed in; a hint at another one lets it be asked for. */
function sessionOf(page: Page): Account | undefined {
  const { world, c, request } = page
  const account = accountIn(page, world.entra.sessions.get(getCookie(c, SESSION_COOKIE) ?? '') ?? '')
  const isHinted = request.loginHint === '' || account?.email.toLowerCase() === request.loginHint.toLowerCase()
  return isHinted ? account : undefined
}

function ask(page: Page, account: string, problem: string | null): Response {
  const { world, c, request, flowId } = page
  const action = pathOf(page)
  const accounts = [...world.outlook.mailboxes.values()].slice(0, 50).map(({ account: { email, displayName } }) => ({
    email,
    displayName,
    pickUrl: `${action}?${new URLSearchParams({ flow: flowId, pick: email })}`,
  }))
  const { app, scopes } = request
  const content = { action, flow: flowId, appName: app.name, scopes, account, mayCreate: world.demo, problem, accounts }
  return c.html(consentPage({ ...content, accounts: world.demo ? accounts : [] }), problem ? 400 : 200)
}

function decide(page: Page, decision: string, typed: string): Response {
  const { world, c, request, flowId } = page
  if (decision === 'return') {
    throw new RedirectError(
      'access_denied',
      'AADSTS90094: An administrator of the organization has to grant the permissions.',
      request,
    )
  }
  if (decision !== 'accept') {
    const text = typed
      ? 'AADSTS65004: User declined to consent to access the app.'
      : 'the user canceled the authentication'
    throw new RedirectError('access_denied', text, request, 'cancel')
  }
  const email = typed.trim()
  if (!email) return ask(page, '', 'Enter an account.')
  if (world.demo && world.welcome && isAddress(email) && !findMailbox(world.outlook, email)) world.welcome(email)
  const account = accountIn(page, email)
  if (!account)
    return ask(page, email, `We couldn't find an account with that username. ${email} doesn't exist in this sandbox.`)
  const refusal = refusalOf(account, request.tenant)
  if (refusal) return ask(page, email, refusal)
  const tenant = tenantOf(world.entra, account.tenantId)
  if (tenant.userConsentForbidden && !tenant.adminConsented) {
    return c.html(
      adminApprovalPage({ action: pathOf(page), flow: flowId, account: email, appName: request.app.name }),
      200,
    )
  }
  const session = secretOf('', 24)
  world.entra.sessions.set(session, account.email)
  setCookie(c, SESSION_COOKIE, session, { path: '/login.microsoftonline.com', httpOnly: true, sameSite: 'Lax' })
  return finish(page, account)
}

function accountIn({ world }: Page, email: string): Account | undefined {
  return findMailbox(world.outlook, email)?.account
}

function isAddress(text: string): boolean {
  return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text)
}

function refusalOf(account: Account, tenant: string): string | null {
  if (account.disabled) return 'AADSTS50057: The user account is disabled.'
  const personal = account.kind === 'personal'
  if (personal && tenant === 'organizations') {
    return "AADSTS50020: You can't sign in here with a personal account. Use your work or school account instead."
  }
  if (!personal && tenant === 'consumers') {
    return "AADSTS50020: You can't sign in here with a work or school account. Use your personal account instead."
  }
  if (['common', 'organizations', 'consumers'].includes(tenant)) return null
  return account.tenantId === tenant || account.email.toLowerCase().endsWith(`@${tenant.toLowerCase()}`)
    ? null
    : `AADSTS50020: The account does not exist in tenant '${tenant}'.`
}

/** An admin may allow fewer scopes than were asked for; the rest is left out in silence. */
function grantable({ request }: Page, account: Account): string[] {
  const limit = account.grantableScopes
  return limit ? request.scopes.filter((scope) => !scope.includes('.') || limit.includes(scope)) : request.scopes
}

function hasConsented(page: Page, account: Account): boolean {
  const { world, request } = page
  if (tenantOf(world.entra, account.tenantId).adminConsented) return true
  const grant = grantOf(world.entra, account.email, request.app.clientId)
  return grantable(page, account).every((scope) => grant.scopes.has(scope))
}

function finish(page: Page, account: Account): Response {
  const { world, c, request, flowId } = page
  const { entra, clock } = world
  const scopes = grantable(page, account)
  const grant = grantOf(entra, account.email, request.app.clientId)
  for (const scope of scopes) grant.scopes.add(scope)
  const code = secretOf('0.ASBX', 48)
  const { redirectUri, tenant, nonce, challenge } = request
  const about = { clientId: request.app.clientId, redirectUri, tenant, email: account.email, scopes, nonce, challenge }
  entra.codes.set(code, { ...about, expiresAt: clock.now() + CODE_LIFE_MS, used: false })
  entra.flows.delete(flowId)
  return send(c, request, { code })
}

type Back = Pick<AuthorizeRequest, 'redirectUri' | 'responseMode' | 'state'>

function send(c: Context, { redirectUri, responseMode, state }: Back, answer: Record<string, string>): Response {
  const all = state === undefined ? answer : { ...answer, state }
  if (responseMode === 'form_post') return c.html(formPostPage(redirectUri, all))
  const url = new URL(redirectUri)
  if (responseMode === 'fragment') url.hash = new URLSearchParams(all).toString()
  else for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return c.redirect(url.toString(), 302)
}

function pathOf({ request }: Page): string {
  return `/login.microsoftonline.com/${request.tenant}/oauth2/v2.0/authorize`
}
