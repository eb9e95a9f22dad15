import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import type { Microsoft } from '../../vendors/vendors.ts'

/** @throws AppError `outlook_not_configured` */
export function requireMicrosoft(ctx: Pick<Context, 'vendors'>): Microsoft {
  return ctx.vendors.microsoft ?? fail('outlook_not_configured')
}
