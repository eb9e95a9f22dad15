import { html } from 'hono/html'
import { addCard, type Presence } from '../../billing/card-behaviour.ts'
import { makeDefaultCard } from '../../billing/emit-changes.ts'
import { payInvoice } from '../../billing/pay-invoice.ts'
import { cardSetupResult } from '../../checkout/pay-checkout-session.ts'
import type { Invoice } from '../../stripe-objects.ts'
import type { PaymentMethod } from '../../payment-objects.ts'
import { portalPath } from '../../portal/portal-session.ts'
import { authenticationPage, AUTHENTICATION_FAILED } from '../authentication-page.ts'
import { type CardFields, cardFieldset, cardFieldsOf, type CardProblems, readCard, testCardList } from '../card-form.ts'
import { type Html, problemAlert } from '../../../kit/page-frame.ts'
import { stepPage } from './portal-page-layout.ts'
import { type Answer, contextOf, finishFlow, notPossiblePage, type PortalRequest } from './portal-request.ts'

type CardFormState = { typed?: CardFields; problems?: CardProblems; problem?: string }

function cardPage(request: PortalRequest, { typed, problems, problem }: CardFormState = {}): Html {
  return stepPage(
    request,
    'Update your payment method',
    html`${problemAlert(problem)}<form method="post" action="${portalPath(
      request.session,
    )}/payment-method">${cardFieldset(typed ?? null, problems)}
<div class="acts"><button class="button main" name="action" value="save">Save card</button></div></form>
${testCardList()}`,
  )
}

export function showPaymentMethodForm(request: PortalRequest): Answer {
  const { enabled } = request.configuration.features.payment_method_update
  return enabled
    ? request.c.html(cardPage(request))
    : notPossiblePage(request, 'Payment methods cannot be changed here.')
}

export function savePaymentMethod(request: PortalRequest, form: URLSearchParams): Answer {
  const { sandbox, c, session, customer, configuration } = request
  const { awaitingAuthentication } = sandbox.stripe
  if (!configuration.features.payment_method_update.enabled) return showPaymentMethodForm(request)
  const waiting = awaitingAuthentication.get(session.id)
  awaitingAuthentication.delete(session.id)
  const action = form.get('action')
  if (action === 'complete' && waiting)
    return applyPaymentMethod(request, waiting, { on_session: true, authenticated: true })
  if (action === 'fail') return c.html(cardPage(request, { problem: AUTHENTICATION_FAILED }), 402)
  if (action !== 'save') return c.html(cardPage(request), 400)
  const typed = cardFieldsOf(form)
  const read = readCard(typed, sandbox.clock.now())
  if ('problems' in read) return c.html(cardPage(request, { typed, ...read }), 400)
  const method = addCard(sandbox, customer, read.card)
  if (!method) return c.html(cardPage(request), 400)
  const presence = { on_session: true, authenticated: false }
  const result = cardSetupResult(method, presence)
  if (result.outcome === 'paid') return applyPaymentMethod(request, method, presence)
  if (result.outcome === 'declined') return c.html(cardPage(request, { typed, problem: result.problem.message }), 402)
  awaitingAuthentication.set(session.id, method)
  return c.html(authenticationPage(`${portalPath(session)}/payment-method`, 'from now on'))
}

/** Makes the card the default everywhere, and pays overdue invoices with it. */
function applyPaymentMethod(request: PortalRequest, method: PaymentMethod, presence: Presence): Answer {
  const { customer } = request
  const context = contextOf(request)
  if (presence.authenticated) method.set_up = true
  makeDefaultCard(context, customer, method)
  const results = overdueInvoices(request).map((invoice) =>
    payInvoice(context, invoice, { payment_method: method, presence }),
  )
  if (results.length === 0) return finishFlow(request, 'card')
  return finishFlow(request, results.every(({ outcome }) => outcome === 'paid') ? 'paid' : 'unpaid')
}

/** Open invoices of subscriptions that are past_due or unpaid. */
function overdueInvoices({ sandbox, customer }: PortalRequest): Invoice[] {
  return [...sandbox.stripe.invoices.values()].filter(({ customer: owner, status, subscription }) => {
    const state = sandbox.stripe.subscriptions.get(subscription)?.status
    return owner === customer.id && status === 'open' && (state === 'past_due' || state === 'unpaid')
  })
}
