import type { Hono } from 'hono'
import { html } from 'hono/html'
import { freshCode } from '../../kit/oauth/authorization-code.ts'
import { authorizationRoutes } from '../../kit/oauth/authorization-endpoint.ts'
import type { Parameters, PageError } from '../../kit/oauth/redirect.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { type Account, createAccount, findAccount } from '../accounts.ts'
import type { DropboxSandbox } from '../state.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { type ConsentForm, consentPage, vendorPage, type VendorTheme } from '../../kit/oauth/vendor-page.ts'
import type { Html } from '../../kit/page-frame.ts'
import { SCOPE_TEXTS } from './scopes.ts'

const THEME: VendorTheme = {
  label: 'Dropbox sandbox: no real files',
  style:
    '--font:system-ui;--ground:#f7f5f2;--ink:#1e1919;--quiet:#52463a;--edge:#736c64;--accent:#0061fe;' +
    '--round:.5rem;--corner:1rem',
}

function dropboxConsentPage(form: ConsentForm, { appName, scopes }: AuthorizeRequest): Html {
  const items = scopes.map((scope) => html`<li>${SCOPE_TEXTS.get(scope) ?? scope} <small>(${scope})</small></li>`)
  const texts = {
    title: `Connect ${appName} to Dropbox`,
    accountLabel: 'Email',
    newAccountHint: 'An address that is new here gets a Dropbox account of its own.',
    permissions: html`<h2>${appName} would like access to your Dropbox</h2><ul>${items}</ul>`,
    accept: 'Allow',
  }
  return consentPage(THEME, texts, form)
}

function dropboxErrorPage({ message }: PageError): Html {
  return vendorPage(
    THEME,
    'Error (400)',
    html`<p class="problem">It seems the app you were using submitted a bad request.</p>
<p>More details for developers: <code>${message}</code></p>`,
  )
}

/** The sign-in and consent page, under /www.dropbox.com. */
export function authorizeRoutes(sandbox: DropboxSandbox): Hono {
  const { dropbox } = sandbox
  const app = authorizationRoutes<AuthorizeRequest, Account>({
    path: '/oauth2/authorize',
    flows: () => dropbox.flows,
    readRequest: (parameters) => readAuthorizeRequest(parameters),
    isDemo: () => sandbox.demo,
    listAccounts: () => [...dropbox.accounts.values()],
    findAccount: (email) => findAccount(dropbox.accounts, email),
    createAccount: (email) => createAccount(dropbox.accounts, { email }),
    problems: {
      noAccount: 'Please enter your email',
      unknown: (email) => `There is no Dropbox account ${email} in this sandbox.`,
      disallowed: ({ suspended }) => (suspended ? 'This account is suspended.' : null),
    },
    denial: () => ({
      error: 'access_denied',
      error_description: 'The user chose not to give your app access to their Dropbox account.',
    }),
    issueCode: (account, request) => issueCode(sandbox, account, request),
    theme: THEME,
    consentPage: dropboxConsentPage,
    errorPage: dropboxErrorPage,
  })
  // Links to a file lead here. The real page knows the account by its session; the front page lists all files.
  app.get('/home/*', (c) => c.redirect('/'))
  return app
}

function issueCode({ dropbox, clock }: DropboxSandbox, { email }: Account, request: AuthorizeRequest): Parameters {
  const { clientId, redirectUri, scopes, challenge, offline } = request
  const code = randomSecret('SBX', 32)
  dropbox.codes.set(code, { email, clientId, redirectUri, scopes, challenge, offline, ...freshCode(clock) })
  return { code }
}
