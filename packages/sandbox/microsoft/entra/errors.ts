import { randomUUID } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import type { Refusal } from '../../kit/oauth/token-endpoint.ts'

/** AADSTS numbers with their OAuth error and message. */
const KNOWN: Record<number, readonly [string, string]> = {
  50011: ['invalid_request', 'The redirect URI specified in the request does not match the redirect URIs configured.'],
  50020: [
    'invalid_grant',
    'User account from identity provider does not exist in tenant and cannot access the application.',
  ],
  50034: ['invalid_grant', 'The user account does not exist in the directory.'],
  50027: ['invalid_request', 'JWT token is invalid or malformed.'],
  50057: ['invalid_grant', 'The user account is disabled.'],
  50058: ['login_required', 'A silent sign-in request was sent but no user is signed in.'],
  50076: [
    'interaction_required',
    'Due to a configuration change made by your administrator, you must use multi-factor authentication.',
  ],
  50147: ['invalid_request', 'Invalid size of Code_Verifier parameter.'],
  50173: ['invalid_grant', 'The provided grant has expired due to it being revoked, a fresh auth token is needed.'],
  50196: ['invalid_grant', 'The server terminated an operation because it encountered a client request loop.'],
  53003: ['invalid_grant', 'Access has been blocked by Conditional Access policies.'],
  54005: ['invalid_grant', 'OAuth2 Authorization code was already redeemed, please retry with a new valid code.'],
  65001: ['invalid_grant', 'The user or administrator has not consented to use the application.'],
  65004: ['access_denied', 'User declined to consent to access the app.'],
  70000: ['invalid_grant', 'The user could not be authenticated as the grant is expired. The user must sign in again.'],
  70003: ['unsupported_grant_type', 'The app requested an unsupported grant type.'],
  70008: ['invalid_grant', 'The provided authorization code or refresh token has expired due to inactivity.'],
  70011: ['invalid_scope', 'The provided value for the input parameter scope is not valid.'],
  90014: ['invalid_request', 'The required field is missing from the credential.'],
  90023: ['invalid_request', 'The request is not well formed.'],
  90033: ['temporarily_unavailable', 'A transient error has occurred. Please try again.'],
  90094: ['access_denied', 'Admin consent is required for the permissions requested by this application.'],
  500011: ['invalid_resource', 'The resource principal was not found in the tenant.'],
  501481: [
    'invalid_grant',
    'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
  ],
  700005: ['invalid_grant', 'The provided authorization code is intended to be used against another tenant.'],
  700016: ['unauthorized_client', 'Application was not found in the directory.'],
  700021: ['invalid_client', "Client assertion application identifier doesn't match client_id parameter."],
  700023: ['invalid_client', 'Client assertion audience claim does not match Realm issuer.'],
  700024: ['invalid_client', 'Client assertion is not within its valid time range.'],
  700025: ['invalid_client', "Client is public so neither 'client_assertion' nor 'client_secret' should be presented."],
  700027: ['invalid_client', 'Client assertion failed signature validation.'],
  700082: ['invalid_grant', 'The refresh token has expired due to inactivity.'],
  700084: ['invalid_grant', 'The refresh token was issued to a single page app, and has a fixed, limited lifetime.'],
  7000215: ['invalid_client', 'Invalid client secret provided.'],
  7000218: [
    'invalid_client',
    "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
  ],
  7000222: ['invalid_client', 'The provided client secret keys for the app are expired.'],
  9002325: [
    'invalid_request',
    'Proof Key for Code Exchange is required for cross-origin authorization code redemption.',
  ],
  9002326: [
    'invalid_request',
    "Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type.",
  ],
  9002327: [
    'invalid_request',
    "Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests.",
  ],
}

function describe(number: number): { error: string; text: string } {
  const [error, text] = KNOWN[number] ?? ['invalid_grant', 'The sign-in did not succeed.']
  return { error, text: `AADSTS${number}: ${text}` }
}

export class EntraError extends Error {
  readonly number: number
  readonly error: string
  constructor(number: number, error?: string) {
    super(describe(number).text)
    this.number = number
    this.error = error ?? describe(number).error
  }
}

/** The error body of the token endpoint, with a new trace id. */
export function errorBody(clock: Clock, problem: EntraError) {
  const trace = randomUUID()
  const correlation = randomUUID()
  const timestamp = `${clock.iso().slice(0, 10)} ${clock.iso().slice(11, 19)}Z`
  return {
    error: problem.error,
    error_description: `${problem.message} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`,
    error_codes: [problem.number],
    timestamp,
    trace_id: trace,
    correlation_id: correlation,
    error_uri: `https://login.microsoftonline.com/error?code=${problem.number}`,
  }
}

export function refusalOf(clock: Clock, error: unknown): Refusal | undefined {
  if (!(error instanceof EntraError)) return undefined
  const status = error.error === 'invalid_client' ? 401 : error.error === 'temporarily_unavailable' ? 503 : 400
  return { status, body: errorBody(clock, error) }
}
