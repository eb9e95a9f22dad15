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
    handle: (ctx, { url }) => showRemovalPage(ctx, url.searchParams.get('token') ?? ''),
  }),
  rawRoute({ ...routeOptions, method: 'POST', maxBytes: 4096, handle: submitRemoval }),
]

type RemovalContext = Pick<Context, 'clock' | 'config' | 'db' | 'sealer'>

async function findAddress(ctx: RemovalContext, token: string) {
  const at = openRemovalToken(ctx.sealer, token)
  return at && (await ctx.db.asService((tx) => findForwardAddressById(tx, at)))
}

/** Changes nothing: link scanners of mail providers open links with GET. */
async function showRemovalPage(ctx: RemovalContext, token: string): Promise<Response> {
  const found = await findAddress(ctx, token)
  if (!found) return removedPage(ctx, 410)
  return linkPageResponse(ctx.config, {
    heading: 'Remove this address?',
    text: `${ctx.config.productName} then forwards none of your email to ${found.address}.`,
    form: { action: removalLinkPath, fields: { token }, button: 'Remove address' },
    aside: 'Did you not add it yourself? Then also choose a new password: someone may be using your account.',
  })
}

async function submitRemoval(ctx: RemovalContext, { body, request, ip }: RawCall): Promise<Response> {
  const token = new URLSearchParams(body.toString('utf8')).get('token') ?? ''
  const found = await findAddress(ctx, token)
  if (!found) return removedPage(ctx, 410)
  await removeForwardAddress(ctx, { ...found, sessionId: null }, { request, ip })
  return removedPage(ctx, 200)
}

const removedPage = ({ config }: RemovalContext, status: 200 | 410): Promise<Response> =>
  linkPageResponse(
    config,
    {
      heading: status === 200 ? 'The address is removed' : 'This address is not there any more',
      text: `${config.productName} forwards no email to it.`,
      form: null,
      aside: 'You can close this page. If you did not add the address yourself, choose a new password now.',
    },
    status,
  )
