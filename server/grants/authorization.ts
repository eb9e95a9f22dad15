import { createHash, timingSafeEqual } from 'node:crypto'
import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import type { BrowserBinding } from '../http/request/browser-binding.ts'
import { hashSecret, randomSecret } from '../sealed.ts'

/** How long a user may stay at a provider to sign in; also the lifetime of the browser's cookie. */
const authorizationLifetimeMs = 10 * 60_000

/** An OAuth authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636) at one provider. */
export interface AuthorizationFlow {
  /** Table of the state rows. The sealed code verifier is bound to it. */
  stateTable: 'app.oauth_states' | 'app.connection_states' | 'auth.flow_states'
  /**
   * Registered with the provider and constant, so that no request can redirect a code. One path per provider (mix-up
   * defence).
   */
  callbackPath: string
  browser: BrowserBinding
}

/** What every table of authorization states stores. */
export interface AuthorizationState {
  state_hash: Buffer
  browser_hash: Buffer
  code_verifier_sealed: string
  expires_at: Date
}

const redirectUriOf = (ctx: Pick<Context, 'config'>, flow: AuthorizationFlow): string =>
  `${ctx.config.publicUrl}${flow.callbackPath}`

/** @param browserSecret the secret that the browser already has, where several authorizations may run in it at once */
export function startAuthorization(
  ctx: Pick<Context, 'config' | 'clock' | 'sealer'>,
  flow: AuthorizationFlow,
  browserSecret = randomSecret(),
) {
  const [state, nonce, codeVerifier] = [randomSecret(), randomSecret(), randomSecret()]
  const stateHash = hashSecret(state)
  const row: AuthorizationState = {
    state_hash: stateHash,
    browser_hash: hashSecret(browserSecret),
    code_verifier_sealed: ctx.sealer.seal(verifierSealContext(flow, stateHash), codeVerifier),
    expires_at: addMs(ctx.clock.now(), authorizationLifetimeMs),
  }
  return {
    row,
    /** For flows that return an id token; see `isNonceOf`. */
    nonceHash: hashSecret(nonce),
    /** For the `set-cookie` header: the callback must come from the browser that has this cookie. */
    cookie: browserCookie(ctx, flow, browserSecret),
    /** Parameters of the provider's authorization URL. */
    request: {
      redirectUri: redirectUriOf(ctx, flow),
      state,
      nonce,
      codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    },
  }
}

/** @param secret null deletes the cookie */
export const browserCookie = (
  ctx: Pick<Context, 'config'>,
  { browser }: AuthorizationFlow,
  secret: string | null,
): string => {
  const secure = ctx.config.publicUrl.startsWith('https:')
  return browser.cookie(secret, { secure, maxAgeSeconds: authorizationLifetimeMs / 1000 })
}

/** The request that exchanges the code of a callback for tokens. */
export const codeExchange = (
  ctx: Pick<Context, 'config' | 'sealer'>,
  flow: AuthorizationFlow,
  row: AuthorizationState,
  code: string,
) => ({
  code,
  codeVerifier: ctx.sealer.open(verifierSealContext(flow, row.state_hash), row.code_verifier_sealed),
  redirectUri: redirectUriOf(ctx, flow),
})

/** Whether an id token was issued for this authorization: a token of another one cannot replace it. */
export const isNonceOf = (nonce: string, nonceHash: Buffer): boolean => timingSafeEqual(hashSecret(nonce), nonceHash)

/** A user or administrator may grant less than requested; the token response then succeeds with fewer scopes. */
export function includesScopes(granted: readonly string[], needed: readonly string[]): boolean {
  const lowerCase = new Set(granted.map((scope) => scope.toLowerCase()))
  return needed.every((scope) => lowerCase.has(scope.toLowerCase()))
}

const verifierSealContext = ({ stateTable }: AuthorizationFlow, stateHash: Buffer): string =>
  `${stateTable}/${stateHash.toString('hex')}/code_verifier`
