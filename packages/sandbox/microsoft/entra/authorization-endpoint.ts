import type { Hono } from 'hono'
import { html } from 'hono/html'
import { freshCode } from '../../kit/oauth/authorization-code.ts'
import { authorizationRoutes, type SessionRules } from '../../kit/oauth/authorization-endpoint.ts'
import type { Parameters, PageError } from '../../kit/oauth/redirect.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import type { Account } from '../model.ts'
import { findMailbox } from '../outlook.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { grantOf, tenantOf } from './state.ts'
import { type ConsentForm, consentPage, vendorPage, type VendorTheme } from '../../kit/oauth/vendor-page.ts'
import type { Html } from '../../kit/page-frame.ts'
import { isNotImplied, SCOPE_TEXTS } from './scopes.ts'

const THEME: VendorTheme = {
  label: 'Microsoft sandbox',
  style:
    '--font:Segoe UI;--ground:#f2f2f2;--ink:#1b1b1b;--quiet:#555;--edge:#8c8c8c;--accent:#0067b8;' +
    '--round:0;--corner:0;--shadow:0 2px 6px #0003',
}

function entraConsentPage(form: ConsentForm, { app, scopes }: AuthorizeRequest): Html {
  const items = scopes
    .filter(isNotImplied(scopes))
    .map((scope) => html`<li>${SCOPE_TEXTS[scope] ?? scope} <small>(${scope})</small></li>`)
  const texts = {
    title: 'Pick an account',
    accountLabel: 'Account',
    newAccountHint: 'An address that is new here gets a fresh mailbox with some filed mail.',
    permissions: html`<h2>Permissions requested</h2><p>${app.name} would like to:</p><ul>${items}</ul>`,
    accept: 'Accept',
  }
  return consentPage(THEME, texts, form)
}

function adminApprovalPage(content: { action: string; flow: string; account: string; appName: string }): Html {
  const { action, flow, account, appName } = content
  const need = 'needs permission to access resources in your organization that only an admin can grant.'
  const back = 'Return to the application without granting consent'
  return vendorPage(
    THEME,
    'Need admin approval',
    html`<p>${appName} ${need}</p>
<form method="post" action="${action}"><input type="hidden" name="flow" value="${flow}">
<input type="hidden" name="account" value="${account}">
<div class="buttons"><button name="decision" value="return">${back}</button></div></form>`,
  )
}

function entraErrorPage({ message }: PageError): Html {
  return vendorPage(THEME, 'Sorry, but we’re having trouble signing you in.', html`<p class="problem">${message}</p>`)
}

/** The sign-in and consent page, under /login.microsoftonline.com. */
export function authorizeRoutes(sandbox: MicrosoftSandbox): Hono {
  const { entra, outlook } = sandbox
  const accountOf = (email: string) => findMailbox(outlook, email)?.account
  return authorizationRoutes<AuthorizeRequest, Account>({
    path: '/:tenant/oauth2/v2.0/authorize',
    takesForm: true,
    flows: () => entra.flows,
    readRequest: (parameters, c) => readAuthorizeRequest(c.req.param('tenant') ?? 'common', parameters),
    isDemo: () => sandbox.demo,
    listAccounts: () =>
      [...outlook.mailboxes.values()].map(({ account: { email, displayName } }) => ({ email, name: displayName })),
    findAccount: accountOf,
    createAccount(email) {
      sandbox.createDemoMailbox?.(email)
      return accountOf(email)
    },
    problems: {
      noAccount: 'Enter an account.',
      unknown: (email) => `We couldn't find an account with that username. ${email} doesn't exist in this sandbox.`,
      disallowed: (account, { tenant }) => refusalOf(account, tenant),
    },
    interruption(account, { app }, form) {
      const tenant = tenantOf(entra, account.tenantId)
      if (!tenant.userConsentForbidden || tenant.adminConsented) return null
      return adminApprovalPage({ ...form, account: account.email, appName: app.name })
    },
    denial: denialOf,
    issueCode: (account, request) => issueCode(sandbox, account, request),
    theme: THEME,
    consentPage: entraConsentPage,
    errorPage: entraErrorPage,
    session: sessionRules(sandbox, accountOf),
  })
}

function sessionRules(
  { entra }: MicrosoftSandbox,
  accountOf: (email: string) => Account | undefined,
): SessionRules<AuthorizeRequest, Account> {
  return {
    cookie: 'ESTSAUTH',
    cookiePath: '/login.microsoftonline.com',
    sessions: () => entra.sessions,
    keyOf: ({ email }) => email,
    accountOf,
    isMeant: ({ email }, { loginHint }) => loginHint === '' || email.toLowerCase() === loginHint.toLowerCase(),
    hasConsented(account, request) {
      if (tenantOf(entra, account.tenantId).adminConsented) return true
      const grant = grantOf(entra, account.email, request.app.clientId)
      return grantable(account, request).every((scope) => grant.scopes.has(scope))
    },
    prompt: ({ prompt }) => (prompt === 'none' ? 'none' : prompt ? 'always' : 'if needed'),
    hintedEmail: ({ loginHint }) => loginHint,
    loginRequired: {
      error: 'login_required',
      error_description: 'AADSTS50058: A silent sign-in request was sent but no user is signed in.',
    },
    consentRequired: {
      error: 'consent_required',
      error_description: 'AADSTS65001: The user or administrator has not consented to use the application.',
    },
  }
}

/** Entra distinguishes three refusals: of the account picker, of the consent, and of the admin approval page. */
function denialOf(form: URLSearchParams): Parameters {
  if (form.get('decision') === 'return') {
    const text = 'AADSTS90094: An administrator of the organization has to grant the permissions.'
    return { error: 'access_denied', error_description: text }
  }
  const text = form.get('account')
    ? 'AADSTS65004: User declined to consent to access the app.'
    : 'the user canceled the authentication'
  return { error: 'access_denied', error_subcode: 'cancel', error_description: text }
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

/** An admin may allow fewer scopes than the request names; the others are left out without an error. */
function grantable({ grantableScopes: limit }: Account, { scopes }: AuthorizeRequest): string[] {
  return limit ? scopes.filter((scope) => !scope.includes('.') || limit.includes(scope)) : scopes
}

function issueCode({ entra, clock }: MicrosoftSandbox, account: Account, request: AuthorizeRequest): Parameters {
  const { app, redirectUri, tenant, nonce, challenge } = request
  const { clientId } = app
  const { email } = account
  const scopes = grantable(account, request)
  const grant = grantOf(entra, email, clientId)
  for (const scope of scopes) grant.scopes.add(scope)
  const code = randomSecret('0.ASBX', 48)
  const about = { clientId, redirectUri, tenant, email, scopes, nonce, challenge }
  entra.codes.set(code, { ...about, ...freshCode(clock) })
  return { code }
}
