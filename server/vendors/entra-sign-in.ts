import type { MicrosoftConfig } from '../service-settings.ts'
import { EntraError } from './entra-error.ts'
import { readEntraClaims, type EntraClaims } from './entra-id-token.ts'
import { requestTokens } from './entra-tokens.ts'
import { signInQuery, type ProviderPerson, type SignInProvider } from './sign-in-provider.ts'

/** Signing in with a Microsoft account, personal or of an organization. */
export function createEntraSignIn(config: MicrosoftConfig): SignInProvider {
  return {
    authorizeUrl: (wish) =>
      `${config.entraUrl}/${config.tenant}/oauth2/v2.0/authorize?${signInQuery(config.clientId, wish)}`,
    async redeem({ code, codeVerifier, redirectUri }) {
      const form = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri }
      const { idToken } = await requestTokens(config, form)
      if (idToken === null) throw new EntraError(0, 'unreadable_answer', [], null)
      return idToken
    },
    identify: async (idToken, now) => personOf(await readEntraClaims(config, idToken, now)),
    isIssuer: (issuer) =>
      issuer.startsWith(`${config.entraUrl}/`) && /^[\w.-]+\/v2\.0$/.test(issuer.slice(config.entraUrl.length + 1)),
  }
}

/** The tenant of all personal accounts; Microsoft checks the addresses of these by itself. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * The administrators of an organization may write any address into `email`. It counts only where Microsoft says that the domain is
 * theirs (`xms_edov`), and the sign-in name, which stands in where there is no address, never does.
 */
function personOf({
  iss,
  tid,
  oid,
  nonce,
  at_hash,
  email,
  preferred_username,
  name,
  xms_edov,
}: EntraClaims): ProviderPerson {
  const isDomainVerified = [true, 1, '1', 'true'].some((word) => word === xms_edov)
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
