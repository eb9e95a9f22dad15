import { z } from 'zod'
import type { GoogleConfig } from '../../service-settings.ts'
import { parseJsonOrNull, parseJsonResponse, sendRequest } from '../http/http-client.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { readVerifiedClaims } from './id-token.ts'
import { codeForm } from './oauth-requests.ts'
import { signInQuery, type SignInProvider } from './sign-in-provider.ts'
import { VendorError } from '../http/vendor-error.ts'
import { serviceErrorCodeMaxLength, externalIdMaxLength } from '../limits.ts'

const TokenAnswer = z.object({ id_token: z.string().min(1) })
const Refusal = z.object({ error: z.string().max(serviceErrorCodeMaxLength) })
const Claims = z.object({
  sub: z.string().min(1).max(externalIdMaxLength),
  nonce: z.string().min(1).optional(),
  at_hash: z.string().min(1).optional(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]).optional(),
  name: z.string().optional(),
})

/** Sign-in with a Google account. */
export function createGoogleSignIn(config: GoogleConfig): SignInProvider {
  const error = (status: number, code: string): VendorError => new VendorError('google', status, code)
  /** Google issues tokens with and without the scheme in `iss`. */
  const isIssuer = (issuer: string): boolean =>
    issuer === config.accountsUrl || issuer === config.accountsUrl.replace(/^https:\/\//, '')
  return {
    authorizeUrl: (request) => `${config.accountsUrl}/o/oauth2/v2/auth?${signInQuery(config.clientId, request)}`,
    async redeem(request) {
      const answer = await sendRequest({
        vendor: 'google',
        method: 'POST',
        url: `${config.oauthUrl}/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({
          client_id: config.clientId,
          client_secret: config.clientSecret,
          ...codeForm(request),
        }).toString(),
      })
      if (answer.status !== 200) {
        const refusal = Refusal.safeParse(parseJsonOrNull(answer.text))
        const code = refusal.success ? refusal.data.error : 'unexpected_answer'
        throw new VendorError('google', answer.status, code, retryAfterMs(answer.headers))
      }
      const read = TokenAnswer.safeParse(parseJsonResponse('google', answer))
      if (!read.success) throw error(0, 'unreadable_answer')
      return read.data.id_token
    },
    async identify(idToken, now) {
      const claims = await readVerifiedClaims(
        {
          vendor: 'google',
          discoveryUrl: `${config.accountsUrl}/.well-known/openid-configuration`,
          keysBelow: config.apisUrl,
          clientId: config.clientId,
          claims: Claims,
          isIssuer,
          error,
        },
        idToken,
        now,
      )
      return {
        id: claims.sub,
        issuer: claims.iss,
        email: claims.email ?? null,
        emailVerified: claims.email !== undefined && claims.email_verified === true,
        name: claims.name ?? null,
        nonce: claims.nonce ?? null,
        accessTokenHash: claims.at_hash ?? null,
      }
    },
    isIssuer,
  }
}
