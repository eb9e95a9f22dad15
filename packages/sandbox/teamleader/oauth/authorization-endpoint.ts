import type { Hono } from 'hono'
import { freshCode } from '../../kit/oauth/authorization-code.ts'
import { authorizationRoutes } from '../../kit/oauth/authorization-endpoint.ts'
import type { Parameters } from '../../kit/oauth/redirect.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { createUser, findUser, type TeamleaderSandbox, type User } from '../state.ts'
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts'
import { teamleaderConsentPage, teamleaderErrorPage, THEME } from './consent-pages.ts'

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
