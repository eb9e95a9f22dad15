import { callLimits } from './protocol/address-limits.ts'
import { authRoute } from './protocol/auth-route.ts'
import { answerForm, showLink } from './verify-link.ts'
import { stylesheet } from './verify-page-style.ts'
import { verifyTyped } from './verify-typed.ts'

/** Links of e-mails are opened without API key, and so is their form; the protocol leaves the whole call open. */
export const verify = [
  authRoute({ method: 'GET', path: '/verify', limit: callLimits.verify, withoutApiKey: true, handle: showLink }),
  authRoute({
    method: 'POST',
    path: '/verify',
    limit: callLimits.verify,
    withoutApiKey: true,
    handle: (ctx, call) => (isForm(call.request) ? answerForm(ctx, call) : verifyTyped(ctx, call)),
  }),
  stylesheet,
]

const isForm = ({ headers }: Request): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')
