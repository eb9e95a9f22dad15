import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect as expectValue, test } from 'vitest'
import { z } from 'zod'
import { expectNoAxeViolations, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { cards } from '../kit/billing.ts'
import { openAs } from '../kit/folders-page.ts'
import { invoice, trainedMailbox } from '../kit/trained-mailbox.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { badgeIn, buttonIn } from '../kit/subscription-page.ts'
import { addonNames, setUsage } from '../kit/subscriptions.ts'
import { toastIn } from '../kit/toast.ts'

/**
 * A subscription from its first to its last day, through the pages that the user sees: ours and the payment provider's.
 */
let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await trainedMailbox(app)
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const World = z.object({
  customers: z.array(z.looseObject({ id: z.string(), email: z.string().nullish(), balance: z.number() })),
  subscriptions: z.array(z.looseObject({ customer: z.string(), status: z.string() })),
  invoices: z.array(
    z.looseObject({ customer: z.string(), status: z.string(), total: z.number(), amount_paid: z.number() }),
  ),
})

/** Robin's objects at the payment provider. */
async function atStripe() {
  const world = World.parse(await app.control('GET', '/control/stripe'))
  const customer = world.customers.find(({ email }) => email === robin.user.email)
  const own = <T extends { customer: string }>(all: T[]): T[] => all.filter((one) => one.customer === customer?.id)
  return {
    customer: customer?.id ?? '',
    statuses: own(world.subscriptions).map(({ status }) => status),
    totals: own(world.invoices).map(({ total }) => total),
    paid: own(world.invoices).map(({ amount_paid }) => amount_paid),
  }
}
const happens = async (type: string, more: object = {}): Promise<unknown> =>
  app.control('POST', '/control/stripe/events', { type, customer: (await atStripe()).customer, ...more })

/** Opens a page that uses the server's time. */
async function open(): Promise<Page> {
  const { page } = await openAs(browser, app, robin, '/subscription', {
    prepare: (opened) => opened.clock.setFixedTime(app.clock.now()),
  })
  return page
}

const cents = (text: string | null): number => Math.round(Number((text ?? '').replaceAll(/[^\d.]/g, '')) * 100)
const factIn = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`)
const total = (page: Page) => page.getByRole('table', { name: 'Each month' }).getByRole('row', { name: /^Total/ })

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
}

/** Changes quantities in the add-on manager and confirms. @returns the cents shown: charged now, or credited */
async function changeAddons(page: Page, presses: string[], fact: string, button: string): Promise<number> {
  await buttonIn(page, 'Manage Email Add-ons').click()
  for (const press of presses) await buttonIn(page, press).click()
  await expect(factIn(page, fact)).toHaveText(/^\$\d/)
  const shown = cents(await factIn(page, fact).textContent())
  const reloaded = page.waitForEvent('load')
  await buttonIn(page, button).click()
  await reloaded
  await expect(toastIn(page, 'Payment Successful')).toContainText('Your subscription has been updated successfully.')
  await expect(page).toHaveURL(`${app.url}/subscription`)
  return shown
}

test('runs through the life of a subscription', { timeout: 300_000 }, async () => {
  let page = await open()
  await subscribe(page)
  await buyAddons(page)
  await useItUp(page)

  await app.advance('10 days')
  page = await open()
  const credit = await moreAndLess(page)
  await failAndRecover(page, credit)
  await endIt(page)
  await backToFree(page)
})

async function subscribe(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await expect(page.getByText('100 emails per month')).toBeVisible()
  await buttonIn(page, 'View Plans').click()
  await page.getByRole('radio', { name: 'Pro' }).click()
  await buttonIn(page, 'Subscribe').click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Pro' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order' })).toContainText('$19.00')

  // Cancelling buys nothing.
  await buttonIn(page, 'Cancel').click()
  await expect(toastIn(page, 'Checkout Canceled')).toContainText('You have canceled the checkout process.')
  await expect(badgeIn(page)).toHaveText('Plan: Free')

  await buttonIn(page, 'Subscribe Now').click()
  await page.getByRole('radio', { name: 'Pro' }).click()
  await buttonIn(page, 'Subscribe').click()
  await typeCard(page, cards.declined)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('alert')).toContainText('declined')
  await typeCard(page, cards.pays)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(toastIn(page, 'Payment Successful')).toContainText('Your subscription has been updated successfully.')
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await expect(page.getByRole('heading', { level: 2, name: 'Pro' })).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await expect(page.getByText('5,000 emails per month')).toBeVisible()
  expectValue((await atStripe()).paid).toEqual([1900])
}

async function buyAddons(page: Page): Promise<void> {
  const more = Object.values(addonNames).map((name) => `One more: ${name}`)
  const charged = await changeAddons(page, more, 'Charged now', 'Purchase Add-ons')
  // Only moments of the monthly period have passed.
  expectValue(charged).toBeGreaterThan(1390)
  expectValue(charged).toBeLessThanOrEqual(1400)
  expectValue((await atStripe()).paid).toEqual([1900, charged])
  await expect(page.getByText('8,500 emails per month')).toBeVisible()
  await expect(total(page)).toContainText('$33.00')
}

async function useItUp(page: Page): Promise<void> {
  const { userId } = robin.user
  for (const [processed, words] of [
    [6800, "You have used 80% of this month's emails."],
    [8075, 'You are almost at your limit.'],
  ] as const) {
    await setUsage(app, userId, processed)
    await page.reload()
    await expect(page.getByText(words)).toBeVisible()
  }
  // One more message is sorted; the next one waits for quota.
  await setUsage(app, userId, 8499)
  await robin.deliver(invoice('last'))
  await expect(page.getByText('8,500 of 8,500')).toBeVisible()
  await robin.deliver(invoice('late'))
  await expect(page.getByText('You have reached your limit.')).toBeVisible()
  await expect(page.getByText('1 email waits in your inbox')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sort the/ })).toHaveCount(0)
  expectValue((await robin.inOutlook())['Inbox']).toContain('Invoice late for your electricity')
  // The dashboard also shows that the limit is reached.
  for (const [path, words] of [
    ['/dashboard', 'You have reached your limit.'],
    ['/dashboard?tab=folders', 'The monthly limit of your plan is reached: new email stays'],
  ] as const) {
    await page.goto(app.url + path)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText('1 email waits in your inbox')).toBeVisible()
  }
  await setUsage(app, userId, 8500)
}

async function moreAndLess(page: Page): Promise<number> {
  const small = addonNames.small
  await setUsage(app, robin.user.userId, 8500)
  const charged = await changeAddons(
    page,
    [`One more: ${small}`, `One more: ${small}`],
    'Charged now',
    'Purchase Add-ons',
  )
  // About twenty days of a month for twice 5 dollars.
  expectValue(charged).toBeGreaterThan(600)
  expectValue(charged).toBeLessThan(750)
  expectValue((await atStripe()).paid.at(-1)).toBe(charged)
  await expect(page.getByText('10,500 emails per month')).toBeVisible()
  await expect(total(page)).toContainText('$43.00')

  // Quota is available again.
  await buttonIn(page, 'Sort the 1 that waited').click()
  await expect(toastIn(page, 'Sorting started')).toContainText('1 email that waited will be sorted now.')
  await expect(page.getByText('8,501 of 10,500')).toBeVisible()
  await expect.poll(async () => (await robin.inOutlook())['Invoices']).toContain('Invoice late for your electricity')

  const paidBefore = (await atStripe()).paid
  const credit = await changeAddons(
    page,
    [`One less: ${small}`, `One less: ${small}`, `One less: ${addonNames.large}`],
    'Credit on your next invoice',
    'Update Add-ons',
  )
  await expect(page.getByText('6,000 emails per month')).toBeVisible()
  await expect(total(page)).toContainText('$24.00')
  expectValue((await atStripe()).paid).toEqual(paidBefore)
  return credit
}

async function failAndRecover(page: Page, credit: number): Promise<void> {
  await happens('payment_fails')
  await happens('advance')
  await expect(page.getByText('Payment due')).toBeVisible()
  await expect(page.getByText('Your last payment failed.')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await expect(buttonIn(page, 'Manage Email Add-ons')).toBeDisabled()
  await expectNoAxeViolations(page)
  const owed = await atStripe()
  expectValue(owed.statuses).toEqual(['past_due'])
  expectValue([owed.totals.at(-1), owed.paid.at(-1)]).toEqual([2400 - credit, 0])

  await buttonIn(page, 'Update Payment Method').click()
  await page.getByRole('link', { name: 'Update payment method' }).click()
  await typeCard(page, cards.pays)
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByRole('status')).toContainText('the open invoice was paid')
  expectValue((await atStripe()).paid.at(-1)).toBe(2400 - credit)
  await page.getByRole('link', { name: /Return to/ }).click()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('Your last payment failed.')).toHaveCount(0)
}

async function endIt(page: Page): Promise<void> {
  await buttonIn(page, 'Manage Subscription').click()
  await page.getByRole('link', { name: 'Cancel plan' }).click()
  await buttonIn(page, 'Cancel plan').click()
  await page.getByRole('link', { name: /Return to/ }).click()
  await expect(page.getByText(/Your subscription ends on \w+ \d+, \d{4}\./)).toBeVisible()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')

  const { paid } = await atStripe()
  await happens('advance')
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(page.getByText(/This subscription ended on \w+ \d+, \d{4}\./)).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await expect(page.getByText(/of 100$/)).toBeVisible()
  const after = await atStripe()
  expectValue(after.statuses).toEqual(['canceled'])
  expectValue(after.paid).toEqual(paid)
}

async function backToFree(page: Page): Promise<void> {
  await buttonIn(page, 'Subscribe Now').click()
  await page.getByRole('radio', { name: 'Free' }).click()
  await buttonIn(page, 'Switch to Free Plan').click()
  await expect(toastIn(page, 'Free plan activated')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Free' })).toBeVisible()
  await expect(page.getByText('$0.00 per month')).toBeVisible()
  await expect(buttonIn(page, 'Subscribe Now')).toBeVisible()
}
