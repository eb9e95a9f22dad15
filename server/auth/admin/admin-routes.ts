import type { RawRoute } from '../../http/routing/route.ts'
import { refuse } from '../protocol/auth-error.ts'
import { adminRoute } from './admin-route.ts'
import { updateUserById } from './update-user-by-id.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { adminDeleteFactor, adminListFactors } from './admin-factors.ts'
import { generateLink } from './generate-link.ts'
import { inviteUser } from './invite-user.ts'
import { listUsers, listAuditEvents, readUser } from './read-users.ts'

/** Any other path below `/admin`. Callers without the service key get 401/403 and do not learn which paths exist. */
const unknown = adminRoute({
  method: 'ALL',
  path: '/admin/*',
  handle: () => refuse(404, 'not_found', 'This server does not have this administration call'),
})

/** The last route catches all unmatched paths. */
export const adminRoutes: RawRoute[] = [
  listUsers,
  createUser,
  readUser,
  updateUserById,
  deleteUser,
  generateLink,
  inviteUser,
  listAuditEvents,
  adminListFactors,
  adminDeleteFactor,
  unknown,
]
