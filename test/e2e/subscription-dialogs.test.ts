import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { beforeEach, describe, test } from 'vitest'
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

const { app, open, setSubscription, elsewhere } = subscriptionScreen()

const plan = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

describe('plan chooser', () => {
  const openChooser = async (): Promise<Page> => {
    const { page } = await open()
    await page.getByRole('button', { name: /^(Subscribe Now|Change Plan)$/ }).click()
    await expect(page.getByRole('dialog', { name: 'Choose a Plan' })).toBeVisible()
    return page
  }
  const choose = async (page: Page, name: string): Promise<void> => {
    await plan(page, name).click()
    await page.getByRole('dialog').locator('[type=submit]').click()
  }

  test('lists the plans on sale, and works by keyboard', async () => {
    const { page } = await open()
    const opener = buttonIn(page, 'Subscribe Now')
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Choose a Plan' })
    await expect(dialog.getByRole('radio')).toHaveCount(3)
    await expect(plan(page, 'Pro')).toHaveAccessibleDescription(/\$19\.00 per month\. .*5,000 emails per month/)
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter')
    await expect(toastIn(page, 'Please select a plan to continue.')).toBeVisible()
    await plan(page, 'Free').focus()
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('button', { name: 'Switch to Free Plan' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(plan(page, 'Pro')).toBeChecked()
    await expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('does not offer the current plan, and leads a paying user to the place that changes it', async () => {
    await setSubscription()
    const page = await openChooser()
    await expect(plan(page, 'Pro')).toBeDisabled()
    await expect(page.getByRole('dialog').getByText('Current Plan', { exact: true })).toBeVisible()
    await plan(page, 'Business').click()
    await expect(page.getByRole('dialog')).toContainText('Use “Manage Subscription” to change it to Business.')
    await expectNoAxeViolations(page)
    await answerWith(page, 'customer-portal', { url: elsewhere() })
    await page.getByRole('dialog').getByRole('button', { name: 'Manage Subscription' }).click()
    await expect(page).toHaveURL(elsewhere())
  })

  test('offers a plan that has ended', async () => {
    await setSubscription({ status: 'canceled' })
    await expect(plan(await openChooser(), 'Pro')).toBeEnabled()
  })

  test('leads to the checkout for a paid plan', async () => {
    const page = await openChooser()
    const requested = await answerWith(page, 'create-checkout', { url: elsewhere(), sessionId: 'cs_1' })
    // A response without content keeps the browser on the page, so that its messages can be read.
    await page.route(elsewhere(), (route) => route.fulfill({ status: 204 }))
    const left = page.waitForRequest(elsewhere())
    await choose(page, 'Pro')
    await left
    await expect(toastIn(page, 'Redirecting to checkout')).toBeVisible()
    await expect(page.getByRole('dialog').locator('[type=submit]')).toHaveAttribute('aria-busy', 'true')
    expect(requested).toEqual([{ planId: expect.any(String), addons: [] }])
  })

  test("asks first where a plan with add-ons changes at once, with the provider's price", async () => {
    await setSubscription({ addons: { [addonNames.small]: 2 } })
    const page = await openChooser()
    const preview = { dueNow: 2345, credit: 0, monthly: 5900, prorationDate: 1_795_000_000 }
    const looked = await answerWith(page, 'create-checkout', { preview })
    await choose(page, 'Business')
    const question = page.getByRole('alertdialog', { name: 'Change to Business now?' })
    const fact = (name: string) => question.locator(`dt:text-is("${name}") + dd`)
    await expect(question).toContainText('Your add-ons stay.')
    await expect(question).toContainText('if your bank asks you to confirm the payment, as soon as you have done so')
    await expect(fact('Charged now')).toHaveText('$23.45')
    await expect(fact('Price change')).toHaveText('+$30.00 per month')
    await expect(fact('Total monthly price')).toHaveText('$59.00')
    await expect(question).toContainText('You are charged now for the prorated amount of the current period.')
    expect(distinct(looked)).toEqual([{ planId: expect.any(String), addons: [], preview: true }])
    await expectNoAxeViolations(page)
    await page.unrouteAll()
    const requested = await answerWith(page, 'create-checkout', { url: `${app().url}/subscription?session_id=x` })
    await question.getByRole('button', { name: 'Change Plan' }).click()
    await expect(toastIn(page, 'Payment Successful')).toBeVisible()
    expect(requested).toEqual([{ planId: expect.any(String), addons: [], prorationDate: preview.prorationDate }])
  })

  test('credits a smaller plan; shows no invented amount', async () => {
    await setSubscription({ plan: 'Business', addons: { [addonNames.small]: 1 } })
    const page = await openChooser()
    await answerWith(page, 'create-checkout', {
      preview: { dueNow: 0, credit: 1234, monthly: 2400, prorationDate: 1_795_000_000 },
    })
    await choose(page, 'Pro')
    const question = page.getByRole('alertdialog', { name: 'Change to Pro now?' })
    await expect(question.getByText('Credit on your next invoice').locator('+ dd')).toHaveText('$12.34')
    await expect(question).toContainText("Refunds follow the payment provider's policy")
    await expect(question).toContainText('With this choice 6,000 emails are sorted for you each month.')
    await page.reload()
    await page.unrouteAll()
    await answerWith(page, 'create-checkout', refusal('internal', 'x'), 500)
    await buttonIn(page, 'Change Plan').click()
    await choose(page, 'Pro')
    await expect(question.getByText('Credit on your next invoice').locator('+ dd')).toHaveText('Unknown')
    await expect(question.getByRole('button', { name: 'Change Plan' })).toBeEnabled()
  })

  test.each([
    [{ alreadySubscribed: true }, 'Already subscribed', 'You are subscribed to this plan already.'],
    [
      { alreadySubscribed: true, suggestManageSubscription: true },
      'Subscription exists',
      "Use 'Manage Subscription' to change plans.",
    ],
  ])('reports %o', async (answer, title, words) => {
    const page = await openChooser()
    await answerWith(page, 'create-checkout', answer)
    await choose(page, 'Pro')
    await expect(toastIn(page, title)).toContainText(words)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  const failures: Fault[] = [
    [
      'the provider does not make a session',
      (page) => answerWith(page, 'create-checkout', refusal('checkout_failed', 'Whatever'), 502),
      'Checkout error',
      'Failed to create checkout session',
    ],
    [
      'billing is not set up',
      (page) => answerWith(page, 'create-checkout', refusal('billing_not_configured', 'Billing is not set up.'), 503),
      'Checkout error',
      'Billing is not set up.',
    ],
    [
      'no response',
      (page) => cutOff(page, 'create-checkout'),
      'Checkout failed',
      'We encountered an issue while setting up your checkout. Please try again.',
    ],
    [
      'the address is not on the list',
      (page) => answerWith(page, 'create-checkout', { url: 'https://checkout.stripe.com.evil.example/c/pay' }),
      'Checkout failed',
      'We encountered an issue while setting up your checkout. Please try again.',
    ],
  ]
  test('reports any failed checkout, and allows another attempt', async () => {
    const page = await openChooser()
    await expectEachFailureShown(page, failures, () => choose(page, 'Pro'))
    await expect(page).toHaveURL(`${app().url}/subscription`)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  })

  test('starts the free plan at once and reloads the page', async () => {
    const page = await openChooser()
    await answerWith(page, 'create-checkout', { freePlan: true, success: true })
    await setSubscription({ plan: 'Free' })
    await choose(page, 'Free')
    await expect(toastIn(page, 'Free plan activated')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Free' })).toBeVisible()
  })

  test('asks before leaving a paid plan, says what is lost, and can be cancelled', async () => {
    await setSubscription()
    const page = await openChooser()
    await choose(page, 'Free')
    const confirm = page.getByRole('alertdialog', { name: 'Switch to the free plan now?' })
    await expect(confirm).toContainText('Your Pro plan ends immediately.')
    await expect(confirm).toContainText('What you have paid until Dec 3, 2026 is not refunded.')
    await expect(confirm.getByRole('button', { name: 'Manage Subscription' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(confirm).toBeHidden()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Switch to Free Plan' })).toBeFocused()
    const requested = await answerWith(page, 'cancel-subscription', { success: true })
    await page.keyboard.press('Enter')
    await setSubscription({ plan: 'Free' })
    await confirm.getByRole('button', { name: 'Switch to Free Plan' }).click()
    await expect(toastIn(page, 'Success')).toContainText('You have switched to the free plan.')
    await expect(page.getByRole('heading', { level: 2, name: 'Free' })).toBeVisible()
    expect(requested).toHaveLength(1)
  })

  test.each<[string, (page: Page) => Promise<unknown>, string, string]>([
    [
      'it was left meanwhile',
      (page) => answerWith(page, 'cancel-subscription', { success: true, alreadyFree: true }),
      'Information',
      'You are already on the free plan.',
    ],
    [
      'the provider refuses',
      (page) => answerWith(page, 'cancel-subscription', refusal('billing_unavailable', 'Not now.'), 502),
      'Error',
      'Not now.',
    ],
    [
      'the session is over',
      (page) => answerWith(page, 'cancel-subscription', refusal('unauthorized', 'Please sign in again.'), 401),
      'Error',
      'User not authenticated',
    ],
    [
      'no response',
      (page) => cutOff(page, 'cancel-subscription'),
      'Error',
      'Failed to process your request. Please try again.',
    ],
  ])('leaving a paid plan: %s', async (_, fault, title, words) => {
    await setSubscription()
    const page = await openChooser()
    await fault(page)
    await choose(page, 'Free')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch to Free Plan' }).click()
    await expect(toastIn(page, words)).toContainText(title)
  })
})

describe('customer portal', () => {
  beforeEach(() => setSubscription({ status: 'past_due' }))

  test.each(['Manage Subscription', 'Update Payment Method'])('%s leads there', async (name) => {
    const { page } = await open()
    await answerWith(page, 'customer-portal', { url: elsewhere() })
    await buttonIn(page, name).click()
    await expect(page).toHaveURL(elsewhere())
  })

  const failures: Fault[] = [
    [
      'the server fails',
      (page) => answerWith(page, 'customer-portal', refusal('internal', 'x'), 500),
      'Portal access error',
      'Failed to open subscription management portal.',
    ],
    [
      'no response',
      (page) => cutOff(page, 'customer-portal'),
      'Portal access failed',
      'Failed to open subscription management portal.',
    ],
    [
      'the address leads elsewhere',
      (page) => answerWith(page, 'customer-portal', { url: 'https://evil.example/billing.stripe.com' }),
      'Portal access failed',
      'Failed to open subscription management portal.',
    ],
  ]
  test('reports any failure to open, and requests again with each click', async () => {
    const { page } = await open()
    await expectEachFailureShown(page, failures, () => buttonIn(page, 'Manage Subscription').click())
    await page.unrouteAll()
    const requested = await answerWith(page, 'customer-portal', { url: elsewhere() })
    await buttonIn(page, 'Manage Subscription').click()
    await expect(page).toHaveURL(elsewhere())
    expect(requested).toEqual([{}])
  })
})
