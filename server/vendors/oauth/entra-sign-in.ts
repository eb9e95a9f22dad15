import type { Clock } from '../../clock.ts'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { EntraError } from './entra-error.ts'
import { readEntraClaims, type EntraClaims } from './entra-id-token.ts'
import { requestTokens } from './entra-tokens.ts'
import { codeForm } from './oauth-requests.ts'
import { signInQuery, type ExternalIdentity, type SignInProvider } from './sign-in-provider.ts'

/** Sign-in with a personal or organizational Microsoft account. */
export function createEntraSignIn(config: MicrosoftConfig, clock: Clock): SignInProvider {
  return {
    authorizeUrl: (request) =>
      `${config.entraUrl}/${config.tenant}/oauth2/v2.0/authorize?${signInQuery(config.clientId, request)}`,
    async redeem(request) {
      const { idToken } = await requestTokens(config, clock, codeForm(request))
      if (idToken === null) throw new EntraError(0, 'unreadable_answer', [], null)
      return idToken
    },
    identify: async (idToken, now) => toExternalIdentity(await readEntraClaims(config, idToken, now)),
    isIssuer: (issuer) =>
      issuer.startsWith(`${config.entraUrl}/`) && /^[\w.-]+\/v2\.0$/.test(issuer.slice(config.entraUrl.length + 1)),
  }
}

/** The tenant of all personal accounts; Microsoft verifies their addresses. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * Administrators of an organization can set `email` to any address. It is trusted only if Microsoft has verified the
 * domain (`xms_edov`); the sign-in name, used without an `email`, is never trusted.
 */
function toExternalIdentity({
  iss,
  tid,
  oid,
  nonce,
  at_hash,
  email,
  preferred_username,
  name,
  xms_edov,
}: EntraClaims): ExternalIdentity {
  const isDomainVerified = [true, 1, '1', 'true'].some((value) => value === xms_edov)
  return {
    id: `${tid}.${oid}`,
    issuer: iss,
    email: email ?? preferred_username ?? null,
    emailVerified: email !== undefined && (tid === personalTenant || isDomainVerified),
    name: name ?? null,
    nonce: nonce ?? null,
    accessTokenHash: at_hash ?? null,
  }
}
