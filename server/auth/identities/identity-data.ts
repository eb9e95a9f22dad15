import type { JsonValue } from '../../db/rows.ts'
import type { ProviderPerson } from '../../vendors/sign-in-provider.ts'
import { normalizeEmail } from '../protocol/email.ts'

/** In the form in which addresses are kept and compared; null where the provider told none that is one. */
export const addressOf = ({ email }: Pick<ProviderPerson, 'email'>): string | null =>
  email === null ? null : normalizeEmail(email)

/** Under the protocol's names, and bounded: the names of a person travel in every access token. */
export function identityDataOf(person: ProviderPerson): Record<string, JsonValue> {
  const email = addressOf(person)
  const name = (person.name ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed()
  return {
    iss: person.issuer,
    sub: person.id,
    provider_id: person.id,
    ...(email && { email }),
    email_verified: person.emailVerified,
    phone_verified: false,
    ...(name && { name, full_name: name }),
  }
}
