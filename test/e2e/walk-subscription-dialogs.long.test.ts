import type { Page } from 'playwright-core'
import { test } from 'vitest'
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
import { navigate } from '../kit/walk.ts'

const { open, publish, setSubscription, elsewhere, expectRedirect } = await subscriptionScreen()

const plan = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const chooserIn = (page: Page) => page.getByRole('dialog', { name: 'Choose a Plan' })
const submitIn = (page: Page) => page.getByRole('dialog').locator('[type=submit]')
const openChooser = (page: Page) => page.getByRole('button', { name: /^(Subscribe Now|Change Plan)$/ }).click()
async function choose(page: Page, name: string): Promise<void> {
  await plan(page, name).click()
  await submitIn(page).click()
}
/** Forgets a redirect that a test has held back. */
async function leaveAndReturn(page: Page): Promise<void> {
  await navigate(page, '/connections')
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  await navigate(page, '/subscription')
}

test('a plan with add-ons changes after a question that shows the price of the provider', async () => {
  await setSubscription({ addons: { [addonNames.small]: 2 } })
  const { page } = await open()
  const preview = { dueNow: 2345, credit: 0, monthly: 5900, prorationDate: 1_795_000_000 }
  const previewed = await answerWith(page, 'create-checkout', { preview })
  await openChooser(page)
  await choose(page, 'Business')
  const question = page.getByRole('alertdialog', { name: 'Change to Business now?' })
  const fact = (name: string) => page.getByRole('alertdialog').locator(`dt:text-is("${name}") + dd`)
  await expect(question).toContainText('Your add-ons stay.')
  await expect(question).toContainText('if your bank asks you to confirm the payment, as soon as you have done so')
  await expect(fact('Charged now')).toHaveText('$23.45')
  await expect(fact('Price change')).toHaveText('+$30.00 per month')
  await expect(fact('Total monthly price')).toHaveText('$59.00')
  await expect(question).toContainText('You are charged now for the prorated amount of the current period.')
  expect(distinct(previewed)).toEqual([{ planId: expect.any(String), addons: [], preview: true }])
  await page.unrouteAll()
  const requested = await answerWith(page, 'create-checkout', { url: elsewhere() })
  await expectRedirect(page, () => question.getByRole('button', { name: 'Change Plan' }).click())
  expect(requested).toEqual([{ planId: expect.any(String), addons: [], prorationDate: preview.prorationDate }])

  // A smaller plan is credited; where the price is not known, none is invented.
  await page.unrouteAll()
  await leaveAndReturn(page)
  await setSubscription({ plan: 'Business', addons: { [addonNames.small]: 1 } })
  await expect(page.getByRole('heading', { level: 2, name: 'Business' })).toBeVisible()
  const credited = { dueNow: 0, credit: 1234, monthly: 2400, prorationDate: 1_795_000_000 }
  await answerWith(page, 'create-checkout', { preview: credited })
  await openChooser(page)
  await choose(page, 'Pro')
  const smaller = page.getByRole('alertdialog', { name: 'Change to Pro now?' })
  await expect(fact('Credit on your next invoice')).toHaveText('$12.34')
  await expect(smaller).toContainText("Refunds follow the payment provider's policy")
  await expect(smaller).toContainText('With this choice 6,000 emails are sorted for you each month.')
  await page.unrouteAll()
  await answerWith(page, 'create-checkout', refusal('internal', 'x'), 500)
  await publish()
  await expect(fact('Credit on your next invoice')).toHaveText('Unknown')
  await expect(smaller.getByRole('button', { name: 'Change Plan' })).toBeEnabled()
})

const portalFailures: Fault[] = [
  [
    (page) => answerWith(page, 'customer-portal', refusal('internal', 'x'), 500),
    'Portal access error',
    'Failed to open subscription management portal.',
  ],
  [(page) => cutOff(page, 'customer-portal'), 'Portal access failed', 'Failed to open subscription management portal.'],
  // The address leads elsewhere.
  [
    (page) => answerWith(page, 'customer-portal', { url: 'https://evil.example/billing.stripe.com' }),
    'Portal access failed',
    'Failed to open subscription management portal.',
  ],
]
const leaveFailures: Fault[] = [
  // The provider refuses.
  [
    (page) => answerWith(page, 'cancel-subscription', refusal('billing_unavailable', 'Not now.'), 502),
    'Error',
    'Not now.',
  ],
  [(page) => cutOff(page, 'cancel-subscription'), 'Error', 'Failed to process your request. Please try again.'],
]

test('the pages of the provider are reached from each place, and leaving a paid plan asks first', async () => {
  await setSubscription({ status: 'past_due' })
  const { page } = await open()
  await expectEachFailureShown(page, portalFailures, () => buttonIn(page, 'Manage Subscription').click())
  const requested = await answerWith(page, 'customer-portal', { url: elsewhere() })
  for (const name of ['Manage Subscription', 'Update Payment Method']) {
    await expectRedirect(page, () => buttonIn(page, name).click())
    await leaveAndReturn(page)
  }
  // Each click requests a new address.
  expect(requested).toEqual([{}, {}])

  // The current plan is not on offer, and without add-ons the provider changes it.
  await setSubscription()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await openChooser(page)
  const dialog = chooserIn(page)
  await expect(plan(page, 'Pro')).toBeDisabled()
  await expect(dialog.getByText('Current Plan', { exact: true })).toBeVisible()
  await plan(page, 'Business').click()
  await expect(dialog).toContainText('Use “Manage Subscription” to change it to Business.')
  await expectRedirect(page, () => dialog.getByRole('button', { name: 'Manage Subscription' }).click())

  await choose(page, 'Free')
  const question = page.getByRole('alertdialog', { name: 'Switch to the free plan now?' })
  const confirm = question.getByRole('button', { name: 'Switch to Free Plan' })
  await expect(question).toContainText('Your Pro plan ends immediately.')
  await expect(question).toContainText('What you have paid until Dec 3, 2026 is not refunded.')
  await expect(question.getByRole('button', { name: 'Manage Subscription' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Switch to Free Plan' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectEachFailureShown(page, leaveFailures, () => confirm.click())

  // It was left meanwhile.
  await answerWith(page, 'cancel-subscription', { success: true, alreadyFree: true })
  await confirm.click()
  await expectToast(page, 'Information', 'You are already on the free plan.')
  await expect(dialog).toBeHidden()

  await openChooser(page)
  await choose(page, 'Free')
  const left = await answerWith(page, 'cancel-subscription', refusal('unauthorized', 'Please sign in again.'), 401)
  await confirm.click()
  await expect(toastIn(page, 'User not authenticated')).toContainText('Error')
  // The page has renewed the token that was rejected, and has repeated the call once.
  expect(left).toEqual([{}, {}])
})
