import { isReturnPath } from '../../../contract/return-paths.ts'
import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/route.ts'

/**
 * Where the browser goes when a flow ends: the address that the client asks for where it is one of ours, else the dashboard, or the
 * screen for a new password where that is what the link is for. Origin and path are compared whole (security checklist C5); the
 * query stays, the fragment is ours to set.
 * @param purpose the protocol's type of the link; nothing for what is no link
 */
export function redirectToOf(
  ctx: Pick<Context, 'config'>,
  { request, url }: Pick<RawCall, 'request' | 'url'>,
  purpose = '',
): string {
  const asked = url.searchParams.get('redirect_to') ?? request.headers.get('redirect_to') ?? ''
  return allowedReturn(ctx, asked, purpose)
}

/** The same for an address that came in a body. */
export function allowedReturn({ config }: Pick<Context, 'config'>, asked: string, purpose = ''): string {
  const choosesPassword = purpose === 'recovery' || purpose === 'invite'
  const usual = `${config.publicUrl}${choosesPassword ? '/auth/reset-password' : '/dashboard'}`
  // A URL parser forgives these, a careless reader of the result might not.
  if (/[\\\s]/.test(asked) || asked.length > 2000) return usual
  const url = URL.parse(asked)
  const isOurs = url && url.origin === new URL(config.publicUrl).origin && url.username === '' && url.password === ''
  if (!isOurs || !isReturnPath(url.pathname)) return usual
  return `${url.origin}${url.pathname}${url.search}`
}
