import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { submitVerifyForm, showVerifyPage } from './verify-link.ts'
import { verifyPageStylesheet } from './verify-page-stylesheet.ts'
import { verifyOtp } from './verify-otp.ts'

/** GoTrue requires no API key here: browsers open emailed links and submit the form without one. */
export const verifyRoutes = [
  authRoute({ method: 'GET', path: '/verify', limit: routeLimits.verify, withoutApiKey: true, handle: showVerifyPage }),
  authRoute({
    method: 'POST',
    path: '/verify',
    limit: routeLimits.verify,
    withoutApiKey: true,
    handle: (ctx, call) => (isForm(call.request) ? submitVerifyForm(ctx, call) : verifyOtp(ctx, call)),
  }),
  verifyPageStylesheet,
]

const isForm = ({ headers }: Request): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')
