import { type Context, Hono } from 'hono'
import type { World } from '../../kit/world.ts'
import { paySession } from '../checkout/pay.ts'
import { dueToday, pathOf } from '../checkout/render.ts'
import type { CardInput, CheckoutSession } from '../hosted-model.ts'
import { authenticationPage, NOT_AUTHENTICATED } from './authentication.ts'
import { cardFieldsOf, readCard } from './card-form.ts'
import { checkoutPage } from './checkout-page.ts'
import { money } from './format.ts'
import { messagePage } from './layout.ts'

type Answer = Response | Promise<Response>
type Walk = { world: World; c: Context; session: CheckoutSession }

/** The page that takes the first payment, under /checkout.stripe.com. */
export function checkoutPages(world: World): Hono {
  const app = new Hono()
  app.get('/c/pay/:session', (c) => {
    const session = world.stripe.checkout_sessions.get(c.req.param('session'))
    if (!session) return notFound(c)
    return isOpen(world, session) ? c.html(checkoutPage(world, session)) : closed({ world, c, session }, 200)
  })
  app.post('/c/pay/:session', async (c) => {
    const session = world.stripe.checkout_sessions.get(c.req.param('session'))
    // From here to the end nothing is waited for: of two payments at once one finds the session complete.
    const form = new URLSearchParams(await c.req.text())
    return session ? decide({ world, c, session }, form) : notFound(c)
  })
  return app
}

function notFound(c: Context): Answer {
  return c.html(messagePage('Something went wrong', 'The page you were looking for could not be found.'), 404)
}

/** A customer that is gone cannot pay. */
function isOpen({ stripe }: World, { status, customer }: CheckoutSession): boolean {
  return status === 'open' && (customer === null || stripe.customers.get(customer)?.deleted === false)
}

function closed({ c, session }: Walk, status: 200 | 409): Answer {
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

function decide(walk: Walk, form: URLSearchParams): Answer {
  const { world, c, session } = walk
  const action = form.get('action')
  if (action === 'cancel' && session.cancel_url !== null) return c.redirect(session.cancel_url, 302)
  if (!isOpen(world, session)) return closed(walk, 409)
  if (action === 'complete' && session.authenticating) return pay(walk, session.authenticating, form, true)
  if (action === 'fail' && session.authenticating) {
    session.authenticating = null
    return refused(walk, form, NOT_AUTHENTICATED)
  }
  if (action !== 'pay') return c.html(checkoutPage(world, session), 400)
  const fields = cardFieldsOf(form)
  const read = readCard(fields, world.clock.now())
  const email = form.get('email')?.trim() ?? ''
  const emailProblem =
    session.customer === null && !/^[^\s@]+@[^\s@]+$/.test(email) ? 'Your e-mail address is incomplete.' : undefined
  if ('card' in read && emailProblem === undefined) return pay(walk, read.card, form, false)
  const problems = 'card' in read ? {} : read.problems
  return c.html(
    checkoutPage(world, session, { card: fields, email, problems, ...(emailProblem && { emailProblem }) }),
    400,
  )
}

function pay(walk: Walk, card: CardInput, form: URLSearchParams, authenticated: boolean): Answer {
  const { world, c, session } = walk
  const result = paySession(world, session, { card, email: form.get('email')?.trim() ?? '', authenticated })
  if (result.outcome === 'paid') return c.redirect(successUrl(session), 303)
  if (result.outcome === 'requires_action')
    return c.html(authenticationPage(pathOf(session), money(dueToday(world, session), session.currency)))
  return refused(walk, form, result.problem.message)
}

function refused({ world, c, session }: Walk, form: URLSearchParams, problem: string): Answer {
  const typed = { card: cardFieldsOf(form), email: form.get('email') ?? '', problems: {}, problem }
  return c.html(checkoutPage(world, session, typed), 402)
}

/** Only the literal is replaced: a shop that encodes the braces gets them back as they are. */
function successUrl({ success_url, id }: CheckoutSession): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)
}
