import { createHash } from 'node:crypto'
import type { Provider } from '../../contract/providers.ts'
import { later, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import type { Caller } from '../http/caller.ts'
import { hashSecret, randomSecret } from '../sealed.ts'
import { browserOf, redirectUriOf } from './provider-paths.ts'
import { putState } from './state-queries.ts'

/** How long somebody may stay at the service (checklist C1). */
const connectMinutes = 10

export const verifierPlace = (stateHash: Buffer): string =>
  `app.connection_states/${stateHash.toString('hex')}/code_verifier`

/**
 * Begins to connect a service.
 * @returns where the browser goes; the cookie that must come back with it is put into `headers`
 * @throws Failure `service_not_configured`
 */
export async function authorize(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'vendors' | 'sealer'>,
  { userId, sessionId }: Caller,
  provider: Provider,
  headers: Headers,
): Promise<string> {
  const { auth } = ctx.vendors.services[provider] ?? fail('service_not_configured')
  const [state, codeVerifier, browserSecret] = [randomSecret(), randomSecret(), randomSecret()]
  const stateHash = hashSecret(state)
  await ctx.db.asService((tx) =>
    putState(tx, {
      state_hash: stateHash,
      user_id: userId,
      session_id: sessionId,
      provider,
      browser_hash: hashSecret(browserSecret),
      code_verifier_sealed: ctx.sealer.seal(verifierPlace(stateHash), codeVerifier),
      expires_at: later(ctx.clock.now(), minutes(connectMinutes)),
    }),
  )
  const secure = ctx.config.publicUrl.startsWith('https:')
  headers.append(
    'set-cookie',
    browserOf(provider).cookie(browserSecret, { secure, maxAgeSeconds: connectMinutes * 60 }),
  )
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  return auth.authorizeUrl({ redirectUri: redirectUriOf(ctx, provider), state, codeChallenge })
}
