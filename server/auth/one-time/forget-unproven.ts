import type { Tx } from '../../db/database.ts'
import { deriveProviders, removePassword } from '../identities/queries.ts'
import { addEmailIdentity, identitiesOf, type User } from '../queries.ts'
import { removeOtherIdentities } from './confirm-queries.ts'

/**
 * Whatever was a way into an account before anybody had shown its address to be theirs may be a stranger's, laid out in wait for the
 * owner: the password, and whom a provider sent that does not vouch for addresses.
 */
export async function forgetUnproven(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>, now: Date): Promise<void> {
  await removePassword(tx, id, now)
  if (!(await removeOtherIdentities(tx, id))) return
  const rest = await identitiesOf(tx, id)
  const said = { sub: id, email, email_verified: false, phone_verified: false }
  if (rest.length === 0) await addEmailIdentity(tx, id, said, now)
  await deriveProviders(tx, id, now)
}
