import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerWith, idIn, refusalOf, sell, startTestStripe, type TestStripe } from '../test-stripe.ts'

let t: TestStripe
beforeAll(async () => {
  t = await startTestStripe()
})
afterAll(() => t[Symbol.asyncDispose]())
beforeEach(async () => {
  await t.sandbox.control('POST', '/reset')
})

async function subscribed() {
  const { basic } = await sell(t.stripe)
  const customer = await customerWith(t.stripe)
  return t.stripe.subscriptions.create({ customer, items: [{ price: basic }] })
}

test('objects stand in the place of their ids where that is asked for', async () => {
  const { id, customer } = await subscribed()
  const expand = [
    'latest_invoice.payments',
    'customer.invoice_settings.default_payment_method',
    'items.data.price.product',
  ]
  const whole = await t.stripe.subscriptions.retrieve(id, { expand })
  expect(whole).toMatchObject({
    customer: {
      id: customer,
      invoice_settings: { default_payment_method: { object: 'payment_method', card: { last4: '4242' } } },
    },
    latest_invoice: { object: 'invoice', status: 'paid', payments: { data: [{ status: 'paid' }] } },
    items: { data: [{ price: { product: { object: 'product', name: 'Basic' } } }] },
    default_payment_method: null,
  })
  const invoice = await t.stripe.invoices.list({
    customer: idIn(customer),
    expand: ['data.parent.subscription_details.subscription'],
  })
  expect(invoice.data[0]?.parent?.subscription_details?.subscription).toMatchObject({ id, object: 'subscription' })
})

test('the payments of an invoice are shown only where they are asked for', async () => {
  const { latest_invoice } = await subscribed()
  expect(await t.stripe.invoices.retrieve(idIn(latest_invoice))).not.toHaveProperty('payments')
})

test.each(['nothing', 'status', 'items.data.price.colour', 'metadata.user', 'customer.email'])(
  '%s leads to nothing',
  async (path) => {
    const { id } = await subscribed()
    const error = await refusalOf(t.stripe.subscriptions.retrieve(id, { expand: [path] }))
    expect(error).toMatchObject({ statusCode: 400, message: `This property cannot be expanded (${path}).` })
  },
)

test('no more than four levels', async () => {
  const { id } = await subscribed()
  const path = 'latest_invoice.customer.invoice_settings.default_payment_method.customer'
  const error = await refusalOf(t.stripe.subscriptions.retrieve(id, { expand: [path] }))
  expect(error.message).toContain('more than 4 levels')
})
