import type { Hono } from 'hono'
import { freshCode } from '../../kit/oauth/authorization-code.ts'
import { authorizationRoutes } from '../../kit/oauth/authorization-endpoint.ts'
import type { Parameters } from '../../kit/oauth/redirect.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { type Account, createAccount, findAccount } from '../accounts.ts'
import type { DropboxSandbox } from '../state.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { dropboxConsentPage, dropboxErrorPage, THEME } from './consent-pages.ts'

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
