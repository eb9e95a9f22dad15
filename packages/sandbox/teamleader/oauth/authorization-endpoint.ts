import type { Hono } from 'hono'
import { html } from 'hono/html'
import { freshCode } from '../../kit/oauth/authorization-code.ts'
import { authorizationRoutes } from '../../kit/oauth/authorization-endpoint.ts'
import type { Parameters, PageError } from '../../kit/oauth/redirect.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { createUser, findUser, type TeamleaderSandbox, type User } from '../state.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { type ConsentForm, consentPage, vendorPage, type VendorTheme } from '../../kit/oauth/vendor-page.ts'
import type { Html } from '../../kit/page-frame.ts'

const THEME: VendorTheme = {
  label: 'Teamleader sandbox',
  style:
    '--font:Inter;--ground:#f4f5fa;--ink:#2a3b4d;--quiet:#55606b;--edge:#82828c;--accent:#006b5e;' +
    '--round:4px;--corner:6px;--shadow:0 1px 4px #2a3b4d33',
}

function teamleaderConsentPage(form: ConsentForm, { appName }: AuthorizeRequest): Html {
  const texts = {
    title: `Authorize ${appName}`,
    accountLabel: 'Email',
    newAccountHint: 'An address that is new here gets a Teamleader account of its own.',
    permissions: html`<h2>${appName} wants to access your Teamleader account</h2>
<ul><li>See who you are <small>(users)</small></li>
<li>See and add contacts <small>(contacts)</small></li>
<li>See and add deals <small>(deals)</small></li></ul>`,
    accept: 'Allow',
  }
  return consentPage(THEME, texts, form)
}

function teamleaderErrorPage({ message }: PageError): Html {
  return vendorPage(THEME, 'Something is wrong with this integration', html`<p class="problem">${message}</p>`)
}

/** The consent page, under /focus.teamleader.eu. The registration of the app sets the scopes, not the request. */
export function authorizeRoutes(sandbox: TeamleaderSandbox): Hono {
  const { teamleader } = sandbox
  return authorizationRoutes<AuthorizeRequest, User>({
    path: '/oauth2/authorize',
    flows: () => teamleader.flows,
    readRequest: readAuthorizeRequest,
    isDemo: () => sandbox.demo,
    listAccounts: () => [...teamleader.users.values()].map(({ email }) => ({ email })),
    findAccount: (email) => findUser(teamleader, email),
    createAccount: (email) => createUser(teamleader, { email }),
    problems: {
      unknown: (email) => `There is no Teamleader account ${email} in this sandbox.`,
      disallowed: () => null,
    },
    denial: () => ({ error: 'access_denied' }),
    issueCode: (user, request) => issueCode(sandbox, user, request),
    theme: THEME,
    consentPage: teamleaderConsentPage,
    errorPage: teamleaderErrorPage,
  })
}

function issueCode(
  { teamleader, clock }: TeamleaderSandbox,
  user: User,
  { clientId, redirectUri }: AuthorizeRequest,
): Parameters {
  const code = randomSecret('def-code-sandbox', 48)
  const grant = { user, ended: false }
  teamleader.codes.set(code, { grant, clientId, redirectUri, challenge: null, ...freshCode(clock) })
  return { code }
}
