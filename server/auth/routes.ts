import type { RawRoute, Route } from '../http/route.ts'
import { getUser } from './get-user.ts'
import { health } from './health.ts'
import { jwks } from './jwks.ts'
import { admin, elsewhere, switchedOff } from './not-served.ts'
import { settings } from './settings.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { token } from './token.ts'
import { updateUser } from './update-user.ts'

const served: RawRoute[] = [signUp, token, getUser, updateUser, signOut, settings, jwks, health, ...switchedOff]

/** `/auth/v1`: accounts and sessions in the GoTrue protocol. The last two catch what the others leave. */
export const authRoutes: Route[] = [...served, admin, elsewhere(served)]
