import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { expect } from '../kit/expect.ts'
import {
  answerWith,
  buttonIn,
  cutOff,
  expectEachFailureShown,
  type Fault,
  refusal,
  subscriptionScreen,
} from '../kit/subscription-page.ts'
import { expectToast, toastIn } from '../kit/toast.ts'

const { app, open, setSubscription, elsewhere, expectRedirect } = await subscriptionScreen()

const plan = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const chooserIn = (page: Page) => page.getByRole('dialog', { name: 'Choose a Plan' })
const submitIn = (page: Page) => page.getByRole('dialog').locator('[type=submit]')
const openChooser = (page: Page) => page.getByRole('button', { name: /^(Subscribe Now|Change Plan)$/ }).click()
async function choose(page: Page, name: string): Promise<void> {
  await plan(page, name).click()
  await submitIn(page).click()
}

const checkoutFailures: Fault[] = [
  // The provider does not make a session.
  [
    (page) => answerWith(page, 'create-checkout', refusal('checkout_failed', 'Whatever'), 502),
    'Checkout error',
    'Failed to create checkout session',
  ],
  [
    (page) => answerWith(page, 'create-checkout', refusal('billing_not_configured', 'Billing is not set up.'), 503),
    'Checkout error',
    'Billing is not set up.',
  ],
  [
    (page) => cutOff(page, 'create-checkout'),
    'Checkout failed',
    'We encountered an issue while setting up your checkout. Please try again.',
  ],
  // The address is not on the list.
  [
    (page) => answerWith(page, 'create-checkout', { url: 'https://checkout.stripe.com.evil.example/c/pay' }),
    'Checkout failed',
    'We encountered an issue while setting up your checkout. Please try again.',
  ],
]

test('a first plan is chosen by keyboard, and a failed checkout can be repeated', async () => {
  const { page } = await open()
  const opener = buttonIn(page, 'Subscribe Now')
  await opener.press('Enter')
  const dialog = chooserIn(page)
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await expect(plan(page, 'Pro')).toHaveAccessibleDescription(/\$19\.00 per month\. .*5,000 emails per month/)
  await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter')
  await expectToast(page, 'No plan selected', 'Please select a plan to continue.')
  await plan(page, 'Free').focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Switch to Free Plan' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(plan(page, 'Pro')).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await expectEachFailureShown(page, checkoutFailures, () => choose(page, 'Pro'))
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeEnabled()

  // Bought meanwhile on another page
  for (const [answer, title, words] of [
    [{ alreadySubscribed: true }, 'Already subscribed', 'You are subscribed to this plan already.'],
    [
      { alreadySubscribed: true, suggestManageSubscription: true },
      'Subscription exists',
      "Use 'Manage Subscription' to change plans.",
    ],
  ] as const) {
    await answerWith(page, 'create-checkout', answer)
    await choose(page, 'Pro')
    await expectToast(page, title, words)
    await expect(dialog).toBeHidden()
    await openChooser(page)
  }

  const requested = await answerWith(page, 'create-checkout', { url: elsewhere(), sessionId: 'cs_1' })
  await expectRedirect(page, () => choose(page, 'Pro'))
  await expect(toastIn(page, 'Redirecting to checkout')).toBeVisible()
  await expect(submitIn(page)).toHaveAttribute('aria-busy', 'true')
  expect(requested).toEqual([{ planId: expect.any(String), addons: [] }])
  await page.keyboard.press('Escape')

  // A plan that has ended is on offer again.
  await setSubscription({ status: 'canceled' })
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await openChooser(page)
  await expect(plan(page, 'Pro')).toBeEnabled()
})
