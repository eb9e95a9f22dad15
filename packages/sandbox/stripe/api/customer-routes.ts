import { z } from 'zod'
import { cancelSubscription } from '../billing/cancel-subscription.ts'
import { changeCustomerAndEmit } from '../billing/emit-changes.ts'
import { getCustomer, getPaymentMethod } from '../billing/object-lookup.ts'
import { type StripeContext, emitEvent } from '../emit-event.ts'
import { resourceMissing } from '../stripe-errors.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import type { Customer } from '../stripe-objects.ts'
import { renderCustomer } from '../render-objects.ts'
import { newId, nowOfClock } from '../stripe-state.ts'
import { type ApiCall, listRoute, type Route, route } from './route-definition.ts'
import { integer, metadata, noParams, text, unsettable } from './param-schemas.ts'

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
    listCustomers,
  ),
  route(['GET', '/v1/customers/:customer'], 'customers', noParams(), ({ sandbox }, _, id = '') =>
    renderCustomer(getCustomer(sandbox, id)),
  ),
  route(['POST', '/v1/customers/:customer'], 'customers', UpdateParams, (call, params, id = '') =>
    renderCustomer(updateCustomer(call, getLivingCustomer(call, id), params)),
  ),
  route(['DELETE', '/v1/customers/:customer'], 'customers', noParams(), (call, _, id = '') =>
    deleteCustomer(call, getLivingCustomer(call, id)),
  ),
]

export function createCustomer({ sandbox }: StripeContext, params: z.infer<typeof CreateParams>): Customer {
  const { stripe } = sandbox
  const test_clock = params.test_clock ?? null
  if (test_clock !== null && !stripe.test_clocks.has(test_clock))
    throw resourceMissing('test clock', test_clock, 'test_clock')
  const id = newId(stripe, 'cus')
  const customer: Customer = {
    id,
    created: nowOfClock(sandbox, test_clock),
    email: params.email ?? null,
    name: params.name ?? null,
    balance: 0,
    currency: null,
    default_payment_method: null,
    metadata: mergeMetadata({}, params.metadata),
    test_clock,
    invoice_prefix: id.slice(-8).toUpperCase(),
    next_invoice_sequence: 1,
    deleted: false,
  }
  stripe.customers.set(id, customer)
  return customer
}

function updateCustomer(call: ApiCall, customer: Customer, params: z.infer<typeof UpdateParams>): Customer {
  const card = params.invoice_settings?.default_payment_method
  if (card) getPaymentMethod(call.sandbox, card, 'invoice_settings[default_payment_method]')
  changeCustomerAndEmit(call, customer, () => {
    if (params.email !== undefined) customer.email = params.email
    if (params.name !== undefined) customer.name = params.name
    if (params.balance !== undefined) customer.balance = params.balance
    if (card !== undefined) customer.default_payment_method = card
    customer.metadata = mergeMetadata(customer.metadata, params.metadata)
  })
  return customer
}

/** Cancels the customer's subscriptions as well. */
function deleteCustomer(call: ApiCall, customer: Customer) {
  for (const subscription of call.sandbox.stripe.subscriptions.values()) {
    if (subscription.customer === customer.id && subscription.ended_at === null)
      cancelSubscription(call, subscription, {})
  }
  emitEvent(call, 'customer.deleted', renderCustomer(customer), { now: nowOfClock(call.sandbox, customer.test_clock) })
  customer.deleted = true
  return renderCustomer(customer)
}

function listCustomers({ sandbox }: ApiCall, params: { email?: string | undefined; test_clock?: string | undefined }) {
  return [...sandbox.stripe.customers.values()]
    .filter(({ deleted, email }) => !deleted && (params.email === undefined || params.email === email))
    .filter(({ test_clock }) => params.test_clock === undefined || params.test_clock === test_clock)
    .toReversed()
    .map(renderCustomer)
}

function getLivingCustomer({ sandbox }: ApiCall, id: string): Customer {
  const customer = getCustomer(sandbox, id)
  if (customer.deleted) throw resourceMissing('customer', id)
  return customer
}
