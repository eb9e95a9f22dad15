import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect as expectValue, test } from 'vitest'
import { z } from 'zod'
import { cardOf, cards, pay, press, shopOf } from '../kit/billing.ts'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { callFunction } from '../kit/outlook.ts'
import { passUntil } from '../kit/page-clock.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { badgeIn, buttonIn, openSubscription } from '../kit/subscription-page.ts'
import { addonNames, setUsage } from '../kit/subscriptions.ts'
import { expectToast } from '../kit/toast.ts'
import { invoice, trainedMailbox } from '../kit/trained-mailbox.ts'
import { newAccount } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

/** Subscriptions through the pages that the user sees: ours and those of the payment provider. */
let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const World = z.object({
  customers: z.array(z.looseObject({ id: z.string(), email: z.string().nullish() })),
  subscriptions: z.array(z.looseObject({ customer: z.string(), status: z.string() })),
  invoices: z.array(z.looseObject({ customer: z.string(), total: z.number(), amount_paid: z.number() })),
})

/** The user's objects at the payment provider. */
async function atStripe(email: string) {
  const world = World.parse(await app.control('GET', '/control/stripe'))
  const customers = world.customers.filter((customer) => customer.email === email)
  const own = <T extends { customer: string }>(all: T[]): T[] =>
    all.filter((one) => customers.some(({ id }) => id === one.customer))
  return {
    customers: customers.map(({ id }) => id),
    statuses: own(world.subscriptions).map(({ status }) => status),
    totals: own(world.invoices).map(({ total }) => total),
    paid: own(world.invoices).map(({ amount_paid }) => amount_paid),
  }
}

const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
/** All calls of this path at the payment provider fail, including retries. */
const broken = (path: string, method = 'POST') => faults({ service: 'stripe', method, path, status: 500, times: 99 })
const cents = (text: string | null): number => Number(text?.replaceAll(/\D/g, ''))
const factIn = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`)
const planIn = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const expectPaid = (page: Page) =>
  expectToast(page, 'Payment Successful', 'Your subscription has been updated successfully.')

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
}

async function choosePlan(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Subscribe Now|Change Plan)$/ }).click()
  await page.getByRole('radio', { name }).click()
  await page.getByRole('dialog').locator('[type=submit]').click()
}

/** Confirms a change. @returns the cents shown: charged now, or credited */
async function confirmChange(page: Page, fact: string, button: string): Promise<number> {
  await expect(factIn(page, fact)).toHaveText(/^\$\d/)
  const shown = cents(await factIn(page, fact).textContent())
  const reloaded = page.waitForEvent('load')
  await page
    .getByRole(/Plan/.test(button) ? 'alertdialog' : 'dialog')
    .getByRole('button', { name: button })
    .click()
  await reloaded
  await expectPaid(page)
  await expect(page).toHaveURL(`${app.url}/subscription`)
  return shown
}

async function changeAddons(page: Page, presses: string[], fact: string, button: string): Promise<number> {
  await buttonIn(page, 'Manage Email Add-ons').click()
  for (const name of presses) await buttonIn(page, name).click()
  return confirmChange(page, fact, button)
}

test('a user pays, uses the plan up, changes it, misses a payment and leaves', { timeout: 300_000 }, async () => {
  const robin = await trainedMailbox(app)
  const { email, userId } = robin.user
  // The page uses the server's time.
  const { page } = await openAs(browser, app, robin, '/subscription', {
    prepare: (opened) => opened.clock.install({ time: app.clock.now() }),
  })
  const { small, large } = addonNames
  const paid = async () => (await atStripe(email)).paid
  const happens = async (type: string) => {
    const [customer] = (await atStripe(email)).customers
    await app.control('POST', '/control/stripe/events', { type, customer })
  }
  const total = page.getByRole('table', { name: 'Each month' }).getByRole('row', { name: /^Total/ })

  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await expect(page.getByText('100 emails per month')).toBeVisible()
  await broken('/v1/checkout/sessions')
  await choosePlan(page, 'Pro')
  await expectToast(page, 'Checkout error', 'Failed to create checkout session')
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await faults()
  await buttonIn(page, 'Subscribe').click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Pro' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order' })).toContainText('$19.00')

  // Cancelling buys nothing.
  await buttonIn(page, 'Cancel').click()
  await expectToast(page, 'Checkout Canceled', 'You have canceled the checkout process.')
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await choosePlan(page, 'Pro')
  await typeCard(page, cards.declined)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('alert')).toContainText('declined')
  await typeCard(page, cards.pays)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expectPaid(page)
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await expect(planIn(page, 'Pro')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await expect(page.getByText('5,000 emails per month')).toBeVisible()
  expectValue(await paid()).toEqual([1900])

  const first = await changeAddons(
    page,
    [`One more: ${small}`, `One more: ${large}`],
    'Charged now',
    'Purchase Add-ons',
  )
  // Only moments of the monthly period have passed.
  expectValue(first).toBeGreaterThan(1390)
  expectValue(first).toBeLessThanOrEqual(1400)
  expectValue(await paid()).toEqual([1900, first])
  await expect(page.getByText('8,500 emails per month')).toBeVisible()
  await expect(total).toContainText('$33.00')

  // One more message is sorted; the next one waits for quota.
  await setUsage(app, userId, 8499)
  await robin.deliver(invoice('last'))
  await expect(page.getByText('8,500 of 8,500')).toBeVisible()
  await robin.deliver(invoice('late'))
  for (const [path, words] of [
    ['/subscription', 'You have reached your limit.'],
    ['/dashboard', 'You have reached your limit.'],
    ['/dashboard?tab=folders', 'The monthly limit of your plan is reached: new email stays'],
  ] as const) {
    await navigate(page, path)
    await expect(page.getByText(words)).toBeVisible()
    await passUntil(page.getByText('1 email waits in your inbox'))
  }
  expectValue((await robin.inOutlook())['Inbox']).toContain('Invoice late for your electricity')

  // The plan changes, and the add-ons stay.
  await app.advance('10 days')
  await page.clock.setSystemTime(app.clock.now())
  await setUsage(app, userId, 8500)
  await navigate(page, '/subscription')
  await expect(page.getByText('8,500 of 8,500')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sort the/ })).toHaveCount(0)
  await choosePlan(page, 'Business')
  const upgrade = await confirmChange(page, 'Charged now', 'Change Plan')
  // About twenty days of a month
  expectValue(upgrade).toBeGreaterThan(1900)
  expectValue(upgrade).toBeLessThan(2100)
  expectValue(await paid()).toEqual([1900, first, upgrade])
  await expect(badgeIn(page)).toHaveText('Plan: Business')
  await expect(total).toContainText('$63.00')

  // Quota is available again.
  await buttonIn(page, 'Sort the 1 that waited').click()
  await expectToast(page, 'Sorting started', '1 email that waited will be sorted now.')
  await expect(page.getByText('8,501 of 28,500')).toBeVisible()
  await expect.poll(async () => (await robin.inOutlook())['Invoices']).toContain('Invoice late for your electricity')

  await choosePlan(page, 'Pro')
  const downgrade = await confirmChange(page, 'Credit on your next invoice', 'Change Plan')
  expectValue(downgrade).toBeGreaterThan(1900)
  const fewer = await changeAddons(page, [`One less: ${small}`], 'Credit on your next invoice', 'Update Add-ons')
  expectValue(await paid()).toEqual([1900, first, upgrade])
  await expect(page.getByText('7,500 emails per month')).toBeVisible()
  await expect(total).toContainText('$28.00')

  await happens('payment_fails')
  await happens('advance')
  await expect(page.getByText('Payment due')).toBeVisible()
  await expect(page.getByText('Your last payment failed.')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await expect(buttonIn(page, 'Manage Email Add-ons')).toBeDisabled()
  const owed = await atStripe(email)
  expectValue(owed.statuses).toEqual(['past_due'])
  expectValue([owed.totals.at(-1), owed.paid.at(-1)]).toEqual([2800 - downgrade - fewer, 0])

  await buttonIn(page, 'Update Payment Method').click()
  await page.getByRole('link', { name: 'Update payment method' }).click()
  await typeCard(page, cards.pays)
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByRole('status')).toContainText('the open invoice was paid')
  const all = await paid()
  expectValue(all.at(-1)).toBe(2800 - downgrade - fewer)
  await page.getByRole('link', { name: /Return to/ }).click()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('Your last payment failed.')).toHaveCount(0)

  // The plan is cancelled, and ends with its period.
  await buttonIn(page, 'Manage Subscription').click()
  await page.getByRole('link', { name: 'Cancel plan' }).click()
  await buttonIn(page, 'Cancel plan').click()
  await page.getByRole('link', { name: /Return to/ }).click()
  await expect(page.getByText(/Your subscription ends on \w+ \d+, \d{4}\./)).toBeVisible()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await happens('advance')
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(page.getByText(/This subscription ended on \w+ \d+, \d{4}\./)).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await expect(page.getByText(/of 100$/)).toBeVisible()
  const after = await atStripe(email)
  expectValue(after.statuses).toEqual(['canceled'])
  expectValue(after.paid).toEqual(all)

  await choosePlan(page, 'Free')
  await expectToast(page, 'Free plan activated', 'You are on the free plan now.')
  await expect(planIn(page, 'Free')).toBeVisible()
  await expect(page.getByText('$0.00 per month')).toBeVisible()
  await expect(buttonIn(page, 'Subscribe Now')).toBeVisible()
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
  const bought = await atStripe(who.email)
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
  for (const customer of (await atStripe(who.email)).customers) await app.ctx.vendors.stripe?.deleteCustomer(customer)
  await buttonIn(page, 'Manage Subscription').click()
  await expectToast(page, 'Portal access error', 'Please subscribe to a plan first.')
  await expect(page.getByText('This subscription has ended. Choose a plan to continue.')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await expect(buttonIn(page, 'Manage Subscription')).toBeDisabled()
  await expect(page.getByText('There is nothing to pay, so there is nothing to manage')).toBeVisible()
  expectValue(complaints).toEqual([])
})
