import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { addMs, type Clock } from '../../clock.ts'
import type { MicrosoftConfig } from '../../service-settings.ts'

/** Entra recommends five to ten minutes. */
const clientAssertionLifetimeMs = 5 * 60_000

/**
 * The parameters by which the app authenticates at the token endpoint. A public client has none: Entra refuses a secret
 * from it, and PKCE alone protects the code.
 */
export async function entraClientCredentials(
  { clientId, credential }: MicrosoftConfig,
  tokenUrl: string,
  clock: Clock,
): Promise<Record<string, string>> {
  if (credential === null) return {}
  if ('secret' in credential) return { client_secret: credential.secret }
  const now = clock.now()
  // learn.microsoft.com/entra/identity-platform/certificate-credentials
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': credential.thumbprint })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(tokenUrl)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(addMs(now, clientAssertionLifetimeMs))
    .sign(credential.privateKey)
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
}
