import { type Context, Hono } from 'hono'
import { ControlError } from '../kit/control-error.ts'
import type { World } from '../kit/world.ts'
import { runDue } from '../stripe/billing/due.ts'
import { happen } from '../stripe/control/happen.ts'
import type { Happening } from '../stripe/control/happenings.ts'
import type { Customer } from '../stripe/model.ts'
import { notFoundPage } from './layout.ts'
import { stripePath } from './links.ts'
import { stripePage } from './stripe.ts'

const NOTICES: Record<string, string> = {
  fail: 'The next payment will be declined.',
  advance: 'The period is over.',
  card: 'Another card is charged from now on.',
  refused: 'That could not be done.',
}

/** A customer of Stripe's, for a person to look at and to steer. */
export function stripePageRoutes(world: World): Hono {
  const app = new Hono()
  app.get('/stripe/:customer', (c) => {
    runDue(world)
    const customer = customerIn(world, c)
    const notice = NOTICES[c.req.query('done') ?? '']
    return customer
      ? c.html(stripePage(world, customer, notice))
      : c.html(notFoundPage('There is no such customer'), 404)
  })
  app.post('/stripe/:customer', async (c) => {
    const customer = customerIn(world, c)
    if (!customer) return c.html(notFoundPage('There is no such customer'), 404)
    const form = new URLSearchParams(await c.req.text())
    const wish = wishOf(customer.id, form)
    return c.redirect(`${stripePath(customer.id)}?done=${wish ? await done(world, wish, form) : 'refused'}`, 303)
  })
  return app
}

function customerIn({ stripe }: World, c: Context): Customer | undefined {
  return stripe.customers.get(c.req.param('customer') ?? '')
}

function wishOf(customer: string, form: URLSearchParams): Happening | null {
  const action = form.get('action')
  if (action === 'fail') return { type: 'payment_fails', customer, reason: 'card_declined', times: 1 }
  if (action === 'advance') return { type: 'advance', customer }
  return action === 'card' ? { type: 'card', customer, number: form.get('number') ?? '' } : null
}

/** What to tell of it. */
async function done(world: World, wish: Happening, form: URLSearchParams): Promise<string> {
  try {
    runDue(world)
    await happen(world, wish)
    runDue(world)
    return form.get('action') ?? ''
  } catch (error) {
    if (error instanceof ControlError) return 'refused'
    throw error
  }
}
