import type { Tx } from '../db/database.ts'
import { factorsOf } from './factors/queries.ts'
import { presentUser } from './protocol/present-user.ts'
import { identitiesOf, type User } from './queries.ts'

/** The account as the protocol shows it, with its identities and second steps. */
export const presentAccount = async (tx: Tx, user: User) =>
  presentUser(user, await identitiesOf(tx, user.id), await factorsOf(tx, user.id))
