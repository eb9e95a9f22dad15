import { z } from 'zod'
import { cancelSubscription } from '../billing/cancel.ts'
import { changeCustomer } from '../billing/changes.ts'
import { customerIn, paymentMethodIn } from '../billing/find.ts'
import { type Context, emit } from '../events.ts'
import { noSuch } from '../errors.ts'
import { merged } from '../metadata.ts'
import type { Customer } from '../model.ts'
import { renderCustomer } from '../render.ts'
import { newId, nowOf } from '../state.ts'
import { type Call, listRoute, type Route, route } from './call.ts'
import { integer, metadata, nothing, text, unsettable } from './params.ts'

const fields = {
  email: unsettable(text().max(512)).optional(),
  name: unsettable(text().max(256)).optional(),
  metadata: metadata().optional(),
}
const CreateParams = z.strictObject({ ...fields, test_clock: text().optional() })
const UpdateParams = z.strictObject({
  ...fields,
  balance: integer().optional(),
  invoice_settings: z.strictObject({ default_payment_method: unsettable(text()).optional() }).optional(),
})

export const customerRoutes: readonly Route[] = [
  route(['POST', '/v1/customers'], 'customers', CreateParams, (call, params) =>
    renderCustomer(createCustomer(call, params)),
  ),
  listRoute(
    '/v1/customers',
    'customers',
    z.strictObject({ email: text().optional(), test_clock: text().optional() }),
    list,
  ),
  route(['GET', '/v1/customers/:customer'], 'customers', nothing(), ({ world }, _, id = '') =>
    renderCustomer(customerIn(world, id)),
  ),
  route(['POST', '/v1/customers/:customer'], 'customers', UpdateParams, (call, params, id = '') =>
    renderCustomer(update(call, living(call, id), params)),
  ),
  route(['DELETE', '/v1/customers/:customer'], 'customers', nothing(), (call, _, id = '') =>
    remove(call, living(call, id)),
  ),
]

export function createCustomer({ world }: Context, params: z.infer<typeof CreateParams>): Customer {
  const { stripe } = world
  const test_clock = params.test_clock ?? null
  if (test_clock !== null && !stripe.test_clocks.has(test_clock)) throw noSuch('test clock', test_clock, 'test_clock')
  const id = newId(stripe, 'cus')
  const customer: Customer = {
    id,
    created: nowOf(world, test_clock),
    email: params.email ?? null,
    name: params.name ?? null,
    balance: 0,
    currency: null,
    default_payment_method: null,
    metadata: merged({}, params.metadata),
    test_clock,
    invoice_prefix: id.slice(-8).toUpperCase(),
    next_invoice_sequence: 1,
    deleted: false,
  }
  stripe.customers.set(id, customer)
  return customer
}

function update(call: Call, customer: Customer, params: z.infer<typeof UpdateParams>): Customer {
  const card = params.invoice_settings?.default_payment_method
  if (card) paymentMethodIn(call.world, card, 'invoice_settings[default_payment_method]')
  changeCustomer(call, customer, () => {
    if (params.email !== undefined) customer.email = params.email
    if (params.name !== undefined) customer.name = params.name
    if (params.balance !== undefined) customer.balance = params.balance
    if (card !== undefined) customer.default_payment_method = card
    customer.metadata = merged(customer.metadata, params.metadata)
  })
  return customer
}

/** Its subscriptions end with it. */
function remove(call: Call, customer: Customer) {
  for (const subscription of call.world.stripe.subscriptions.values()) {
    if (subscription.customer === customer.id && subscription.ended_at === null)
      cancelSubscription(call, subscription, {})
  }
  emit(call, 'customer.deleted', renderCustomer(customer), { now: nowOf(call.world, customer.test_clock) })
  customer.deleted = true
  return renderCustomer(customer)
}

function list({ world }: Call, params: { email?: string | undefined; test_clock?: string | undefined }) {
  return [...world.stripe.customers.values()]
    .filter(({ deleted, email }) => !deleted && (params.email === undefined || params.email === email))
    .filter(({ test_clock }) => params.test_clock === undefined || params.test_clock === test_clock)
    .toReversed()
    .map(renderCustomer)
}

function living({ world }: Call, id: string): Customer {
  const customer = customerIn(world, id)
  if (customer.deleted) throw noSuch('customer', id)
  return customer
}
