import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'
import type { ExternalIdentity } from '../../vendors/oauth/sign-in-provider.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { requireLockedSession } from '../factors/require-locked-session.ts'
import { allowedRedirect } from '../flows/redirect-to.ts'
import { linkIdentity } from '../users/identities/link-identity.ts'
import { requireReauthenticatedSession } from '../users/identities/require-reauthenticated-session.ts'
import { OAuthError, refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import { startSession } from '../sessions/start-session.ts'
import { providerError } from './provider-errors.ts'
import { knownProviders, providerOf, type Provider } from './providers.ts'
import { signInWithIdentity } from './sign-in-with-identity.ts'
import { quotedParameterMaxLength } from '../limits.ts'

const quotedClaimMaxLength = 200

const IdTokenRequest = z.object({
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
})
type IdTokenRequest = z.output<typeof IdTokenRequest>

/**
 * `grant_type=id_token`: a session for a user whom a provider signed in elsewhere (in an app, or with Google's button).
 * Only configured issuers and tokens for our client id are accepted; no URL from the request is ever fetched.
 */
export async function signInWithIdToken(ctx: Context, call: RawCall): Promise<Response> {
  const given = readBody(call.body, IdTokenRequest.shape)
  if (!given.id_token) throw invalid('id_token required')
  const provider = providerFor(ctx, given)
  const externalIdentity = await identify(ctx, provider, given)
  checkNonce(externalIdentity, given.nonce)
  checkAccessToken(externalIdentity, given.access_token)
  return given.link_identity
    ? link(ctx, call, provider, externalIdentity)
    : signIn(ctx, call, provider, externalIdentity)
}

const invalid = (description: string): OAuthError => new OAuthError('invalid request', description)

function providerFor(ctx: Pick<Context, 'vendors'>, { provider: name, client_id, issuer }: IdTokenRequest): Provider {
  if (!name && !(client_id && issuer)) throw invalid('provider or client_id and issuer required')
  const ours = (['google', 'azure'] as const).flatMap((each) => providerOf(ctx, each) ?? [])
  const found = ours.find((each) => (name ? each.name === name : each.client.isIssuer(issuer)))
  if (found) return found
  if (name && !knownProviders.includes(name)) {
    refuse(400, 'validation_failed', `Custom OIDC provider "${name.slice(0, quotedParameterMaxLength)}" not allowed`)
  }
  const wanted = issuer || issuers[name] || name
  return refuse(400, 'provider_disabled', `Provider (issuer "${wanted.slice(0, quotedClaimMaxLength)}") is not enabled`)
}
const issuers: Record<string, string> = { google: 'https://accounts.google.com' }

async function identify(
  ctx: Pick<Context, 'clock'>,
  { name, client }: Provider,
  { id_token }: IdTokenRequest,
): Promise<ExternalIdentity> {
  try {
    return await client.identify(id_token, ctx.clock.now())
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.code === 'wrong_audience') throw invalid(`Unacceptable audience in id_token: [${audienceOf(id_token)}]`)
    if (error.code === 'invalid_id_token') throw invalid('Bad ID token')
    throw providerError(name, error) ?? error
  }
}

/** The audience of a correctly signed token, for the developer who configured the wrong client. */
const audienceOf = (idToken: string): string =>
  [decodeJwt(idToken).aud ?? []].flat().join(' ').slice(0, quotedClaimMaxLength)

/** GoTrue's rule: the token contains the SHA-256 hash of the client's nonce, and both must be present or absent. */
function checkNonce({ nonce: claim }: ExternalIdentity, nonce: string): void {
  if ((claim === null) !== (nonce === '')) {
    throw invalid('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (claim !== null && createHash('sha256').update(nonce).digest('hex') !== claim) throw invalid('Nonces mismatch')
}

/** OpenID Connect Core, section 3.1.3.6: `at_hash` binds the ID token to the access token issued with it. */
function checkAccessToken({ accessTokenHash }: ExternalIdentity, accessToken: string): void {
  if (accessTokenHash === null) return
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
  if (half !== accessTokenHash) throw invalid('Bad ID token')
}

async function signIn(
  ctx: Context,
  call: RawCall,
  { name: provider }: Provider,
  externalIdentity: ExternalIdentity,
): Promise<Response> {
  const { userId, issued } = await signInWithIdentity(
    ctx,
    { provider, externalIdentity, inviteTokenHash: null, call },
    { redirectTo: allowedRedirect(ctx, ''), challenge: null },
    (tx, userId) => startSession(tx, ctx, { userId, method: 'oauth', call }),
  )
  ctx.events.signedIn({ userId, sessionId: issued.sessionId })
  return jsonResponse(issued.tokenResponse)
}

/** Links the identity to the signed-in user. As in GoTrue, the response is a new session. */
async function link(
  ctx: Context,
  call: RawCall,
  { name }: Provider,
  externalIdentity: ExternalIdentity,
): Promise<Response> {
  await requireReauthenticatedSession(ctx, call)
  const { userId, sessionId, tokenResponse } = await ctx.db.asAccounts(async (tx) => {
    const { user, session } = await requireLockedSession(tx, ctx, call.request.headers)
    await linkIdentity(tx, ctx, { user, provider: name, externalIdentity, sessionId: session.id, call })
    return { userId: user.id, ...(await startSession(tx, ctx, { userId: user.id, method: 'oauth', call })) }
  })
  ctx.events.identityLinked({ userId, provider: name })
  ctx.events.signedIn({ userId, sessionId })
  return jsonResponse(tokenResponse)
}
