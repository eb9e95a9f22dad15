import type { RawRoute, Route } from '../http/routing/route.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { factorFunctions, factorRoutes } from './factors/factor-routes.ts'
import { getUser } from './users/get-user.ts'
import { health } from './protocol/health.ts'
import { authorizeIdentityLink } from './oauth/authorize-identity-link.ts'
import { unlinkIdentity } from './users/identities/unlink-identity.ts'
import { jwks } from './keys/jwks.ts'
import { fallbackRoute, disabledRoutes } from './protocol/fallback-routes.ts'
import { authorize } from './oauth/authorize.ts'
import { callback } from './oauth/callback.ts'
import { magicLink, otp } from './accounts/otp.ts'
import { reauthenticate } from './users/reauthenticate.ts'
import { recover } from './accounts/recover-password.ts'
import { resend } from './accounts/resend-email.ts'
import { publicSettings } from './oauth/public-settings.ts'
import { signOut } from './accounts/sign-out.ts'
import { signUp } from './accounts/sign-up.ts'
import { tokenRoute } from './token-route.ts'
import { updateUser } from './users/update-user.ts'
import { verifyRoutes } from './accounts/verify-routes.ts'

const served: RawRoute[] = [
  signUp,
  tokenRoute,
  otp,
  magicLink,
  recover,
  resend,
  ...verifyRoutes,
  getUser,
  updateUser,
  ...reauthenticate,
  authorize,
  ...callback,
  authorizeIdentityLink,
  unlinkIdentity,
  signOut,
  publicSettings,
  jwks,
  health,
  ...factorRoutes,
  ...disabledRoutes,
]

/** `/auth/v1`: users and sessions in the GoTrue protocol. The last route catches all unmatched paths. */
export const authRoutes: Route[] = [...factorFunctions, ...served, ...adminRoutes, fallbackRoute(served)]
