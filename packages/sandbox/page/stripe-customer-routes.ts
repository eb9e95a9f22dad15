import { type Context, Hono } from 'hono'
import { ControlError } from '../kit/control-error.ts'
import type { StripeSandbox } from '../stripe/stripe-state.ts'
import { runDueActions } from '../stripe/run-due-actions.ts'
import { simulateEvent } from '../stripe/control/simulate-event.ts'
import type { SimulatedEvent } from '../stripe/control/simulated-event-schema.ts'
import type { Customer } from '../stripe/stripe-objects.ts'
import { notFoundPage } from './page-layout.ts'
import { stripePath } from './page-links.ts'
import { stripePage } from './stripe-customer-page.ts'

const NOTICES: Record<string, string> = {
  fail: 'The next payment will be declined.',
  advance: 'The period is over.',
  card: 'Another card is charged from now on.',
  refused: 'That could not be done.',
}

/** Page of a Stripe customer, with its forms. */
export function stripePageRoutes(sandbox: StripeSandbox): Hono {
  const app = new Hono()
  app.get('/stripe/:customer', (c) => {
    runDueActions(sandbox)
    const customer = findCustomerOfPath(sandbox, c)
    const notice = NOTICES[c.req.query('done') ?? '']
    return customer
      ? c.html(stripePage(sandbox, customer, notice))
      : c.html(notFoundPage('There is no such customer'), 404)
  })
  app.post('/stripe/:customer', async (c) => {
    const customer = findCustomerOfPath(sandbox, c)
    if (!customer) return c.html(notFoundPage('There is no such customer'), 404)
    const form = new URLSearchParams(await c.req.text())
    const simulated = simulatedEventOf(customer.id, form)
    return c.redirect(
      `${stripePath(customer.id)}?done=${simulated ? await runSimulatedEvent(sandbox, simulated, form) : 'refused'}`,
      303,
    )
  })
  return app
}

function findCustomerOfPath({ stripe }: StripeSandbox, c: Context): Customer | undefined {
  return stripe.customers.get(c.req.param('customer') ?? '')
}

function simulatedEventOf(customer: string, form: URLSearchParams): SimulatedEvent | null {
  const action = form.get('action')
  if (action === 'fail') return { type: 'payment_fails', customer, reason: 'card_declined', times: 1 }
  if (action === 'advance') return { type: 'advance', customer }
  return action === 'card' ? { type: 'card', customer, number: form.get('number') ?? '' } : null
}

/** Runs the event. @returns the key of the notice */
async function runSimulatedEvent(
  sandbox: StripeSandbox,
  simulated: SimulatedEvent,
  form: URLSearchParams,
): Promise<string> {
  try {
    runDueActions(sandbox)
    await simulateEvent(sandbox, simulated)
    runDueActions(sandbox)
    return form.get('action') ?? ''
  } catch (error) {
    if (error instanceof ControlError) return 'refused'
    throw error
  }
}
