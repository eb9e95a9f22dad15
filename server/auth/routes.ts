import type { RawRoute, Route } from '../http/route.ts'
import { adminRoutes } from './admin/routes.ts'
import { factorFunctions, factorRoutes } from './factors/routes.ts'
import { getUser } from './get-user.ts'
import { health } from './health.ts'
import { authorizeLink } from './identities/authorize-link.ts'
import { unlink } from './identities/unlink.ts'
import { jwks } from './jwks.ts'
import { elsewhere, switchedOff } from './not-served.ts'
import { authorize } from './oauth/authorize.ts'
import { callback } from './oauth/callback.ts'
import { magicLink, otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { settings } from './settings.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { token } from './token.ts'
import { updateUser } from './update-user.ts'
import { verify } from './verify.ts'

const served: RawRoute[] = [
  signUp,
  token,
  otp,
  magicLink,
  recover,
  resend,
  ...verify,
  getUser,
  updateUser,
  ...reauthenticate,
  authorize,
  ...callback,
  authorizeLink,
  unlink,
  signOut,
  settings,
  jwks,
  health,
  ...factorRoutes,
  ...switchedOff,
]

/** `/auth/v1`: accounts and sessions in the GoTrue protocol. The last one catches what the others leave. */
export const authRoutes: Route[] = [...factorFunctions, ...served, ...adminRoutes, elsewhere(served)]
