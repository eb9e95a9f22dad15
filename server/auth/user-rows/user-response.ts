import type { Tx } from '../../db/database.ts'
import { factorsOf } from './factor-queries.ts'
import { serializeUser } from './serialize-user.ts'
import { identitiesOf, type User } from './user-queries.ts'

/** The user object of a GoTrue response, with identities and factors. */
export const userResponse = async (tx: Tx, user: User) =>
  serializeUser(user, await identitiesOf(tx, user.id), await factorsOf(tx, user.id))
