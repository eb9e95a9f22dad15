import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/route.ts'
import type { ProviderPerson } from '../../vendors/sign-in-provider.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { holdSignedIn } from '../factors/hold-signed-in.ts'
import { allowedReturn } from '../flows/redirect-to.ts'
import { linkIdentity } from '../identities/link-identity.ts'
import { requireProven } from '../identities/require-proven.ts'
import { OAuthError, refuse } from '../protocol/auth-error.ts'
import { answerJson } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import { startSession } from '../sessions/start-session.ts'
import { askToConfirm } from './ask-to-confirm.ts'
import { failedAt } from './provider-refusal.ts'
import { knownProviders, providerOf, type Provider } from './providers.ts'
import { settle } from './settle.ts'
import { tellSettled } from './tell-settled.ts'

const Given = z.object({
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
})
type Given = z.output<typeof Given>

/**
 * `grant_type=id_token`: a session for somebody whom a provider has signed in elsewhere (in an app, by Google's button). Only the issuers
 * of our settings, and only tokens that were made for our client; nothing that the caller names is ever fetched (security checklist B16).
 */
export async function signInWithIdToken(ctx: Context, call: RawCall): Promise<Response> {
  const given = readBody(call.body, Given.shape)
  if (!given.id_token) throw invalid('id_token required')
  const provider = providerFor(ctx, given)
  const person = await identify(ctx, provider, given)
  checkNonce(person, given.nonce)
  checkAccessToken(person, given.access_token)
  return given.link_identity ? link(ctx, call, provider, person) : signIn(ctx, call, provider, person)
}

const invalid = (description: string): OAuthError => new OAuthError('invalid request', description)

function providerFor(ctx: Pick<Context, 'vendors'>, { provider: name, client_id, issuer }: Given): Provider {
  if (!name && !(client_id && issuer)) throw invalid('provider or client_id and issuer required')
  const ours = (['google', 'azure'] as const).flatMap((each) => providerOf(ctx, each) ?? [])
  const found = ours.find((each) => (name ? each.name === name : each.client.isIssuer(issuer)))
  if (found) return found
  if (name && !knownProviders.includes(name)) {
    refuse(400, 'validation_failed', `Custom OIDC provider "${name.slice(0, 30)}" not allowed`)
  }
  const wanted = issuer || issuers[name] || name
  return refuse(400, 'provider_disabled', `Provider (issuer "${wanted.slice(0, 200)}") is not enabled`)
}
const issuers: Record<string, string> = { google: 'https://accounts.google.com' }

async function identify(
  ctx: Pick<Context, 'clock'>,
  { name, client }: Provider,
  { id_token }: Given,
): Promise<ProviderPerson> {
  try {
    return await client.identify(id_token, ctx.clock.now())
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.code === 'wrong_audience') throw invalid(`Unacceptable audience in id_token: [${audienceOf(id_token)}]`)
    if (error.code === 'invalid_id_token') throw invalid('Bad ID token')
    throw failedAt(name, error) ?? error
  }
}

/** Of a token whose signature is good, for the developer who took the wrong client. */
const audienceOf = (idToken: string): string => [decodeJwt(idToken).aud ?? []].flat().join(' ').slice(0, 200)

/** The protocol's rule: the token has the hash of the nonce that the client kept, and neither comes without the other. */
function checkNonce({ nonce: claim }: ProviderPerson, nonce: string): void {
  if ((claim === null) !== (nonce === '')) {
    throw invalid('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (claim !== null && createHash('sha256').update(nonce).digest('hex') !== claim) throw invalid('Nonces mismatch')
}

/** OpenID Connect Core, section 3.1.3.6: a token that was handed out with another belongs to that one. */
function checkAccessToken({ accessTokenHash }: ProviderPerson, accessToken: string): void {
  if (accessTokenHash === null) return
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
  if (half !== accessTokenHash) throw invalid('Bad ID token')
}

async function signIn(ctx: Context, call: RawCall, { name }: Provider, person: ProviderPerson): Promise<Response> {
  const outcome = await ctx.db.asAccounts(async (tx) => {
    const settled = await settle(tx, ctx, { provider: name, person, inviteTokenHash: null, call })
    if (settled.kind === 'unverified') return settled
    return { ...settled, ...(await startSession(tx, ctx, { userId: settled.userId, method: 'oauth', call })) }
  })
  if (outcome.kind === 'unverified') {
    const redirectTo = allowedReturn(ctx, '')
    throw await askToConfirm(ctx, { provider: name, person, email: outcome.email, redirectTo, challenge: null })
  }
  tellSettled(ctx, name, outcome)
  ctx.events.signedIn({ userId: outcome.userId, sessionId: outcome.sessionId })
  return answerJson(outcome.answer)
}

/** Adds the identity to the account of who is signed in; the protocol answers with a session of its own. */
async function link(ctx: Context, call: RawCall, { name }: Provider, person: ProviderPerson): Promise<Response> {
  await requireProven(ctx, call)
  const { userId, sessionId, answer } = await ctx.db.asAccounts(async (tx) => {
    const { user, session } = await holdSignedIn(tx, ctx, call.request.headers)
    await linkIdentity(tx, ctx, { user, provider: name, person, sessionId: session.id, call })
    return { userId: user.id, ...(await startSession(tx, ctx, { userId: user.id, method: 'oauth', call })) }
  })
  ctx.events.identityLinked({ userId, provider: name })
  ctx.events.signedIn({ userId, sessionId })
  return answerJson(answer)
}
