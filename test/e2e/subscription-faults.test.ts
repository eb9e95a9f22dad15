import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect as expectValue, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { cardOf, cards, pay, press, shopOf, type Shop } from '../kit/billing.ts'
import { callFunction } from '../kit/outlook.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { badgeIn, buttonIn, openSubscription, type Subscriber } from '../kit/subscription-page.ts'
import { addonNames } from '../kit/subscriptions.ts'
import { newAccount } from '../kit/visitors.ts'
import { toastIn } from '../kit/toast.ts'

/** What the page shows when the payment provider fails, refuses, requires a confirmation, or has already finished. */
let app: App
let browser: TestBrowser
let shop: Shop
let who: Subscriber

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  shop = await shopOf(app)
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await faults()
  who = await newAccount(app)
})

const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
/** All calls of this path at the payment provider fail, including retries. */
const broken = (path: string, method = 'POST') => faults({ service: 'stripe', method, path, status: 500, times: 99 })
const open = async (): Promise<Page> => (await openSubscription(browser, app, who)).page

async function deleteCustomer(userId: string): Promise<void> {
  const { stripe_customer_id } = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.billing_customers')
      .select('stripe_customer_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  )
  await app.ctx.vendors.stripe?.deleteCustomer(stripe_customer_id ?? '')
}

/** Buys outside the page under test. */
async function buy(number: string = cards.pays): Promise<void> {
  const { body } = await callFunction(app, who, 'create-checkout', { planId: shop.pro, addons: [] })
  const back = await pay(String(body['url']), number)
  if (back === null) throw new Error('The card was not taken')
  await fetch(back, { redirect: 'manual' })
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Subscribe Now|Change Plan)$/ }).click()
  await page.getByRole('radio', { name }).click()
  await page.getByRole('dialog').locator('[type=submit]').click()
}
const leave = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Switch to Free Plan' }).click()
async function add(page: Page): Promise<void> {
  await buttonIn(page, 'Manage Email Add-ons').click()
  await buttonIn(page, `One more: ${addonNames.small}`).click()
}

test('keeps the page without a checkout, and the next click works', async () => {
  const page = await open()
  await broken('/v1/checkout/sessions')
  await choose(page, 'Pro')
  await expect(toastIn(page, 'Checkout error')).toContainText('Failed to create checkout session')
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await faults()
  await buttonIn(page, 'Subscribe').click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Pro' })).toBeVisible()
})

test('reports a purchase made on another page meanwhile', async () => {
  const page = await open()
  await expect(buttonIn(page, 'View Plans')).toBeVisible()
  // Hides the change from the page.
  await page.route('**/rest/v1/subscriptions*', (route) => route.abort())
  await buy()
  await choose(page, 'Pro')
  await expect(toastIn(page, 'Already subscribed')).toContainText('You are subscribed to this plan already.')
  await choose(page, 'Business')
  await expect(toastIn(page, 'Subscription exists')).toContainText("Use 'Manage Subscription' to change plans.")
})

test('keeps a plan that the provider does not end; reports one that has ended already', async () => {
  await buy()
  const page = await open()
  await broken('/v1/subscriptions/', 'DELETE')
  await choose(page, 'Free')
  await leave(page)
  await expect(toastIn(page, 'it is not known yet whether this was done')).toContainText('Error')
  await expect(page.locator('header').getByText('Pro', { exact: true })).toBeVisible()
  await faults()
  await page.route('**/rest/v1/subscriptions*', (route) => route.abort())
  await callFunction(app, who, 'cancel-subscription', {})
  await leave(page)
  await expect(toastIn(page, 'Information')).toContainText('You are already on the free plan.')
})

test('ends a plan at once', async () => {
  await buy()
  const page = await open()
  await choose(page, 'Free')
  await leave(page)
  await expect(toastIn(page, 'Success')).toContainText('You have switched to the free plan.')
  await expect(page.getByRole('heading', { level: 2, name: 'Free' })).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Free')
})

test('reports a missing portal, and requests again with each click', async () => {
  await buy()
  const page = await open()
  await broken('/v1/billing_portal/sessions')
  await buttonIn(page, 'Manage Subscription').click()
  await expect(page.getByRole('listitem').filter({ hasText: /^Portal access error/ })).toBeVisible()
  await faults()
  await buttonIn(page, 'Manage Subscription').click()
  await expect(page.getByRole('heading', { name: 'Current plan' })).toBeVisible()
})

test('add-ons without a known price cannot be bought', async () => {
  await buy()
  const page = await open()
  await broken('/v1/invoices/create_preview')
  await add(page)
  await expect(page.getByText('Unknown')).toBeVisible()
  await broken('/v1/subscriptions/')
  await buttonIn(page, 'Purchase Add-ons').click()
  await expect(toastIn(page, 'Add-on update error')).toContainText('it is not known yet whether this was done')
  await expect(buttonIn(page, 'Purchase Add-ons')).toBeEnabled()
})

test("waits for the bank's confirmation and updates with it", async () => {
  await buy(cards.asksAlways)
  const page = await open()
  await add(page)
  await buttonIn(page, 'Purchase Add-ons').click()
  await expect(page).toHaveURL(/\/invoice\.stripe\.com\//)
  const invoice = page.url()
  await page.goto(`${app.url}/subscription`)
  await expect(page.getByText('Waiting for payment: your change takes effect once it is paid.')).toBeVisible()
  await expect(page.getByText('5,000 emails per month')).toBeVisible()
  await press(invoice, 'pay', cardOf(cards.pays))
  await expect(page.getByText('6,000 emails per month')).toBeVisible()
  await expect(page.getByText('Waiting for payment:')).toHaveCount(0)
})

test('a hundred clicks on Subscribe create one customer and one subscription', async () => {
  const clicks = Array.from({ length: 100 }, () =>
    callFunction(app, who, 'create-checkout', { planId: shop.pro, addons: [] }),
  )
  const urls = (await Promise.all(clicks)).map(({ body }) => body['url'])
  await pay(String(urls[0]))
  const page = await open()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  expectValue(new Set(urls).size).toBe(1)
})

test('a customer deleted at Stripe has no plan: the next click says so, and the page follows', async () => {
  await buy()
  const page = await open()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await app.control('PUT', '/control/stripe/settings', { webhookHold: true })
  await deleteCustomer(who.userId)
  await buttonIn(page, 'Manage Subscription').click()
  await expect(toastIn(page, 'Portal access error')).toContainText('Please subscribe to a plan first.')
  await expect(page.getByText('This subscription has ended. Choose a plan to continue.')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await expect(buttonIn(page, 'Manage Subscription')).toBeDisabled()
  await expect(page.getByText('There is nothing to pay, so there is nothing to manage')).toBeVisible()
  await app.control('PUT', '/control/stripe/settings', { webhookHold: false })
})
