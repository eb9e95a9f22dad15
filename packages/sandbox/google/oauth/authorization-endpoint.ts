import type { Hono } from 'hono'
import { freshCode } from '../../kit/oauth/authorization-code.ts'
import { authorizationRoutes, type SessionRules } from '../../kit/oauth/authorization-endpoint.ts'
import { type Parameters, RedirectError } from '../../kit/oauth/redirect.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { createPerson, findPerson, type Person } from '../google-accounts.ts'
import { findGrant, type Google, type GoogleSandbox, grantOf } from '../state.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { googleConsentPage, googleErrorPage, THEME } from './consent-pages.ts'
import { isOptionalScope, scopesInRedirect } from './scopes.ts'

/** The sign-in and consent page, under /accounts.google.com. */
export function authorizeRoutes(sandbox: GoogleSandbox): Hono {
  const { google } = sandbox
  return authorizationRoutes<AuthorizeRequest, Person>({
    path: '/o/oauth2/v2/auth',
    flows: () => google.flows,
    readRequest: (parameters) => readAuthorizeRequest(parameters),
    isDemo: () => sandbox.demo,
    listAccounts: ({ hd }) => [...google.people.values()].filter((person) => belongsTo(person, hd)),
    findAccount: (email) => findPerson(google.people, email),
    createAccount: (email) => createPerson(google.people, { email }),
    problems: {
      noAccount: 'Enter an email',
      unknown: (email) => `Couldn't find your Google Account. ${email} doesn't exist in this sandbox.`,
      disallowed(person, { hd }) {
        if (person.disabled) return 'Your account has been disabled.'
        return belongsTo(person, hd) ? null : `${person.email} does not belong to ${hd}.`
      },
    },
    denial: () => ({ error: 'access_denied' }),
    issueCode: (person, request, form) => issueCode(sandbox, person, request, form),
    theme: THEME,
    consentPage: googleConsentPage,
    errorPage: googleErrorPage,
    stateFirst: true,
    session: sessionRules(google),
  })
}

function sessionRules(google: Google): SessionRules<AuthorizeRequest, Person> {
  return {
    cookie: 'SID',
    cookiePath: '/accounts.google.com',
    sessions: () => google.sessions,
    keyOf: ({ sub }) => sub,
    accountOf: (sub) => google.people.get(sub),
    isMeant: (person, request) => !person.disabled && isHinted(person, request) && belongsTo(person, request.hd),
    hasConsented: (person, request) => hasConsented(google, person, request),
    prompt: ({ prompts }) => (prompts.has('none') ? 'none' : prompts.size === 0 ? 'if needed' : 'always'),
    hintedEmail: ({ loginHint }) => google.people.get(loginHint)?.email ?? loginHint,
    loginRequired: { error: 'login_required' },
    consentRequired: { error: 'interaction_required' },
  }
}

/** `login_hint` is an address or a `sub`. */
function isHinted({ sub, email }: Person, { loginHint }: AuthorizeRequest): boolean {
  return loginHint === '' || loginHint === sub || loginHint.toLowerCase() === email.toLowerCase()
}

function belongsTo(person: Person, hd: string): boolean {
  return hd === '' || (hd === '*' ? person.hd !== null : person.hd?.toLowerCase() === hd.toLowerCase())
}

function hasConsented(google: Google, { sub }: Person, { clientId, scopes }: AuthorizeRequest): boolean {
  const grant = findGrant(google, sub, clientId)
  return grant !== undefined && scopes.every((scope) => grant.scopes.has(scope))
}

function issueCode(
  { google, clock }: GoogleSandbox,
  person: Person,
  request: AuthorizeRequest,
  form: URLSearchParams,
): Parameters {
  const { clientId, redirectUri, nonce, challenge, prompts, includeGranted, offline } = request
  const refused = form.getAll('refuse')
  const scopes = request.scopes.filter((scope) => !isOptionalScope(scope) || !refused.includes(scope))
  if (scopes.length === 0) throw new RedirectError(request, { error: 'access_denied' })
  // Without a new consent there is no refresh token.
  const consents = prompts.has('consent') || !hasConsented(google, person, request)
  const grant = grantOf(google, person.sub, clientId)
  for (const scope of scopes) grant.scopes.add(scope)
  const granted = includeGranted ? [...grant.scopes] : scopes
  const code = randomSecret('4/0SBX', 48)
  const about = { grant, clientId, redirectUri, scopes: granted, nonce, challenge, offline: offline && consents }
  google.codes.set(code, { ...about, ...freshCode(clock) })
  return {
    code,
    scope: scopesInRedirect(granted),
    authuser: '0',
    ...(person.hd === null ? {} : { hd: person.hd }),
    prompt: consents ? 'consent' : 'none',
  }
}
