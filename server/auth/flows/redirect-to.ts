import { isRedirectPath } from '../../../contract/redirect-paths.ts'
import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'

const redirectToMaxLength = 2000

/**
 * The redirect target of a flow: the requested address if its origin and path match this site exactly, otherwise the
 * dashboard, or the page for a new password after a recovery or an invitation. Keeps the query and drops the fragment.
 * @param purpose GoTrue's type of the link; empty if there is no link
 */
export function redirectToOf(
  ctx: Pick<Context, 'config'>,
  { request, url }: Pick<RawCall, 'request' | 'url'>,
  purpose = '',
): string {
  const requested = url.searchParams.get('redirect_to') ?? request.headers.get('redirect_to') ?? ''
  return allowedRedirect(ctx, requested, purpose)
}

/** As `redirectToOf`, for an address from the request body. */
export function allowedRedirect({ config }: Pick<Context, 'config'>, requested: string, purpose = ''): string {
  const choosesPassword = purpose === 'recovery' || purpose === 'invite'
  const usual = `${config.publicUrl}${choosesPassword ? '/auth/reset-password' : '/dashboard'}`
  // URL parsers tolerate backslashes and white space, which other readers may interpret differently.
  if (/[\\\s]/.test(requested) || requested.length > redirectToMaxLength) return usual
  const url = URL.parse(requested)
  const isOurs = url && url.origin === new URL(config.publicUrl).origin && url.username === '' && url.password === ''
  if (!isOurs || !isRedirectPath(url.pathname)) return usual
  return `${url.origin}${url.pathname}${url.search}`
}
