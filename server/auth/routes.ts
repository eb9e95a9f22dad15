import type { RawRoute, Route } from '../http/route.ts'
import { adminRoutes } from './admin/routes.ts'
import { factorFunctions, factorRoutes } from './factors/routes.ts'
import { getUser } from './get-user.ts'
import { health } from './health.ts'
import { authorizeIdentityLink } from './identities/authorize-identity-link.ts'
import { unlinkIdentity } from './identities/unlink-identity.ts'
import { jwks } from './jwks.ts'
import { fallbackRoute, disabledRoutes } from './fallback-routes.ts'
import { authorize } from './oauth/authorize.ts'
import { callback } from './oauth/callback.ts'
import { magicLink, otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover-password.ts'
import { resend } from './resend-email.ts'
import { publicSettings } from './public-settings.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { tokenRoute } from './token-route.ts'
import { updateUser } from './update-user.ts'
import { verifyRoutes } from './verify-routes.ts'

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
