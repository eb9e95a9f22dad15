import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { randomSecret } from '../random-secret.ts'
import { PageError, type Parameters, redirectBack, RedirectError, type RedirectTarget } from './redirect.ts'
import type { ConsentForm, ShownAccount, VendorTheme } from './vendor-page.ts'
import type { Html } from '../page-frame.ts'

/** Requests whose consent page is open: the query string of each, by the id in the form. */
export type Flows = Map<string, string>

const MAX_FLOWS = 1000
const MAX_SHOWN_ACCOUNTS = 50

/** The authorization endpoint of one service (RFC 6749, section 3.1): what differs between services. */
type AuthorizationEndpoint<Request extends RedirectTarget, Account> = {
  /** The path below the host. */
  path: string
  flows: () => Flows
  /** Whether a POST may carry the parameters of the request in its body. */
  takesForm?: boolean
  /** @throws PageError or RedirectError */
  readRequest: (parameters: URLSearchParams, c: Context) => Request
  /** Whether the page lists the accounts and creates one for an unknown address. */
  isDemo: () => boolean
  listAccounts: (request: Request) => readonly ShownAccount[]
  findAccount: (email: string) => Account | undefined
  createAccount: (email: string) => Account | undefined
  /** Why the account field is refused. `disallowed` is null where the account may sign in. */
  problems: {
    noAccount?: string
    unknown: (email: string) => string
    disallowed: (account: Account, request: Request) => string | null
  }
  /** A page that stands between the decision of the user and the code. */
  interruption?: (account: Account, request: Request, form: Pick<ConsentForm, 'action' | 'flow'>) => Html | null
  denial: (form: URLSearchParams) => Parameters
  /** Saves a code. @returns the parameters of the redirect. @throws RedirectError */
  issueCode: (account: Account, request: Request, form: URLSearchParams) => Parameters
  theme: VendorTheme
  consentPage: (form: ConsentForm, request: Request) => Html
  errorPage: (error: PageError) => Html
  /** Whether `state` comes before the other parameters of the redirect. */
  stateFirst?: boolean
  /** Missing where the service always shows its page. */
  session?: SessionRules<Request, Account>
}

/** Sign-in without a page, for an account that signed in before and has consented. */
export type SessionRules<Request, Account> = {
  cookie: string
  cookiePath: string
  /** Keys of accounts, by the value of the cookie. */
  sessions: () => Map<string, string>
  keyOf: (account: Account) => string
  accountOf: (key: string) => Account | undefined
  /** Whether the request may be for this account, by its login hint. */
  isMeant: (account: Account, request: Request) => boolean
  hasConsented: (account: Account, request: Request) => boolean
  prompt: (request: Request) => 'none' | 'if needed' | 'always'
  hintedEmail: (request: Request) => string
  /** Errors of `prompt=none`. */
  loginRequired: Parameters
  consentRequired: Parameters
}

type Visit<Request extends RedirectTarget, Account> = {
  endpoint: AuthorizationEndpoint<Request, Account>
  c: Context
  request: Request
  form: URLSearchParams
  flow: string
}

type Answer = Response | Promise<Response>

export function authorizationRoutes<Request extends RedirectTarget, Account>(
  endpoint: AuthorizationEndpoint<Request, Account>,
): Hono {
  const app = new Hono()
  app.get(endpoint.path, (c) => respond(endpoint, c, new URLSearchParams()))
  app.post(endpoint.path, async (c) => respond(endpoint, c, new URLSearchParams(await c.req.text())))
  return app
}

function respond<Request extends RedirectTarget, Account>(
  endpoint: AuthorizationEndpoint<Request, Account>,
  c: Context,
  form: URLSearchParams,
): Answer {
  const query = new URL(c.req.url).searchParams
  const flow = form.get('flow') ?? query.get('flow') ?? ''
  const saved = endpoint.flows().get(flow)
  const sent = endpoint.takesForm ? new URLSearchParams([...form, ...query]) : query
  const parameters = saved === undefined ? sent : new URLSearchParams(saved)
  try {
    const request = endpoint.readRequest(parameters, c)
    const visit = { endpoint, c, request, form, flow: saved === undefined ? saveFlow(endpoint, parameters) : flow }
    return form.has('decision') ? decide(visit) : begin(visit, query.get('pick'))
  } catch (error) {
    if (error instanceof PageError) return c.html(endpoint.errorPage(error), 400)
    if (error instanceof RedirectError) return redirectBack(c, error.target, error.parameters, endpoint)
    throw error
  }
}

function saveFlow({ flows }: { flows: () => Flows }, parameters: URLSearchParams): string {
  const id = randomSecret('', 12)
  const all = flows()
  all.set(id, parameters.toString())
  const oldest = all.keys().next().value
  if (all.size > MAX_FLOWS && oldest !== undefined) all.delete(oldest)
  return id
}

/** Redirects immediately where a session allows it and the client does not ask for a page. */
function begin<Request extends RedirectTarget, Account>(visit: Visit<Request, Account>, pick: string | null): Answer {
  const { endpoint, c, request } = visit
  const { session } = endpoint
  if (!session) return showConsent(visit, pick ?? '', null)
  const known = session.accountOf(session.sessions().get(getCookie(c, session.cookie) ?? '') ?? '')
  const account = known && session.isMeant(known, request) ? known : undefined
  const prompt = session.prompt(request)
  if (prompt === 'none' && !account) throw new RedirectError(request, session.loginRequired)
  if (account && prompt !== 'always') {
    const consented = session.hasConsented(account, request)
    if (prompt === 'none' && !consented) throw new RedirectError(request, session.consentRequired)
    if (consented && (prompt === 'none' || pick === null)) return finish(visit, account)
  }
  return showConsent(visit, pick ?? session.hintedEmail(request), null)
}

function showConsent<Request extends RedirectTarget, Account>(
  { endpoint, c, request, flow }: Visit<Request, Account>,
  account: string,
  problem: string | null,
): Answer {
  const action = new URL(c.req.url).pathname
  const isDemo = endpoint.isDemo()
  const accounts = isDemo ? endpoint.listAccounts(request).slice(0, MAX_SHOWN_ACCOUNTS) : []
  const picks = accounts.map((shown) => ({
    ...shown,
    pickUrl: `${action}?${new URLSearchParams({ flow, pick: shown.email })}`,
  }))
  const form = { action, flow, account, accounts: picks, mayCreate: isDemo, problem }
  return c.html(endpoint.consentPage(form, request), problem === null ? 200 : 400)
}

function decide<Request extends RedirectTarget, Account>(visit: Visit<Request, Account>): Answer {
  const { endpoint, c, request, form, flow } = visit
  const { problems, session } = endpoint
  if (form.get('decision') !== 'accept') throw new RedirectError(request, endpoint.denial(form))
  const email = form.get('account')?.trim() ?? ''
  if (email === '' && problems.noAccount !== undefined) return showConsent(visit, '', problems.noAccount)
  const account = endpoint.findAccount(email) ?? createInDemo(endpoint, email)
  if (!account) return showConsent(visit, email, problems.unknown(email))
  const problem = problems.disallowed(account, request)
  if (problem !== null) return showConsent(visit, email, problem)
  const page = endpoint.interruption?.(account, request, { action: new URL(c.req.url).pathname, flow })
  if (page) return c.html(page)
  if (session) {
    const id = randomSecret('', 24)
    session.sessions().set(id, session.keyOf(account))
    setCookie(c, session.cookie, id, { path: session.cookiePath, httpOnly: true, sameSite: 'Lax' })
  }
  return finish(visit, account)
}

/** In the demo any address can sign in. */
function createInDemo<Account>(
  { isDemo, createAccount }: Pick<AuthorizationEndpoint<RedirectTarget, Account>, 'isDemo' | 'createAccount'>,
  email: string,
): Account | undefined {
  return isDemo() && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email) ? createAccount(email) : undefined
}

function finish<Request extends RedirectTarget, Account>(visit: Visit<Request, Account>, account: Account): Answer {
  const { endpoint, c, request, form, flow } = visit
  const parameters = endpoint.issueCode(account, request, form)
  endpoint.flows().delete(flow)
  return redirectBack(c, request, parameters, endpoint)
}
