import { bearerToken } from '../../kit/oauth/token-endpoint.ts'
import type { MicrosoftSandbox } from '../state.ts'
import type { AccessToken } from '../entra/state.ts'
import type { Mailbox, MailboxKind } from '../model.ts'
import { findMailbox } from '../outlook.ts'
import { GraphError } from './errors.ts'

/** The token of a call. @throws GraphError 401 */
export function tokenOf(sandbox: MicrosoftSandbox, header: string | null): AccessToken {
  const given = bearerToken(header)
  if (!given) throw unauthorized(sandbox, 'Access token is empty.')
  const token = sandbox.entra.accessTokens.get(given)
  if (!token) throw unauthorized(sandbox, 'Invalid token: the token could not be read or validated.')
  if (token.expiresAt <= sandbox.clock.now()) {
    // The real service has two messages for this, so clients cannot match on one.
    const texts = ['Access token has expired or is not yet valid.', 'Lifetime validation failed, the token is expired.']
    throw unauthorized(sandbox, texts[sandbox.random.int(0, 1)] ?? '')
  }
  if (sandbox.config.continuousAccessEvaluation && token.grant.ended !== null) throw claimsChallenge(sandbox)
  return token
}

function challengeOf({ url }: MicrosoftSandbox): string {
  return `Bearer realm="", authorization_uri="${url}/login.microsoftonline.com/common/oauth2/authorize"`
}

function unauthorized(sandbox: MicrosoftSandbox, message: string): GraphError {
  const challenge = `${challengeOf(sandbox)}, error="invalid_token"`
  return new GraphError(401, 'InvalidAuthenticationToken', message, { 'WWW-Authenticate': challenge })
}

function claimsChallenge(sandbox: MicrosoftSandbox): GraphError {
  const claims = Buffer.from(
    JSON.stringify({ access_token: { nbf: { essential: true, value: String(sandbox.clock.now()) } } }),
  )
  const challenge = `${challengeOf(sandbox)}, error="insufficient_claims", claims="${claims.toString('base64')}"`
  const text =
    'Continuous access evaluation resulted in challenge with result: InteractionRequired ' +
    'and code: TokenIssuedBeforeRevocationTimestamp'
  return new GraphError(401, 'InvalidAuthenticationToken', text, { 'WWW-Authenticate': challenge })
}

/** The mailbox of `/me` or `/users/{own id or name}`. @throws GraphError for the mailbox of another user */
export function ownMailbox(sandbox: MicrosoftSandbox, token: AccessToken, user: string | null): Mailbox {
  const mailbox = findMailbox(sandbox.outlook, token.email)
  if (!mailbox) throw unauthorized(sandbox, 'The user of this token does not exist.')
  if (user === null || isUser(mailbox, user)) return mailbox
  for (const other of sandbox.outlook.mailboxes.values()) {
    if (isUser(other, user))
      throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
  }
  throw new GraphError(
    404,
    'Request_ResourceNotFound',
    `Resource '${user}' does not exist or one of its queried reference-property objects are not present.`,
  )
}

function isUser({ account }: Mailbox, user: string): boolean {
  const wanted = user.toLowerCase()
  return (
    account.id === wanted ||
    account.userPrincipalName.toLowerCase() === wanted ||
    account.email.toLowerCase() === wanted
  )
}

const NOT_REACHABLE = 'The mailbox is either inactive, soft-deleted, or is hosted on-premise.'

/** Errors of mail calls to a mailbox that is not available. */
const UNAVAILABLE: Partial<Record<MailboxKind, [number, string, string]>> = {
  inactive: [404, 'MailboxNotEnabledForRESTAPI', NOT_REACHABLE],
  'soft-deleted': [404, 'ErrorNonExistentMailbox', 'The SMTP address has no mailbox associated with it.'],
  'on-premise': [404, 'MailboxNotEnabledForRESTAPI', 'REST API is not yet supported for this mailbox.'],
  guest: [404, 'ResourceNotFound', 'Resource could not be discovered.'],
}

export function refuseUnavailable({ account }: Mailbox): void {
  const refusal = UNAVAILABLE[account.kind]
  if (refusal) throw new GraphError(...refusal)
}

export function refuseScope(token: AccessToken, wanted: readonly string[]): void {
  if (wanted.length === 0 || wanted.some((scope) => token.scopes.has(scope))) return
  throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
}
