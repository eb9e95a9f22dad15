import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { publishLiveEvent } from '../../server/db/live-events.ts'
import { expectNoAxeViolations } from '../kit/browser.ts'
import {
  answerWith,
  buttonIn,
  cutOff,
  distinct,
  expectEachFailureShown,
  type Fault,
  subscriptionScreen,
  refusal,
} from '../kit/subscription-page.ts'
import { addonNames } from '../kit/subscriptions.ts'
import { toastIn } from '../kit/toast.ts'

const { app, who, open, setSubscription, elsewhere } = subscriptionScreen()

describe('add-on manager', () => {
  const preview = { dueNow: 1234, credit: 0, monthly: 2900, prorationDate: 1_795_000_000 }
  const openManager = async (addons: Record<string, number> = {}): Promise<Page> => {
    await setSubscription({ addons })
    const { page } = await open()
    await buttonIn(page, 'Manage Email Add-ons').click()
    await expect(page.getByRole('dialog', { name: 'Manage Email Add-ons' })).toBeVisible()
    return page
  }
  const more = (page: Page, name: string = addonNames.small) => buttonIn(page, `One more: ${name}`)
  const less = (page: Page, name: string = addonNames.small) => buttonIn(page, `One less: ${name}`)
  const fact = (page: Page, name: string) =>
    page
      .getByRole('dialog')
      .getByRole('definition')
      .and(page.locator(`dt:text-is("${name}") + dd`))

  test("buys more at the provider's price", async () => {
    const page = await openManager()
    const submit = page.getByRole('dialog').locator('[type=submit]')
    await expect(submit).toHaveText('No Changes')
    await expect(submit).toBeDisabled()
    await expect(fact(page, 'Total monthly price')).toHaveText('$19.00')
    await less(page).press('Enter')
    await expect(page.getByRole('group', { name: addonNames.small }).getByRole('status')).toHaveText('0')
    const requested = await answerWith(page, 'manage-addons', { preview })
    // Without time in between, in which the price for the first step would be requested.
    await more(page).evaluate(async (button: HTMLElement) => {
      button.click()
      await Promise.resolve()
      button.click()
    })
    await expect(submit).toHaveText('Purchase Add-ons')
    await expect(fact(page, 'Price change')).toHaveText('+$10.00 per month')
    await expect(fact(page, 'Total monthly price')).toHaveText('$29.00')
    await expect(fact(page, 'Charged now')).toHaveText('$12.34')
    await expect(page.getByText('You are charged now for the prorated amount')).toBeVisible()
    await expect(page.getByText('With this choice 7,000 emails are sorted for you each month.')).toBeVisible()
    await expectNoAxeViolations(page)
    // Several steps cause one question, not one per step. It is repeated once live events are connected.
    expect(distinct(requested)).toEqual([{ addons: [{ id: expect.any(String), quantity: 2 }], preview: true }])
    const bought = await answerWith(page, 'manage-addons', { url: `${app().url}/subscription?addon_session_id=x` })
    await submit.click()
    await expect(toastIn(page, 'Payment Successful')).toBeVisible()
    await expect(page).toHaveURL(`${app().url}/subscription`)
    expect(bought).toEqual([
      { addons: [{ id: expect.any(String), quantity: 2 }], prorationDate: preview.prorationDate },
    ])
  })

  test('credits less', async () => {
    const page = await openManager({ [addonNames.small]: 2, [addonNames.large]: 1 })
    await answerWith(page, 'manage-addons', { preview: { ...preview, dueNow: 0, credit: 333 } })
    await less(page).click()
    await expect(page.getByRole('dialog').locator('[type=submit]')).toHaveText('Update Add-ons')
    await expect(fact(page, 'Price change')).toHaveText('−$5.00 per month')
    await expect(fact(page, 'Credit on your next invoice')).toHaveText('$3.33')
    await expect(page.getByText("Refunds follow the payment provider's policy")).toBeVisible()
    await more(page).click()
    await expect(page.getByRole('dialog').locator('[type=submit]')).toHaveText('No Changes')
  })

  test('keeps or removes an add-on that is no longer sold, but adds no more', async () => {
    const name = 'Sold once'
    await app().ctx.db.asService((tx) =>
      tx.insertInto('addons').values({ name, price_monthly: 700, email_limit: 1500, is_active: false }).execute(),
    )
    const page = await openManager({ [name]: 2 })
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('No longer sold. You can keep or remove it, but not add more.')
    await expect(fact(page, 'Total monthly price')).toHaveText('$33.00')
    await expect(more(page, name)).toHaveAttribute('aria-disabled', 'true')
    const requested = await answerWith(page, 'manage-addons', {
      preview: { ...preview, dueNow: 0, credit: 333, monthly: 2600 },
    })
    await less(page, name).click()
    await expect(fact(page, 'Credit on your next invoice')).toHaveText('$3.33')
    await expect(fact(page, 'Total monthly price')).toHaveText('$26.00')
    expect(distinct(requested)).toEqual([{ addons: [{ id: expect.any(String), quantity: 1 }], preview: true }])
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    // The page includes it in its totals.
    await expect(page.getByText('8,000 emails per month')).toBeVisible()
    await expect(page.getByRole('row', { name: 'Sold once × 2 · 3,000 emails $14.00' })).toBeVisible()
  })

  test('requests the price again when the subscription changes meanwhile', async () => {
    const page = await openManager()
    await answerWith(page, 'manage-addons', { preview })
    await more(page).click()
    await expect(fact(page, 'Charged now')).toHaveText('$12.34')
    await page.unrouteAll()
    await answerWith(page, 'manage-addons', { preview: { ...preview, dueNow: 1111 } })
    // The live-event connection is open once an event has arrived.
    await expect
      .poll(async () => {
        await app().ctx.db.asService((tx) => publishLiveEvent(tx, who().userId, { type: 'subscription' }))
        return fact(page, 'Charged now').textContent()
      })
      .toBe('$11.11')
  })

  test('buys nothing before the price is known', async () => {
    const page = await openManager()
    const known = Promise.withResolvers<void>()
    await page.route(/functions\/v1\/manage-addons$/, async (route) => {
      await known.promise
      await route.fulfill({ json: { preview } })
    })
    await more(page).click()
    await expect(fact(page, 'Charged now')).toHaveText('Calculating...')
    await expect(buttonIn(page, 'Purchase Add-ons')).toHaveAttribute('aria-disabled', 'true')
    known.resolve()
    await expect(fact(page, 'Charged now')).toHaveText('$12.34')
    await expect(buttonIn(page, 'Purchase Add-ons')).toBeEnabled()
  })

  test('shows no invented amount', async () => {
    const page = await openManager()
    await answerWith(page, 'manage-addons', refusal('internal', 'x'), 500)
    await more(page).click()
    await expect(fact(page, 'Charged now')).toHaveText('Unknown')
    await expect(page.getByText('The exact amount cannot be calculated right now.')).toBeVisible()
    await expect(buttonIn(page, 'Purchase Add-ons')).toBeEnabled()
  })

  test('cannot request an empty change', async () => {
    const page = await openManager({ [addonNames.small]: 1 })
    await less(page).click()
    await buttonIn(page, 'Update Add-ons').click()
    await expect(toastIn(page, 'No Add-ons Selected')).toContainText('Please select at least one add-on to continue.')
  })

  test("continues on the provider's page when the bank asks", async () => {
    const page = await openManager()
    await answerWith(page, 'manage-addons', { url: elsewhere() })
    await more(page).click()
    await buttonIn(page, 'Purchase Add-ons').click()
    await expect(page).toHaveURL(elsewhere())
  })

  const failures: Fault[] = [
    [
      'the card is declined',
      (page) => answerWith(page, 'manage-addons', refusal('addon_payment_declined', 'Your card was declined.'), 402),
      'Add-on update error',
      'Your card was declined.',
    ],
    [
      'the server fails',
      (page) => answerWith(page, 'manage-addons', refusal('internal', 'x'), 500),
      'Add-on update error',
      'Failed to update add-ons. Please try again.',
    ],
    [
      'no response',
      (page) => cutOff(page, 'manage-addons'),
      'Add-on update failed',
      'Failed to update add-ons. Please try again.',
    ],
  ]
  test('reports any failed purchase, and allows another attempt', async () => {
    const page = await openManager()
    await expectEachFailureShown(page, failures, async () => {
      await more(page).click()
      await buttonIn(page, 'Purchase Add-ons').click()
    })
    await expect(buttonIn(page, 'Purchase Add-ons')).toBeEnabled()
  })
})
