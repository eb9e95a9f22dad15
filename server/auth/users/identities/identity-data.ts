import type { JsonValue } from '../../../db/rows.ts'
import type { ExternalIdentity } from '../../../vendors/oauth/sign-in-provider.ts'
import { normalizeEmail } from '../../protocol/normalize-email.ts'

const identityNameMaxLength = 200

/** The normalised address; null if the provider sent none or an invalid one. */
export const addressOf = ({ email }: Pick<ExternalIdentity, 'email'>): string | null =>
  email === null ? null : normalizeEmail(email)

/** Claims under GoTrue's names. The name is cut, because every access token carries it. */
export function identityDataOf(externalIdentity: ExternalIdentity): Record<string, JsonValue> {
  const email = addressOf(externalIdentity)
  const name = (externalIdentity.name ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, identityNameMaxLength)
    .toWellFormed()
  return {
    iss: externalIdentity.issuer,
    sub: externalIdentity.id,
    provider_id: externalIdentity.id,
    ...(email && { email }),
    email_verified: externalIdentity.emailVerified,
    phone_verified: false,
    ...(name && { name, full_name: name }),
  }
}
