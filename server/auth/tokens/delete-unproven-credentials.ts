import type { Tx } from '../../db/database.ts'
import { updateProviderMetadata, clearPassword } from '../user-rows/identity-queries.ts'
import { insertEmailIdentity, identitiesOf, type User } from '../user-rows/user-queries.ts'
import { deleteProviderIdentities } from './email-confirmation-queries.ts'

/**
 * Pre-hijacking: an attacker may have set a password or linked an identity of a provider that does not verify addresses
 * before the owner confirms this address. Deletes both.
 */
export async function deleteUnprovenCredentials(
  tx: Tx,
  { id, email }: Pick<User, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  await clearPassword(tx, id, now)
  if (!(await deleteProviderIdentities(tx, id))) return
  const rest = await identitiesOf(tx, id)
  const identityClaims = { sub: id, email, email_verified: false, phone_verified: false }
  if (rest.length === 0) await insertEmailIdentity(tx, id, identityClaims, now)
  await updateProviderMetadata(tx, id, now)
}
