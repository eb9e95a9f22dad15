import { expect, test } from 'vitest'
import { createCustomerWithCard, idOfReference, errorOf, createCatalogue } from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()

async function subscribed() {
  const { basic } = await createCatalogue(t.stripe)
  const customer = await createCustomerWithCard(t.stripe)
  return t.stripe.subscriptions.create({ customer, items: [{ price: basic }] })
}

test('replaces ids by objects where requested', async () => {
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
    customer: idOfReference(customer),
    expand: ['data.parent.subscription_details.subscription'],
  })
  expect(invoice.data[0]?.parent?.subscription_details?.subscription).toMatchObject({ id, object: 'subscription' })
})

test('includes the payments of an invoice only if expanded', async () => {
  const { latest_invoice } = await subscribed()
  expect(await t.stripe.invoices.retrieve(idOfReference(latest_invoice))).not.toHaveProperty('payments')
})

test.each(['nothing', 'status', 'items.data.price.colour', 'metadata.user', 'customer.email'])(
  '%s leads to nothing',
  async (path) => {
    const { id } = await subscribed()
    const error = await errorOf(t.stripe.subscriptions.retrieve(id, { expand: [path] }))
    expect(error).toMatchObject({ statusCode: 400, message: `This property cannot be expanded (${path}).` })
  },
)

test('refuses more than four levels', async () => {
  const { id } = await subscribed()
  const path = 'latest_invoice.customer.invoice_settings.default_payment_method.customer'
  const error = await errorOf(t.stripe.subscriptions.retrieve(id, { expand: [path] }))
  expect(error.message).toContain('more than 4 levels')
})
