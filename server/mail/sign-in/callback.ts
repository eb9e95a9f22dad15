import type { ErrorCode } from '../../../contract/errors.ts'
import type { Context } from '../../context.ts'
import { noteInTrail } from '../../db/security-trail.ts'
import { sessionLives } from '../../db/sessions.ts'
import { Failure } from '../../errors.ts'
import { perIp, raw, type RawCall } from '../../http/route.ts'
import { hashSecret } from '../../sealed.ts'
import { microsoftOf } from '../access-token.ts'
import { showFoldersSoon } from '../folders/first-sync.ts'
import { browser, callbackPath } from './browser-cookie.ts'
import { connect } from './connect.ts'
import { takeState, type SignInUnderWay } from './queries.ts'
import { connectedUrl, failedUrl } from './return-url.ts'

export const callbackRoute = raw({
  method: 'GET',
  path: callbackPath,
  auth: 'own',
  limit: perIp(300, 'minute'),
  maxBytes: 0,
  handle: async (ctx, call) => {
    const location = await answerCallback(ctx, call)
    const secure = ctx.config.publicUrl.startsWith('https:')
    return new Response(null, {
      status: 303,
      headers: {
        location,
        'set-cookie': browser.cookie(null, { secure, maxAgeSeconds: 0 }),
        'cache-control': 'no-store',
        // The address of this page holds a code; nothing that follows may learn it.
        'referrer-policy': 'no-referrer',
      },
    })
  },
})

/** @returns where the browser goes: every outcome is told on the page */
async function answerCallback(ctx: Context, call: RawCall): Promise<string> {
  try {
    const { entra } = microsoftOf(ctx)
    const { searchParams } = call.url
    const underWay = await takeSignIn(ctx, call.request, searchParams.get('state') ?? '')
    const issuer = searchParams.get('iss')
    const code = searchParams.get('code')
    const refusal = searchParams.get('error')
    if (!underWay || (issuer !== null && !entra.isIssuer(issuer))) return failedUrl(ctx, 'sign_in_expired')
    if (refusal !== null) return failedUrl(ctx, codeOfRefusal(refusal, searchParams.get('error_description') ?? ''))
    if (!code) return failedUrl(ctx, 'sign_in_expired')
    const connected = await connect(ctx, underWay, code)
    const { user_id: userId, session_id: sessionId } = underWay
    await noteInTrail(ctx, { userId, sessionId, action: 'mailbox_connected' }, call)
    await showFoldersSoon(ctx, connected.mailboxId)
    return connectedUrl(ctx, connected)
  } catch (error) {
    if (error instanceof Failure) return failedUrl(ctx, error.code)
    ctx.events.requestFailed({ requestId: call.requestId, method: 'GET', route: callbackPath, error })
    return failedUrl(ctx, 'internal')
  }
}

/** The sign-in that this callback belongs to; null where the state is unknown, used, too old, or of another browser or session. */
async function takeSignIn(
  ctx: Pick<Context, 'clock' | 'db'>,
  request: Request,
  state: string,
): Promise<SignInUnderWay | null> {
  const underWay = await ctx.db.asService((tx) => takeState(tx, hashSecret(state)))
  if (!underWay || underWay.expires_at <= ctx.clock.now()) return null
  if (!browser.isBrowserOf(request, underWay.browser_hash)) return null
  const at = { sessionId: underWay.session_id, userId: underWay.user_id }
  return (await ctx.db.asAccounts((tx) => sessionLives(tx, at))) ? underWay : null
}

/** OAuth's own words on the redirect; AADSTS numbers only refine "denied". */
function codeOfRefusal(error: string, description: string): ErrorCode {
  if (/AADSTS(90094|90095|50105)\b/.test(description)) return 'admin_approval_required'
  switch (error) {
    case 'access_denied':
      return 'consent_denied'
    case 'temporarily_unavailable':
    case 'server_error':
      return 'outlook_unreachable'
    case 'consent_required':
    case 'interaction_required':
    case 'login_required':
      return 'consent_incomplete'
    default:
      return 'outlook_refused'
  }
}
