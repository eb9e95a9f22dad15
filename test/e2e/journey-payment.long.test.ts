import { afterEach, expect as expectValue, test } from 'vitest'
import { cardOf, cards, pay, press, shopOf } from '../kit/billing.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { callFunction } from '../kit/outlook.ts'
import {
  atStripe,
  changeAddons,
  choosePlan,
  confirmChange,
  expectPaid,
  planIn,
  totalIn,
  typeCard,
} from '../kit/payment-page.ts'
import { appOfFile } from '../kit/start-app.ts'
import { badgeIn, buttonIn, openSubscription } from '../kit/subscription-page.ts'
import { addonNames } from '../kit/subscriptions.ts'
import { expectToast } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

/** Payments that are refused, credited, confirmed by a bank or unknown; the usual ones are in `journey-payment`. */
const app = await appOfFile({ workers: true })
const browser = await browserOfFile()

afterEach(() => faults())

const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
/** All calls of this path at the payment provider fail, including retries. */
const broken = (path: string, method = 'POST') => faults({ service: 'stripe', method, path, status: 500, times: 99 })

test('a checkout fails, is canceled and declined; a smaller plan and fewer add-ons are credited', async () => {
  const who = await newAccount(app)
  const { small, large } = addonNames
  const { page, complaints } = await openSubscription(browser, app, who)
  const paid = async () => (await atStripe(app, who.email)).paid
  await broken('/v1/checkout/sessions')
  await choosePlan(page, 'Business')
  await expectToast(page, 'Checkout error', 'Failed to create checkout session')
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await faults()
  await buttonIn(page, 'Subscribe').click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Business' })).toBeVisible()

  // Cancelling buys nothing.
  await buttonIn(page, 'Cancel').click()
  await expectToast(page, 'Checkout Canceled', 'You have canceled the checkout process.')
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await choosePlan(page, 'Business')
  await typeCard(page, cards.declined)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('alert')).toContainText('declined')
  await typeCard(page, cards.pays)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expectPaid(page)
  await expect(badgeIn(page)).toHaveText('Plan: Business')
  const first = await changeAddons(
    app,
    page,
    [`One more: ${small}`, `One more: ${large}`],
    'Charged now',
    'Purchase Add-ons',
  )
  const before = await paid()
  expectValue(before).toEqual([4900, first])

  await choosePlan(page, 'Pro')
  const downgrade = await confirmChange(app, page, 'Credit on your next invoice', 'Change Plan')
  // Only moments of the monthly period have passed.
  expectValue(downgrade).toBeGreaterThan(2990)
  const fewer = await changeAddons(app, page, [`One less: ${small}`], 'Credit on your next invoice', 'Update Add-ons')
  expectValue(await paid()).toEqual(before)
  await expect(page.getByText('7,500 emails per month')).toBeVisible()
  await expect(totalIn(page)).toContainText('$28.00')
  const [customer] = (await atStripe(app, who.email)).customers
  await app.control('POST', '/control/stripe/events', { type: 'advance', customer })
  expectValue((await atStripe(app, who.email)).totals.at(-1)).toBe(2800 - downgrade - fewer)
  expectValue(complaints).toEqual([])
})

test('a bank confirms each payment, and the plan ends while the page is open', async () => {
  const who = await newAccount(app)
  const shop = await shopOf(app)
  const checkout = async (): Promise<string> =>
    String((await callFunction(app, who, 'create-checkout', { planId: shop.pro, addons: [] })).body['url'])
  const pays = async (url: string, card: string) => fetch((await pay(url, card)) ?? '', { redirect: 'manual' })
  const [url = '', ...others] = new Set(await Promise.all(Array.from({ length: 10 }, checkout)))
  expectValue(others).toEqual([])
  await pays(url, cards.asksAlways)
  const { page, complaints } = await openSubscription(browser, app, who)
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  const bought = await atStripe(app, who.email)
  expectValue([bought.customers.length, bought.statuses]).toEqual([1, ['active']])

  // The price is not known, and neither is whether the change was made.
  await broken('/v1/invoices/create_preview')
  await buttonIn(page, 'Manage Email Add-ons').click()
  await buttonIn(page, `One more: ${addonNames.small}`).click()
  await expect(page.getByText('Unknown')).toBeVisible()
  await broken('/v1/subscriptions/')
  await buttonIn(page, 'Purchase Add-ons').click()
  await expectToast(page, 'Add-on update error', 'it is not known yet whether this was done')
  await faults()
  await buttonIn(page, 'Purchase Add-ons').click()
  await expect(page).toHaveURL(/\/invoice\.stripe\.com\//)
  const invoiceUrl = page.url()
  await page.goto(`${app.url}/subscription`)
  await expect(page.getByText('Waiting for payment: your change takes effect once it is paid.')).toBeVisible()
  await expect(page.getByText('5,000 emails per month')).toBeVisible()
  await press(invoiceUrl, 'pay', cardOf(cards.pays))
  await expect(page.getByText('6,000 emails per month')).toBeVisible()
  await expect(page.getByText('Waiting for payment:')).toHaveCount(0)

  // The plan ends at once, unless the provider fails.
  await broken('/v1/subscriptions/', 'DELETE')
  await choosePlan(page, 'Free')
  const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Switch to Free Plan' })
  await leave.click()
  await expectToast(page, 'Error', 'it is not known yet whether this was done')
  await expect(page.locator('header').getByText('Pro', { exact: true })).toBeVisible()
  await faults()
  await leave.click()
  await expectToast(page, 'Success', 'You have switched to the free plan.')
  await expect(planIn(page, 'Free')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Free')

  // The provider no longer knows the customer, and no event has arrived: the next click says so.
  await pays(await checkout(), cards.pays)
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await broken('/v1/billing_portal/sessions')
  await buttonIn(page, 'Manage Subscription').click()
  await expectToast(page, 'Portal access error', 'The payment provider')
  await faults()
  await app.control('PUT', '/control/stripe/settings', { webhookHold: true })
  for (const customer of (await atStripe(app, who.email)).customers)
    await app.ctx.vendors.stripe?.deleteCustomer(customer)
  await buttonIn(page, 'Manage Subscription').click()
  await expectToast(page, 'Portal access error', 'Please subscribe to a plan first.')
  await expect(page.getByText('This subscription has ended. Choose a plan to continue.')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await expect(buttonIn(page, 'Manage Subscription')).toBeDisabled()
  await expect(page.getByText('There is nothing to pay, so there is nothing to manage')).toBeVisible()
  expectValue(complaints).toEqual([])
})
