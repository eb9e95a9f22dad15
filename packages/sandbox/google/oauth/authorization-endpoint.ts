import type { Hono } from 'hono'
import { html } from 'hono/html'
import { freshCode } from '../../kit/oauth/authorization-code.ts'
import { authorizationRoutes, type SessionRules } from '../../kit/oauth/authorization-endpoint.ts'
import { type Parameters, RedirectError, type PageError } from '../../kit/oauth/redirect.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { createGoogleAccount, findGoogleAccount, type GoogleAccount } from '../google-accounts.ts'
import { findGrant, type Google, type GoogleSandbox, grantOf } from '../state.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { isOptionalScope, scopesInRedirect, SCOPE_TEXTS } from './scopes.ts'
import { type ConsentForm, consentPage, vendorPage, type VendorTheme } from '../../kit/oauth/vendor-page.ts'
import type { Html } from '../../kit/page-frame.ts'
import { GooglePageError } from './errors.ts'

const THEME: VendorTheme = {
  label: 'Google sandbox',
  style:
    '--font:Roboto,Arial;--ground:#f0f4f9;--ink:#1f1f1f;--quiet:#444746;--edge:#747775;--accent:#0b57d0;' +
    '--round:1.25rem;--corner:1.75rem',
}

function googleConsentPage(form: ConsentForm, { appName, scopes }: AuthorizeRequest): Html {
  const texts = {
    title: `Sign in to ${appName}`,
    accountLabel: 'Email',
    newAccountHint: 'An address that is new here gets a Google account of its own.',
    permissions: html`<h2>${appName} wants to access your Google Account</h2><ul>${scopes.map(scopeItem)}</ul>`,
    accept: 'Continue',
  }
  return consentPage(THEME, texts, form)
}

/** Google's box grants a scope. This one refuses it, so that a test without boxes grants all scopes. */
function scopeItem(scope: string): Html {
  const text = SCOPE_TEXTS.get(scope) ?? scope
  if (!isOptionalScope(scope)) return html`<li>${text} <small>(${scope})</small></li>`
  return html`<li>${text} <small>(${scope})</small><br>
<label><input type="checkbox" name="refuse" value="${scope}"> Leave this out</label></li>`
}

function googleErrorPage(error: PageError): Html {
  const { error: code, shownStatus } =
    error instanceof GooglePageError ? error : { error: 'invalid_request', shownStatus: 400 }
  return vendorPage(
    THEME,
    'Access blocked: Authorization Error',
    html`<p class="problem">Error ${shownStatus}: ${code}</p><p><code>${error.message}</code></p>`,
  )
}

/** The sign-in and consent page, under /accounts.google.com. */
export function authorizeRoutes(sandbox: GoogleSandbox): Hono {
  const { google } = sandbox
  return authorizationRoutes<AuthorizeRequest, GoogleAccount>({
    path: '/o/oauth2/v2/auth',
    flows: () => google.flows,
    readRequest: (parameters) => readAuthorizeRequest(parameters),
    isDemo: () => sandbox.demo,
    listAccounts: ({ hd }) => [...google.accounts.values()].filter((account) => belongsTo(account, hd)),
    findAccount: (email) => findGoogleAccount(google.accounts, email),
    createAccount: (email) => createGoogleAccount(google.accounts, { email }),
    problems: {
      noAccount: 'Enter an email',
      unknown: (email) => `Couldn't find your Google Account. ${email} doesn't exist in this sandbox.`,
      disallowed(account, { hd }) {
        if (account.disabled) return 'Your account has been disabled.'
        return belongsTo(account, hd) ? null : `${account.email} does not belong to ${hd}.`
      },
    },
    denial: () => ({ error: 'access_denied' }),
    issueCode: (account, request, form) => issueCode(sandbox, account, request, form),
    theme: THEME,
    consentPage: googleConsentPage,
    errorPage: googleErrorPage,
    stateFirst: true,
    session: sessionRules(google),
  })
}

function sessionRules(google: Google): SessionRules<AuthorizeRequest, GoogleAccount> {
  return {
    cookie: 'SID',
    cookiePath: '/accounts.google.com',
    sessions: () => google.sessions,
    keyOf: ({ sub }) => sub,
    accountOf: (sub) => google.accounts.get(sub),
    isMeant: (account, request) => !account.disabled && isHinted(account, request) && belongsTo(account, request.hd),
    hasConsented: (account, request) => hasConsented(google, account, request),
    prompt: ({ prompts }) => (prompts.has('none') ? 'none' : prompts.size === 0 ? 'if needed' : 'always'),
    hintedEmail: ({ loginHint }) => google.accounts.get(loginHint)?.email ?? loginHint,
    loginRequired: { error: 'login_required' },
    consentRequired: { error: 'interaction_required' },
  }
}

/** `login_hint` is an address or a `sub`. */
function isHinted({ sub, email }: GoogleAccount, { loginHint }: AuthorizeRequest): boolean {
  return loginHint === '' || loginHint === sub || loginHint.toLowerCase() === email.toLowerCase()
}

function belongsTo(account: GoogleAccount, hd: string): boolean {
  return hd === '' || (hd === '*' ? account.hd !== null : account.hd?.toLowerCase() === hd.toLowerCase())
}

function hasConsented(google: Google, { sub }: GoogleAccount, { clientId, scopes }: AuthorizeRequest): boolean {
  const grant = findGrant(google, sub, clientId)
  return grant !== undefined && scopes.every((scope) => grant.scopes.has(scope))
}

function issueCode(
  { google, clock }: GoogleSandbox,
  account: GoogleAccount,
  request: AuthorizeRequest,
  form: URLSearchParams,
): Parameters {
  const { clientId, redirectUri, nonce, challenge, prompts, includeGranted, offline } = request
  const refused = form.getAll('refuse')
  const scopes = request.scopes.filter((scope) => !isOptionalScope(scope) || !refused.includes(scope))
  if (scopes.length === 0) throw new RedirectError(request, { error: 'access_denied' })
  // Without a new consent there is no refresh token.
  const consents = prompts.has('consent') || !hasConsented(google, account, request)
  const grant = grantOf(google, account.sub, clientId)
  for (const scope of scopes) grant.scopes.add(scope)
  const granted = includeGranted ? [...grant.scopes] : scopes
  const code = randomSecret('4/0SBX', 48)
  const about = { grant, clientId, redirectUri, scopes: granted, nonce, challenge, offline: offline && consents }
  google.codes.set(code, { ...about, ...freshCode(clock) })
  return {
    code,
    scope: scopesInRedirect(granted),
    authuser: '0',
    ...(account.hd === null ? {} : { hd: account.hd }),
    prompt: consents ? 'consent' : 'none',
  }
}
