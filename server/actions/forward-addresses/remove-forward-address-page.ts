import type { Context } from '../../context.ts'
import { linkPageResponse } from '../../http/link-page.ts'
import { perIp, rawRoute, type RawCall, type Route } from '../../http/route.ts'
import { findForwardAddressById } from './forward-address-queries.ts'
import { openRemovalToken, removalLinkPath } from './removal-link.ts'
import { removeForwardAddress } from './remove-forward-address.ts'

const routeOptions = { path: removalLinkPath, auth: 'own', limit: perIp(60, 'minute') } as const

/**
 * The page behind the link of a notice to the user. It needs no session: the user may be on another device, and an
 * attacker may hold the session. It can only end forwarding, so the form needs no CSRF token.
 */
export const forwardAddressRemovalRoutes: Route[] = [
  rawRoute({
    ...routeOptions,
    method: 'GET',
    maxBytes: 0,
    handle: showRemovalPage,
  }),
  rawRoute({ ...routeOptions, method: 'POST', maxBytes: 4096, handle: submitRemoval }),
]

type RemovalContext = Pick<Context, 'clock' | 'config' | 'db' | 'sealer'>

async function findAddress(ctx: RemovalContext, token: string) {
  const at = openRemovalToken(ctx.sealer, token)
  return at && (await ctx.db.asService((tx) => findForwardAddressById(tx, at)))
}

/** Changes nothing: link scanners of mail providers open links with GET. */
async function showRemovalPage(ctx: RemovalContext, { url, request }: RawCall): Promise<Response> {
  const token = url.searchParams.get('token') ?? ''
  const found = await findAddress(ctx, token)
  if (!found) return removedPage(ctx, request, 410)
  return linkPageResponse(ctx.config, request.headers, {
    heading: 'Remove this address?',
    text: '{product} then forwards none of your email to {address}.',
    form: { action: removalLinkPath, fields: { token }, button: 'Remove address' },
    aside: 'Did you not add it yourself? Then also choose a new password: someone may be using your account.',
    values: { address: found.address },
  })
}

async function submitRemoval(ctx: RemovalContext, { body, request, ip }: RawCall): Promise<Response> {
  const token = new URLSearchParams(body.toString('utf8')).get('token') ?? ''
  const found = await findAddress(ctx, token)
  if (!found) return removedPage(ctx, request, 410)
  await removeForwardAddress(ctx, { ...found, sessionId: null }, { request, ip })
  return removedPage(ctx, request, 200)
}

const removedPage = ({ config }: RemovalContext, request: Request, status: 200 | 410): Promise<Response> =>
  linkPageResponse(
    config,
    request.headers,
    {
      heading: status === 200 ? 'The address is removed' : 'This address is not there any more',
      text: '{product} forwards no email to it.',
      form: null,
      aside: 'You can close this page. If you did not add the address yourself, choose a new password now.',
    },
    status,
  )
