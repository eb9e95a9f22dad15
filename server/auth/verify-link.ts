import type { Context } from '../context.ts'
import type { RawCall } from '../http/route.ts'
import { hashSecret } from '../sealed.ts'
import { allowedReturn } from './flows/redirect-to.ts'
import { returnWithCode, returnWithError, returnWithMessage, returnWithSession } from './flows/return-to.ts'
import { findByLink, pkcePrefix, takeByLink } from './one-time/one-time-token.ts'
import { firstStepOf, halfMessage, redeem, tellRedeemed } from './one-time/redeem.ts'
import { purposesOf } from './one-time/verification-types.ts'
import { issuerOf } from './keys/access-token.ts'
import { AuthError, refuse } from './protocol/auth-error.ts'
import { answerPage } from './verify-page.ts'

interface Link {
  token: string
  type: string
  /** Already one of ours. */
  redirectTo: string
}

/** @throws AuthError `validation_failed`, in JSON: such a link was not in an e-mail of ours */
function readLink(ctx: Pick<Context, 'config'>, fields: URLSearchParams): Link {
  const [token, type] = [fields.get('token') ?? '', fields.get('type') ?? '']
  if (!token) refuse(400, 'validation_failed', 'Verify requires a token or a token hash')
  if (!type) refuse(400, 'validation_failed', 'Verify requires a verification type')
  return { token, type, redirectTo: allowedReturn(ctx, fields.get('redirect_to') ?? '', type) }
}

/**
 * `GET /verify`: uses nothing up, since the programs that look into e-mails for dangerous links open them too (security checklist
 * B8). A person sees what will happen to which address, and presses a button.
 */
export async function showLink(ctx: Pick<Context, 'config' | 'clock' | 'db'>, { url }: RawCall): Promise<Response> {
  const link = readLink(ctx, url.searchParams)
  const purposes = purposesOf(link.type)
  const token = purposes && (await ctx.db.asAccounts((tx) => findByLink(tx, ctx, { token: link.token, purposes })))
  if (!token) return returnWithError(link.redirectTo, goneLink(), { inQuery: isOfFlow(link) })
  const answer = await answerPage(ctx.config, { ...link, row: token, isAgain: url.searchParams.has('again') })
  answer.headers.append('set-cookie', `${cookieName}=${marksOf(link)}; ${cookieScope(ctx)}; Max-Age=3600`)
  return answer
}

/** The button of that page. */
export async function answerForm(ctx: Context, call: RawCall): Promise<Response> {
  const link = readLink(ctx, new URLSearchParams(call.body.toString('utf8')))
  if (!isFromOurPage(call.request, link)) return showAgain(ctx, link)
  const inQuery = isOfFlow(link)
  try {
    const purposes = purposesOf(link.type)
    const redeemed = await ctx.db.asAccounts(async (tx) => {
      const token = purposes && (await takeByLink(tx, ctx, { token: link.token, purposes }))
      const method = token && firstStepOf(token, { typed: false })
      return method && redeem(tx, ctx, { token, method, endsWithCode: inQuery, call })
    })
    if (!redeemed) return returnWithError(link.redirectTo, goneLink(), { inQuery })
    tellRedeemed(ctx, redeemed)
    const { gives } = redeemed
    if (gives.kind === 'half') return returnWithMessage(link.redirectTo, halfMessage)
    if (gives.kind === 'code') return returnWithCode(link.redirectTo, gives.code)
    const more = { type: link.type }
    return returnWithSession(ctx, { redirectTo: link.redirectTo, session: gives.session, more })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return returnWithError(link.redirectTo, error, { inQuery })
  }
}

const goneLink = (): AuthError => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

/** The protocol marks the links of a flow that ends with a code. */
const isOfFlow = ({ token }: Link): boolean => token.startsWith(pkcePrefix)

/**
 * Another site could send a form with its own link from here, and so sign a visitor in to an account of its choice (B13). The cookie
 * is given with the page, and browsers keep it from forms of other sites; the header tells those of our own site apart.
 */
const cookieName = 'mailroom_link'
const marksOf = ({ token }: Link): string => hashSecret(`form:${token}`).toString('base64url')
const cookieScope = ({ config }: Pick<Context, 'config'>): string =>
  `Path=/auth/v1/verify; HttpOnly; SameSite=Strict${config.publicUrl.startsWith('https:') ? '; Secure' : ''}`

function isFromOurPage({ headers }: Request, link: Link): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.includes(`${cookieName}=${marksOf(link)}`)
}

/** The page once more, by which a person who did press its button comes by the cookie. */
function showAgain({ config }: Pick<Context, 'config'>, { token, type, redirectTo }: Link): Response {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo, again: '1' })
  const headers = { location: `${issuerOf(config)}/verify?${query}`, 'cache-control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
