import type { World } from '../../kit/world.ts'
import type { AccessToken } from '../entra/state.ts'
import type { Mailbox, MailboxKind } from '../model.ts'
import { findMailbox } from '../outlook.ts'
import { GraphError } from './errors.ts'

/** Who is calling: the token of the header, or 401 in one of the forms Graph has for it. */
export function tokenOf(world: World, header: string | null): AccessToken {
  const given = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
  if (!given) throw unauthorized(world, 'Access token is empty.')
  const token = world.entra.accessTokens.get(given)
  if (!token) throw unauthorized(world, 'Invalid token: the token could not be read or validated.')
  if (token.expiresAt <= world.clock.now()) {
    // Two texts for one thing on the real service, so that nobody matches on them.
    const texts = ['Access token has expired or is not yet valid.', 'Lifetime validation failed, the token is expired.']
    throw unauthorized(world, texts[world.random.int(0, 1)] ?? '')
  }
  if (world.config.continuousAccessEvaluation && token.grant.ended !== null) throw claimsChallenge(world)
  return token
}

function unauthorized(world: World, message: string): GraphError {
  const challenge = `Bearer realm="", authorization_uri="${world.url}/login.microsoftonline.com/common/oauth2/authorize", error="invalid_token"`
  return new GraphError(401, 'InvalidAuthenticationToken', message, { 'WWW-Authenticate': challenge })
}

function claimsChallenge(world: World): GraphError {
  const claims = Buffer.from(
    JSON.stringify({ access_token: { nbf: { essential: true, value: String(world.clock.now()) } } }),
  )
  const challenge = `Bearer realm="", authorization_uri="${world.url}/login.microsoftonline.com/common/oauth2/authorize", error="insufficient_claims", claims="${claims.toString('base64')}"`
  const text =
    'Continuous access evaluation resulted in challenge with result: InteractionRequired and code: TokenIssuedBeforeRevocationTimestamp'
  return new GraphError(401, 'InvalidAuthenticationToken', text, { 'WWW-Authenticate': challenge })
}

/** `/users/{own id or name}` is `/me`. Anybody else's mailbox is closed. */
export function ownMailbox(world: World, token: AccessToken, user: string | null): Mailbox {
  const mailbox = findMailbox(world.outlook, token.email)
  if (!mailbox) throw unauthorized(world, 'The user of this token does not exist.')
  if (user === null || isUser(mailbox, user)) return mailbox
  for (const other of world.outlook.mailboxes.values()) {
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

/** The first mail call of a mailbox that cannot be reached says so, in one of several ways. */
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
