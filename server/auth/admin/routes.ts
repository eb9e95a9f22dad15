import type { RawRoute } from '../../http/route.ts'
import { refuse } from '../protocol/auth-error.ts'
import { adminRoute } from './admin-route.ts'
import { changeUserById } from './change-user.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { deleteFactor, listFactors } from './factors.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { listUsers, readAudit, readUser } from './read-users.ts'

/** Whatever else is asked below `/admin`: who has no service key does not learn what is there. */
const unknown = adminRoute({
  method: 'ALL',
  path: '/admin/*',
  handle: () => refuse(404, 'not_found', 'This server does not have this administration call'),
})

/** The last one catches what the others leave. */
export const adminRoutes: RawRoute[] = [
  listUsers,
  createUser,
  readUser,
  changeUserById,
  deleteUser,
  generateLink,
  invite,
  readAudit,
  listFactors,
  deleteFactor,
  unknown,
]
