import { type Context, Hono } from 'hono'
import type { StripeSandbox } from '../stripe-state.ts'
import { payCheckoutSession } from '../checkout/pay-checkout-session.ts'
import { amountDueToday, checkoutPagePath } from '../checkout/render-checkout-session.ts'
import type { CardInput, CheckoutSession } from '../checkout-and-portal-objects.ts'
import { authenticationPage, AUTHENTICATION_FAILED } from './authentication-page.ts'
import { cardFieldsOf, readCard } from './card-form.ts'
import { checkoutPage } from './checkout-page.ts'
import { formatMoney } from './format-money-and-dates.ts'
import { messagePage } from './hosted-page-layout.ts'

type Answer = Response | Promise<Response>
type CheckoutRequest = { sandbox: StripeSandbox; c: Context; session: CheckoutSession }

/** The payment page, under /checkout.stripe.com. */
export function checkoutPages(sandbox: StripeSandbox): Hono {
  const app = new Hono()
  app.get('/c/pay/:session', (c) => {
    const session = sandbox.stripe.checkout_sessions.get(c.req.param('session'))
    if (!session) return notFoundPage(c)
    return isOpen(sandbox, session) ? c.html(checkoutPage(sandbox, session)) : closedPage({ sandbox, c, session }, 200)
  })
  app.post('/c/pay/:session', async (c) => {
    const session = sandbox.stripe.checkout_sessions.get(c.req.param('session'))
    // No await from here on: of two concurrent payments the second finds the session complete.
    const form = new URLSearchParams(await c.req.text())
    return session ? handleForm({ sandbox, c, session }, form) : notFoundPage(c)
  })
  return app
}

function notFoundPage(c: Context): Answer {
  return c.html(messagePage('Something went wrong', 'The page you were looking for could not be found.'), 404)
}

/** A deleted customer cannot pay. */
function isOpen({ stripe }: StripeSandbox, { status, customer }: CheckoutSession): boolean {
  return status === 'open' && (customer === null || stripe.customers.get(customer)?.deleted === false)
}

function closedPage({ c, session }: CheckoutRequest, status: 200 | 409): Answer {
  if (session.status !== 'complete') {
    const back = session.cancel_url === null ? null : { href: session.cancel_url, label: 'Back' }
    return c.html(
      messagePage('This checkout has expired', 'This session is over. Nothing was paid here.', back),
      status,
    )
  }
  const link = { href: successUrl(session), label: 'Continue' }
  return c.html(
    messagePage('This checkout was already completed', 'You have paid already. Nothing was charged twice.', link),
    status,
  )
}

function handleForm(request: CheckoutRequest, form: URLSearchParams): Answer {
  const { sandbox, c, session } = request
  const action = form.get('action')
  if (action === 'cancel' && session.cancel_url !== null) return c.redirect(session.cancel_url, 302)
  if (!isOpen(sandbox, session)) return closedPage(request, 409)
  if (action === 'complete' && session.authenticating) return pay(request, session.authenticating, form, true)
  if (action === 'fail' && session.authenticating) {
    session.authenticating = null
    return paymentRefusedPage(request, form, AUTHENTICATION_FAILED)
  }
  if (action !== 'pay') return c.html(checkoutPage(sandbox, session), 400)
  const fields = cardFieldsOf(form)
  const read = readCard(fields, sandbox.clock.now())
  const email = form.get('email')?.trim() ?? ''
  const emailError =
    session.customer === null && !/^[^\s@]+@[^\s@]+$/.test(email) ? 'Your email address is incomplete.' : undefined
  if ('card' in read && emailError === undefined) return pay(request, read.card, form, false)
  const problems = 'card' in read ? {} : read.problems
  return c.html(
    checkoutPage(sandbox, session, { card: fields, email, problems, ...(emailError && { emailError }) }),
    400,
  )
}

function pay(request: CheckoutRequest, card: CardInput, form: URLSearchParams, authenticated: boolean): Answer {
  const { sandbox, c, session } = request
  const result = payCheckoutSession(sandbox, session, { card, email: form.get('email')?.trim() ?? '', authenticated })
  if (result.outcome === 'paid') return c.redirect(successUrl(session), 303)
  if (result.outcome === 'requires_action')
    return c.html(
      authenticationPage(checkoutPagePath(session), formatMoney(amountDueToday(sandbox, session), session.currency)),
    )
  return paymentRefusedPage(request, form, result.problem.message)
}

function paymentRefusedPage({ sandbox, c, session }: CheckoutRequest, form: URLSearchParams, problem: string): Answer {
  const typed = { card: cardFieldsOf(form), email: form.get('email') ?? '', problems: {}, problem }
  return c.html(checkoutPage(sandbox, session, typed), 402)
}

/** Replaces only the literal placeholder; Stripe does not replace an encoded one. */
function successUrl({ success_url, id }: CheckoutSession): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)
}
