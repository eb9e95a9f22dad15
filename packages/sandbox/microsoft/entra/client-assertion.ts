import { createHash, type X509Certificate } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { MicrosoftSandbox } from '../state.ts'
import { EntraError } from './errors.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Of the DER form, in base64url: the header `x5t#S256` of an assertion names its certificate by it. */
export function thumbprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('base64url')
}

type Assertion = { type: string | undefined; assertion: string; clientId: string; tokenUrl: string }

/**
 * Authentication with a certificate (RFC 7523, learn.microsoft.com/entra/identity-platform/certificate-credentials).
 * @throws EntraError
 */
export async function verifyClientAssertion(
  { entra, clock }: Pick<MicrosoftSandbox, 'entra' | 'clock'>,
  { type, assertion, clientId, tokenUrl }: Assertion,
): Promise<void> {
  if (type !== ASSERTION_TYPE) throw new EntraError(90023)
  const certificate = entra.certificates.get(thumbprintIn(assertion))
  if (!certificate || certificate.validToDate.getTime() < clock.now()) throw new EntraError(700027)
  try {
    const { payload } = await jwtVerify(assertion, certificate.publicKey, {
      algorithms: ['PS256', 'RS256'],
      currentDate: new Date(clock.now()),
      clockTolerance: 300,
      requiredClaims: ['exp', 'jti'],
    })
    if (payload.iss !== clientId || payload.sub !== clientId) throw new EntraError(700021)
    if (payload.aud !== tokenUrl) throw new EntraError(700023)
  } catch (error) {
    if (error instanceof EntraError) throw error
    throw new EntraError(error instanceof errors.JWTExpired || isNotYetValid(error) ? 700024 : 700027)
  }
}

function isNotYetValid(error: unknown): boolean {
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf'
}

function thumbprintIn(assertion: string): string {
  try {
    return String(decodeProtectedHeader(assertion)['x5t#S256'])
  } catch {
    throw new EntraError(50027)
  }
}
