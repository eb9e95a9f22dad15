import { z } from 'zod'
import type { Context } from '../../context.ts'
import { bearerToken } from '../../http/request/caller.ts'
import type { RawCall, RawRoute } from '../../http/routing/route.ts'
import { refuse } from '../protocol/auth-error.ts'
import { authRoute } from '../protocol/auth-route.ts'

interface AdminRoute {
  method: RawRoute['method']
  /** Relative to `/auth/v1`. */
  path: string
  handle(ctx: Context, call: RawCall): Promise<Response> | Response
}

/** Declares an admin route: service key only; user tokens and the anon key get 403, a missing token 401. */
export const adminRoute = (route: AdminRoute): RawRoute =>
  authRoute({
    method: route.method,
    path: route.path,
    limit: null,
    handle(ctx, call) {
      requireServiceKey(ctx, call.request.headers)
      return route.handle(ctx, call)
    },
  })

/** @throws AuthError `no_authorization` or `not_admin` */
function requireServiceKey(ctx: Pick<Context, 'access'>, headers: Headers): void {
  const token = bearerToken(headers)
  if (!token) refuse(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  if (ctx.access.apiKeyRole(token) !== 'service_role') refuse(403, 'not_admin', 'User not allowed')
}

/** The user id in the path. @throws AuthError 404 `validation_failed`, as in GoTrue */
export function userIdOf({ params }: RawCall): string {
  const id = z.uuid().safeParse(params['id'])
  return id.success ? id.data : refuse(404, 'validation_failed', 'user_id must be an UUID')
}

export const refuseUnknownUser = (): never => refuse(404, 'user_not_found', 'User not found')

export const refuseTakenAddress = (): never =>
  refuse(422, 'email_exists', 'A user with this email address has already been registered')
