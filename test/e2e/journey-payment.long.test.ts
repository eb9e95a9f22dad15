import { expect as expectValue, test } from 'vitest'
import { cards } from '../kit/billing.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { atStripe, choosePlan, expectPaid, planIn, typeCard } from '../kit/payment-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { badgeIn, buttonIn } from '../kit/subscription-page.ts'
import { testDate } from '../kit/test-clock.ts'
import { expectToast } from '../kit/toast.ts'

/** A subscription that ends, through our pages and those of the payment provider. */
const app = await appOfPages({ workers: true })
// In no month that ends while the test runs.
await app.advance(`${(testDate.getTime() - app.clock.now().getTime()) / 1000} s`)
const browser = await browserOfFile()

test('a user misses a payment, pays with another card, cancels and is on the free plan', async () => {
  const robin = await connectedMailbox(app)
  const { email } = robin.user
  // The page uses the server's time.
  const { page } = await openAs(browser, app, robin, '/subscription', {
    prepare: (opened) => opened.clock.install({ time: app.clock.now() }),
  })
  const paid = async () => (await atStripe(app, email)).paid
  const happens = async (type: string) => {
    const [customer] = (await atStripe(app, email)).customers
    await app.control('POST', '/control/stripe/events', { type, customer })
  }
  await choosePlan(page, 'Business')
  await typeCard(page, cards.pays)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expectPaid(page)
  await expect(badgeIn(page)).toHaveText('Plan: Business')

  await happens('payment_fails')
  await happens('advance')
  await expect(page.getByText('Payment due')).toBeVisible()
  await expect(page.getByText('Your last payment failed.')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Business')
  await expect(buttonIn(page, 'Manage Email Add-ons')).toBeDisabled()
  const owed = await atStripe(app, email)
  expectValue(owed.statuses).toEqual(['past_due'])
  expectValue([owed.totals.at(-1), owed.paid.at(-1)]).toEqual([4900, 0])

  await buttonIn(page, 'Update Payment Method').click()
  await page.getByRole('link', { name: 'Update payment method' }).click()
  await typeCard(page, cards.pays)
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByRole('status')).toContainText('the open invoice was paid')
  const all = await paid()
  expectValue(all.at(-1)).toBe(4900)
  // The plan is cancelled, and ends with its period.
  await page.getByRole('link', { name: 'Cancel plan' }).click()
  await buttonIn(page, 'Cancel plan').click()
  await page.getByRole('link', { name: /Return to/ }).click()
  await expect(page.getByText(/Your subscription ends on \w+ \d+, \d{4}\./)).toBeVisible()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('Your last payment failed.')).toHaveCount(0)
  await expect(badgeIn(page)).toHaveText('Plan: Business')
  await happens('advance')
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(page.getByText(/This subscription ended on \w+ \d+, \d{4}\./)).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await expect(page.getByText(/of 100$/)).toBeVisible()
  const after = await atStripe(app, email)
  expectValue(after.statuses).toEqual(['canceled'])
  expectValue(after.paid).toEqual(all)

  await choosePlan(page, 'Free')
  await expectToast(page, 'Free plan activated', 'You are on the free plan now.')
  await expect(planIn(page, 'Free')).toBeVisible()
  await expect(page.getByText('$0.00 per month')).toBeVisible()
  await expect(buttonIn(page, 'Subscribe Now')).toBeVisible()
})
