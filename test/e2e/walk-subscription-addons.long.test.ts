import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { ManageAddonsOutput } from '../../contract/functions/billing.ts'
import { expect } from '../kit/expect.ts'
import {
  answerWith,
  buttonIn,
  cutOff,
  distinct,
  expectEachFailureShown,
  type Fault,
  refusal,
  subscriptionScreen,
} from '../kit/subscription-page.ts'
import { addonNames } from '../kit/subscriptions.ts'
import { expectToast, toastIn } from '../kit/toast.ts'
import { answerCalls, holdCalls } from '../kit/walk.ts'

const { app, open, publish, setSubscription, elsewhere, expectRedirect } = await subscriptionScreen()

const manageAddons = /\/functions\/v1\/manage-addons$/
const preview = { dueNow: 1234, credit: 0, monthly: 2900, prorationDate: 1_795_000_000 }
const manager = (page: Page) => page.getByRole('dialog', { name: 'Manage Email Add-ons' })
const submit = (page: Page) => manager(page).locator('[type=submit]')
const more = (page: Page, name: string = addonNames.small) => buttonIn(page, `One more: ${name}`)
const less = (page: Page, name: string = addonNames.small) => buttonIn(page, `One less: ${name}`)
const fact = (page: Page, name: string) =>
  manager(page)
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${name}") + dd`))

async function openManager(page: Page): Promise<void> {
  await buttonIn(page, 'Manage Email Add-ons').click()
  await expect(submit(page)).toBeVisible()
}
async function closeManager(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(manager(page)).toBeHidden()
}

const failures: Fault[] = [
  [
    (page) => answerWith(page, 'manage-addons', refusal('addon_payment_declined', 'Your card was declined.'), 402),
    'Add-on update error',
    'Your card was declined.',
  ],
  [
    (page) => answerWith(page, 'manage-addons', refusal('internal', 'x'), 500),
    'Add-on update error',
    'Failed to update add-ons. Please try again.',
  ],
  [(page) => cutOff(page, 'manage-addons'), 'Add-on update failed', 'Failed to update add-ons. Please try again.'],
]

test('more add-ons are bought at the price of the provider, once it is known', async () => {
  await setSubscription()
  const { page } = await open()
  await openManager(page)
  await expect(submit(page)).toHaveText('No Changes')
  await expect(submit(page)).toBeDisabled()
  await expect(fact(page, 'Total monthly price')).toHaveText('$19.00')
  await less(page).press('Enter')
  await expect(page.getByRole('group', { name: addonNames.small }).getByRole('status')).toHaveText('0')
  const previewed = await answerWith(page, 'manage-addons', { preview })
  const release = await holdCalls(page, manageAddons)
  // Without time in between, in which the price for the first step would be requested.
  await more(page).evaluate(async (button: HTMLElement) => {
    button.click()
    await Promise.resolve()
    button.click()
  })
  await expect(submit(page)).toHaveText('Purchase Add-ons')
  await expect(fact(page, 'Charged now')).toHaveText('Calculating...')
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(fact(page, 'Charged now')).toHaveText('$12.34')
  await expect(fact(page, 'Price change')).toHaveText('+$10.00 per month')
  await expect(fact(page, 'Total monthly price')).toHaveText('$29.00')
  await expect(page.getByText('You are charged now for the prorated amount')).toBeVisible()
  await expect(page.getByText('With this choice 7,000 emails are sorted for you each month.')).toBeVisible()
  await expect(submit(page)).toBeEnabled()
  // Several steps cause one question, not one per step. It is repeated once live events are connected.
  expect(distinct(previewed)).toEqual([{ addons: [{ id: expect.any(String), quantity: 2 }], preview: true }])

  // The subscription changes meanwhile.
  await page.unrouteAll({ behavior: 'wait' })
  await answerCalls(page, manageAddons, ManageAddonsOutput, { preview: { ...preview, dueNow: 1111 } })
  await publish()
  await expect(fact(page, 'Charged now')).toHaveText('$11.11')

  // The bank asks for a confirmation on a page of the provider.
  const bought = await answerWith(page, 'manage-addons', { url: elsewhere() })
  await expectRedirect(page, () => submit(page).click())
  await expect(toastIn(page, 'Redirecting to checkout')).toBeVisible()
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
  expect(bought).toEqual([{ addons: [{ id: expect.any(String), quantity: 2 }], prorationDate: preview.prorationDate }])
  await closeManager(page)

  // Where the price is not known, none is invented. A failed purchase can be repeated.
  await page.unrouteAll()
  await openManager(page)
  await answerWith(page, 'manage-addons', refusal('internal', 'x'), 500)
  await more(page).click()
  await expect(fact(page, 'Charged now')).toHaveText('Unknown')
  await expect(page.getByText('The exact amount cannot be calculated right now.')).toBeVisible()
  await expect(submit(page)).toBeEnabled()
  await expectEachFailureShown(page, failures, async () => {
    await more(page).click()
    await submit(page).click()
  })
  await expect(buttonIn(page, 'Purchase Add-ons')).toBeEnabled()
})

test('fewer add-ons are credited, and one that is no longer sold can be kept or removed', async () => {
  const name = 'Sold once'
  await app.ctx.db.asService((tx) =>
    tx.insertInto('addons').values({ name, price_monthly: 700, email_limit: 1500, is_active: false }).execute(),
  )
  await setSubscription({ addons: { [addonNames.small]: 2, [addonNames.large]: 1 } })
  const { page } = await open()
  await answerWith(page, 'manage-addons', { preview: { ...preview, dueNow: 0, credit: 333 } })
  await openManager(page)
  await less(page).click()
  await expect(submit(page)).toHaveText('Update Add-ons')
  await expect(fact(page, 'Price change')).toHaveText('−$5.00 per month')
  await expect(fact(page, 'Credit on your next invoice')).toHaveText('$3.33')
  await expect(page.getByText("Refunds follow the payment provider's policy")).toBeVisible()
  await more(page).click()
  await expect(submit(page)).toHaveText('No Changes')

  // None at all cannot be requested.
  await less(page).click()
  await less(page).click()
  await less(page, addonNames.large).click()
  await submit(page).click()
  await expectToast(page, 'No Add-ons Selected', 'Please select at least one add-on to continue.')
  await closeManager(page)

  await setSubscription({ addons: { [name]: 2 } })
  // The page includes it in its totals.
  await expect(page.getByText('8,000 emails per month')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Sold once × 2 · 3,000 emails $14.00' })).toBeVisible()
  await openManager(page)
  const row = manager(page).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('No longer sold. You can keep or remove it, but not add more.')
  await expect(fact(page, 'Total monthly price')).toHaveText('$33.00')
  await expect(more(page, name)).toHaveAttribute('aria-disabled', 'true')
  await page.unrouteAll()
  const previewed = await answerWith(page, 'manage-addons', {
    preview: { ...preview, dueNow: 0, credit: 444, monthly: 2600 },
  })
  await less(page, name).click()
  await expect(fact(page, 'Credit on your next invoice')).toHaveText('$4.44')
  await expect(fact(page, 'Total monthly price')).toHaveText('$26.00')
  expect(distinct(previewed)).toEqual([{ addons: [{ id: expect.any(String), quantity: 1 }], preview: true }])
})
