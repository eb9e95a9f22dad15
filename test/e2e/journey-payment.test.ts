import { expect as expectValue, test } from 'vitest'
import { cards } from '../kit/billing.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { passUntil } from '../kit/page-clock.ts'
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
import { appOfPages } from '../kit/start-app.ts'
import { badgeIn, buttonIn } from '../kit/subscription-page.ts'
import { addonNames, setUsage } from '../kit/subscriptions.ts'
import { testDate } from '../kit/test-clock.ts'
import { expectToast } from '../kit/toast.ts'
import { invoice, trainedMailbox } from '../kit/trained-mailbox.ts'
import { navigate } from '../kit/walk.ts'

/** Subscriptions through the pages that the user sees: ours and those of the payment provider. */
const app = await appOfPages({ workers: true })
// In no month that ends while the test runs.
await app.advance(`${(testDate.getTime() - app.clock.now().getTime()) / 1000} s`)
const browser = await browserOfFile()

test('a user pays, adds on, uses the plan up, changes it, and the email that waited is sorted', async () => {
  const robin = await trainedMailbox(app, { proposals: false })
  const { email, userId } = robin.user
  // The page uses the server's time.
  const { page } = await openAs(browser, app, robin, '/subscription', {
    prepare: (opened) => opened.clock.install({ time: app.clock.now() }),
  })
  const { small, large } = addonNames
  const paid = async () => (await atStripe(app, email)).paid
  const total = totalIn(page)

  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await expect(page.getByText('100 emails per month')).toBeVisible()
  await choosePlan(page, 'Pro')
  await expect(page.getByRole('heading', { name: 'Subscribe to Pro' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order' })).toContainText('$19.00')
  await typeCard(page, cards.pays)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expectPaid(page)
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await expect(planIn(page, 'Pro')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await expect(page.getByText('5,000 emails per month')).toBeVisible()
  expectValue(await paid()).toEqual([1900])

  const first = await changeAddons(
    app,
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
    ['/subscription', 'You are almost at your limit.'],
    ['/dashboard', 'You are almost at your limit.'],
    ['/dashboard?tab=folders', 'this month’s 8,500 emails are used. See plans'],
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
  const upgrade = await confirmChange(app, page, 'Charged now', 'Change Plan')
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
})
