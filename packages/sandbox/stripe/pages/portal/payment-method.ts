import { html } from 'hono/html'
import { addCard, type Presence } from '../../billing/cards.ts'
import { changeCustomer, changeSubscription } from '../../billing/changes.ts'
import { payInvoice } from '../../billing/pay.ts'
import { keepingOf } from '../../checkout/pay.ts'
import type { Invoice } from '../../model.ts'
import type { PaymentMethod } from '../../payment-model.ts'
import { portalPath } from '../../portal/session.ts'
import { authenticationPage, NOT_AUTHENTICATED } from '../authentication.ts'
import { type CardFields, cardFields, cardFieldsOf, type CardProblems, readCard, testCards } from '../card-form.ts'
import type { Html } from '../layout.ts'
import { alert, stepPage } from './frame.ts'
import { type Answer, contextOf, finish, notPossible, type Walk } from './walk.ts'

type Typed = { typed?: CardFields; problems?: CardProblems; problem?: string }

function cardPage(walk: Walk, { typed, problems, problem }: Typed = {}): Html {
  return stepPage(
    walk,
    'Update your payment method',
    html`${alert(problem)}<form method="post" action="${portalPath(walk.session)}/payment-method">${cardFields(typed ?? null, problems)}
<div class="acts"><button class="button main" name="action" value="save">Save card</button></div></form>${testCards()}`,
  )
}

export function showCard(walk: Walk): Answer {
  const { enabled } = walk.configuration.features.payment_method_update
  return enabled ? walk.c.html(cardPage(walk)) : notPossible(walk, 'Payment methods cannot be changed here.')
}

export function saveCard(walk: Walk, form: URLSearchParams): Answer {
  const { world, c, session, customer, configuration } = walk
  const { authenticating } = world.stripe
  if (!configuration.features.payment_method_update.enabled) return showCard(walk)
  const waiting = authenticating.get(session.id)
  authenticating.delete(session.id)
  const action = form.get('action')
  if (action === 'complete' && waiting) return keep(walk, waiting, { on_session: true, authenticated: true })
  if (action === 'fail') return c.html(cardPage(walk, { problem: NOT_AUTHENTICATED }), 402)
  if (action !== 'save') return c.html(cardPage(walk), 400)
  const typed = cardFieldsOf(form)
  const read = readCard(typed, world.clock.now())
  if ('problems' in read) return c.html(cardPage(walk, { typed, ...read }), 400)
  const method = addCard(world, customer, read.card)
  if (!method) return c.html(cardPage(walk), 400)
  const presence = { on_session: true, authenticated: false }
  const result = keepingOf(method, presence)
  if (result.outcome === 'paid') return keep(walk, method, presence)
  if (result.outcome === 'declined') return c.html(cardPage(walk, { typed, problem: result.problem.message }), 402)
  authenticating.set(session.id, method)
  return c.html(authenticationPage(`${portalPath(session)}/payment-method`, 'from now on'))
}

/** The card becomes the one that is charged everywhere, and pays what is open. */
function keep(walk: Walk, method: PaymentMethod, presence: Presence): Answer {
  const { world, customer } = walk
  const context = contextOf(walk)
  if (presence.authenticated) method.set_up = true
  changeCustomer(context, customer, () => {
    customer.default_payment_method = method.id
  })
  for (const subscription of world.stripe.subscriptions.values()) {
    if (subscription.customer !== customer.id || subscription.default_payment_method === null) continue
    changeSubscription(context, subscription, () => {
      subscription.default_payment_method = method.id
    })
  }
  const results = openInvoices(walk).map((invoice) =>
    payInvoice(context, invoice, { payment_method: method, presence }),
  )
  if (results.length === 0) return finish(walk, 'card')
  return finish(walk, results.every(({ outcome }) => outcome === 'paid') ? 'paid' : 'unpaid')
}

/** Those of subscriptions that are behind with their payments. */
function openInvoices({ world, customer }: Walk): Invoice[] {
  return [...world.stripe.invoices.values()].filter(({ customer: owner, status, subscription }) => {
    const state = world.stripe.subscriptions.get(subscription)?.status
    return owner === customer.id && status === 'open' && (state === 'past_due' || state === 'unpaid')
  })
}
