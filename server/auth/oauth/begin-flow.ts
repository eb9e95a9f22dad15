import { createHash } from 'node:crypto'
import { later, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { browserBinding } from '../../http/browser-binding.ts'
import type { RawCall } from '../../http/route.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { readCodeChallenge } from '../flows/code-challenge.ts'
import { addFlowState } from '../flows/queries.ts'
import { redirectToOf } from '../flows/redirect-to.ts'
import { issuerOf } from '../keys/access-token.ts'
import { answerJson } from '../protocol/auth-route.ts'
import { requireProvider } from './providers.ts'

/** How long somebody may stay at the provider (security checklist C1). */
const flowMinutes = 10

export const browser = browserBinding({ name: 'mailroom_sign_in', path: '/auth/v1' })

/** A constant, so that no request can move it (C4). */
export const redirectUriOf = ({ config }: Pick<Context, 'config'>): string => `${issuerOf(config)}/callback`
export const verifierPlace = (stateHash: Buffer): string =>
  `auth.flow_states/${stateHash.toString('hex')}/code_verifier`

/**
 * Sends the browser to a provider, as `/authorize` and the linking of an identity have it. `scopes` and further keys of the query are
 * not passed on: who somebody is, is all that is asked for, whatever a client would like.
 * @param linking whose account the provider is added to, and in which session
 * @throws AuthError 400 `validation_failed`
 */
export async function beginFlow(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'vendors' | 'sealer'>,
  call: RawCall,
  linking: { userId: string; sessionId: string } | null,
): Promise<Response> {
  const asked = (name: string): string => call.url.searchParams.get(name) ?? ''
  const provider = requireProvider(ctx, asked('provider'))
  const challenge = readCodeChallenge(asked('code_challenge'), asked('code_challenge_method'))
  const [state, nonce, codeVerifier] = [randomSecret(), randomSecret(), randomSecret()]
  // One secret for all tabs of a browser: two sign-ins that are under way at once must not undo each other.
  const kept = browser.secretOf(call.request)
  const browserSecret = kept && /^[\w-]{43}$/.test(kept) ? kept : randomSecret()
  const stateHash = hashSecret(state)
  const now = ctx.clock.now()
  await ctx.db.asAccounts((tx) =>
    addFlowState(tx, {
      state_hash: stateHash,
      provider: provider.name,
      linking_user_id: linking?.userId ?? null,
      linking_session_id: linking?.sessionId ?? null,
      ...challenge,
      redirect_to: redirectToOf(ctx, call),
      browser_hash: hashSecret(browserSecret),
      code_verifier_sealed: ctx.sealer.seal(verifierPlace(stateHash), codeVerifier),
      nonce_hash: hashSecret(nonce),
      invite_token_hash: asked('invite_token') ? hashSecret(asked('invite_token')) : null,
      created_at: now,
      expires_at: later(now, minutes(flowMinutes)),
    }),
  )
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const url = provider.client.authorizeUrl({ redirectUri: redirectUriOf(ctx), state, nonce, codeChallenge })
  const answer =
    asked('skip_http_redirect') === 'true'
      ? answerJson({ url })
      : new Response(null, { status: 302, headers: { location: url, 'cache-control': 'no-store' } })
  const secure = ctx.config.publicUrl.startsWith('https:')
  answer.headers.append('set-cookie', browser.cookie(browserSecret, { secure, maxAgeSeconds: flowMinutes * 60 }))
  return answer
}
