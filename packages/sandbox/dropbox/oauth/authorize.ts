import { type Context, Hono } from 'hono'
import { secretOf } from '../../kit/secret.ts'
import type { World } from '../../kit/world.ts'
import { type Account, createAccount, findAccount } from '../accounts.ts'
import { PageError } from '../errors.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { consentPage, errorPage } from './pages.ts'

const PATH = '/oauth2/authorize'
const ACTION = `/www.dropbox.com${PATH}`
const CODE_LIFE_MS = 10 * 60_000
const MOST_FLOWS = 1000
const MOST_SHOWN = 50

type Page = { world: World; c: Context; request: AuthorizeRequest; flowId: string }

/** The sign-in and consent page, under /www.dropbox.com. */
export function authorizeRoutes(world: World): Hono {
  const app = new Hono()
  app.get(PATH, (c) => walk(world, c, new URL(c.req.url).searchParams, null))
  app.post(PATH, async (c) => walk(world, c, new URL(c.req.url).searchParams, new URLSearchParams(await c.req.text())))
  // What a person opens by a file's address; whose Dropbox it is, the browser would know.
  app.get('/home/*', (c) => c.redirect('/'))
  return app
}

type Answer = Response | Promise<Response>

function walk(world: World, c: Context, query: URLSearchParams, form: URLSearchParams | null): Answer {
  const flowId = form?.get('flow') ?? query.get('flow') ?? ''
  const flow = world.dropbox.flows.get(flowId)
  const asked = flow ? new URLSearchParams(flow) : query
  try {
    const request = readAuthorizeRequest(world, asked)
    const page = { world, c, request, flowId: flow ? flowId : rememberFlow(world, asked) }
    return form?.has('decision') ? decide(page, form) : ask(page, flow ? (query.get('pick') ?? '') : '', null)
  } catch (error) {
    if (error instanceof PageError) return c.html(errorPage(error), 400)
    throw error
  }
}

function rememberFlow({ dropbox }: World, query: URLSearchParams): string {
  const id = secretOf('', 12)
  dropbox.flows.set(id, Object.fromEntries(query))
  const oldest = dropbox.flows.keys().next().value
  if (dropbox.flows.size > MOST_FLOWS && oldest !== undefined) dropbox.flows.delete(oldest)
  return id
}

function ask({ world, c, request, flowId }: Page, account: string, problem: string | null): Answer {
  const accounts = world.demo ? [...world.dropbox.accounts.values()].slice(0, MOST_SHOWN) : []
  const shown = accounts.map(({ email, name }) => ({
    email,
    name,
    pickUrl: `${ACTION}?${new URLSearchParams({ flow: flowId, pick: email })}`,
  }))
  const content = { action: ACTION, flow: flowId, appName: request.app.name, scopes: request.scopes, account, problem }
  return c.html(consentPage({ ...content, accounts: shown, mayCreate: world.demo }), problem === null ? 200 : 400)
}

function decide(page: Page, form: URLSearchParams): Answer {
  const { world, request, flowId } = page
  const { dropbox, clock } = world
  if (form.get('decision') !== 'accept') {
    dropbox.flows.delete(flowId)
    return send(page, {
      error: 'access_denied',
      error_description: 'The user chose not to give your app access to their Dropbox account.',
    })
  }
  const email = form.get('account')?.trim() ?? ''
  if (email === '') return ask(page, '', 'Please enter your email')
  const account = findAccount(dropbox.accounts, email) ?? welcome(world, email)
  if (!account) return ask(page, email, `There is no Dropbox account ${email} in this sandbox.`)
  if (account.suspended) return ask(page, email, 'This account is suspended.')
  const { app, redirectUri, scopes, challenge, offline } = request
  const code = secretOf('SBX', 32)
  const about = { email: account.email, clientId: app.clientId, redirectUri, scopes, challenge, offline }
  dropbox.codes.set(code, { ...about, expiresAt: clock.now() + CODE_LIFE_MS, used: false })
  dropbox.flows.delete(flowId)
  return send(page, { code })
}

/** In the demo a stranger's address becomes an account. */
function welcome(world: World, email: string): Account | undefined {
  const isAddress = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email)
  return world.demo && isAddress ? createAccount(world.dropbox.accounts, { email }) : undefined
}

function send({ c, request }: Page, answer: Record<string, string>): Answer {
  const url = new URL(request.redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (request.state !== undefined) url.searchParams.set('state', request.state)
  return c.redirect(url.toString(), 302)
}
