import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { hashSecret } from '../../sealed.ts'
import { allowedRedirect } from '../flows/redirect-to.ts'
import {
  redirectWithCode,
  redirectWithError,
  redirectWithMessage,
  redirectWithSession,
} from '../flows/redirect-responses.ts'
import { findTokenByLink, pkcePrefix, consumeTokenByLink } from '../tokens/one-time-token.ts'
import { firstStepOf, otherAddressPendingMessage, redeemToken, publishRedemption } from './redeem-token.ts'
import { purposesOf } from '../tokens/verification-types.ts'
import { issuerOf } from '../sessions/access-token.ts'
import { AuthError, refuse } from '../protocol/auth-error.ts'
import { verifyPageResponse } from './verify-page.ts'

interface Link {
  token: string
  type: string
  /** Already checked by `allowedRedirect`. */
  redirectTo: string
}

/** @throws AuthError `validation_failed`, in JSON: no email of this server contains such a link */
function readLink(ctx: Pick<Context, 'config'>, fields: URLSearchParams): Link {
  const [token, type] = [fields.get('token') ?? '', fields.get('type') ?? '']
  if (!token) refuse(400, 'validation_failed', 'Verify requires a token or a token hash')
  if (!type) refuse(400, 'validation_failed', 'Verify requires a verification type')
  return { token, type, redirectTo: allowedRedirect(ctx, fields.get('redirect_to') ?? '', type) }
}

/**
 * `GET /verify`: does not consume the token, because mail scanners open links. The page shows what the link does and
 * for which address; its button submits the form.
 */
export async function showVerifyPage(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  { url, request }: RawCall,
): Promise<Response> {
  const link = readLink(ctx, url.searchParams)
  const purposes = purposesOf(link.type)
  const token = purposes && (await ctx.db.asAccounts((tx) => findTokenByLink(tx, ctx, { token: link.token, purposes })))
  if (!token) return redirectWithError(link.redirectTo, expiredLinkError(), { inQuery: isPkceLink(link) })
  const response = await verifyPageResponse(ctx.config, request.headers, {
    ...link,
    row: token,
    isRetry: url.searchParams.has('again'),
  })
  response.headers.append(
    'set-cookie',
    `${csrfCookieName}=${csrfCookieValue(link)}; ${csrfCookieAttributes(ctx)}; Max-Age=3600`,
  )
  return response
}

/** `POST /verify` as a form: consumes the token of the link. */
export async function submitVerifyForm(ctx: Context, call: RawCall): Promise<Response> {
  const link = readLink(ctx, new URLSearchParams(call.body.toString('utf8')))
  if (!isSameOriginSubmission(call.request, link)) return redirectToVerifyPage(ctx, link)
  const inQuery = isPkceLink(link)
  try {
    const purposes = purposesOf(link.type)
    const redeemed = await ctx.db.asAccounts(async (tx) => {
      const token = purposes && (await consumeTokenByLink(tx, ctx, { token: link.token, purposes }))
      const method = token && firstStepOf(token, { typed: false })
      return method && redeemToken(tx, ctx, { token, method, endsWithCode: inQuery, call })
    })
    if (!redeemed) return redirectWithError(link.redirectTo, expiredLinkError(), { inQuery })
    publishRedemption(ctx, redeemed)
    const { result } = redeemed
    if (result.kind === 'half') return redirectWithMessage(link.redirectTo, otherAddressPendingMessage)
    if (result.kind === 'code') return redirectWithCode(link.redirectTo, result.code)
    const more = { type: link.type }
    return redirectWithSession(ctx, { redirectTo: link.redirectTo, session: result.session, more })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return redirectWithError(link.redirectTo, error, { inQuery })
  }
}

const expiredLinkError = (): AuthError => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

/** GoTrue marks the links of PKCE flows by a prefix. */
const isPkceLink = ({ token }: Link): boolean => token.startsWith(pkcePrefix)

/**
 * Login CSRF: another site could submit a form with its own link and sign the visitor in to the attacker's account.
 * Browsers do not send this `SameSite=Strict` cookie with cross-site forms; `Sec-Fetch-Site` also excludes sibling
 * subdomains.
 */
const csrfCookieName = 'mailroom_link'
const csrfCookieValue = ({ token }: Link): string => hashSecret(`form:${token}`).toString('base64url')
const csrfCookieAttributes = ({ config }: Pick<Context, 'config'>): string =>
  `Path=/auth/v1/verify; HttpOnly; SameSite=Strict${config.publicUrl.startsWith('https:') ? '; Secure' : ''}`

function isSameOriginSubmission({ headers }: Request, link: Link): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.includes(`${csrfCookieName}=${csrfCookieValue(link)}`)
}

/** Shows the page again, which sets the cookie for a user who really pressed the button. */
function redirectToVerifyPage({ config }: Pick<Context, 'config'>, { token, type, redirectTo }: Link): Response {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo, again: '1' })
  const headers = { location: `${issuerOf(config)}/verify?${query}`, 'cache-control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
