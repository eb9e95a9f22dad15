import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { WaitingMailInput, WaitingMailOutput } from '../../contract/functions/billing.ts'
import { failCalls } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { passUntil } from '../kit/page-clock.ts'
import { badgeIn, buttonIn, subscriptionScreen } from '../kit/subscription-page.ts'
import { addonNames, setSubscription as storeSubscription } from '../kit/subscriptions.ts'
import { expectToast, toastIn } from '../kit/toast.ts'
import { answerCalls, holdCalls, navigate } from '../kit/walk.ts'

const { app, who, open, setSubscription, setUsage } = await subscriptionScreen()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const meter = (page: Page) => page.getByRole('progressbar', { name: 'Emails this month' })
const waitingMail = /\/functions\/v1\/waiting-mail$/

test('the plan, its add-ons and each status show, as soon as the server reports them', async () => {
  const { page } = await open()
  const chooser = page.getByRole('dialog', { name: 'Choose a Plan' })
  const manager = page.getByRole('dialog', { name: 'Manage Email Add-ons' })

  // Without a subscription
  await expect(heading(page, 'No Active Subscription')).toBeVisible()
  await expect(buttonIn(page, 'Subscribe Now')).toBeVisible()
  await expect(page.getByText('100 emails per month')).toBeVisible()
  await expect(meter(page)).toHaveAttribute('value', '0')
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await buttonIn(page, 'View Plans').click()
  await expect(chooser).toBeVisible()
  await page.keyboard.press('Escape')

  // Free: add-ons lead to the paid plans, and there is nothing to manage.
  await setSubscription({ plan: 'Free' })
  await expect(heading(page, 'Free')).toBeVisible()
  await expect(page.getByText('$0.00 per month')).toBeVisible()
  await expect(buttonIn(page, 'Subscribe Now')).toBeVisible()
  await expect(buttonIn(page, 'Manage Subscription')).toBeDisabled()
  await expect(page.getByText('Need more emails?')).toHaveCount(0)
  await buttonIn(page, 'Manage Email Add-ons').click()
  await expect(manager).toContainText('Add-ons need a paid plan. Please subscribe to a plan first.')
  await manager.getByRole('button', { name: 'View Plans' }).click()
  await expect(chooser).toBeVisible()
  await page.keyboard.press('Escape')

  // Pro advertises add-ons.
  await setSubscription()
  await expect(heading(page, 'Need more emails?')).toBeVisible()
  await expect(page.getByText('+2,500 emails')).toBeVisible()
  await buttonIn(page, 'Choose Add-ons').click()
  await expect(manager).toBeVisible()
  await page.keyboard.press('Escape')

  // Price, period, add-ons with their total, and the resulting limit
  await setUsage(950)
  await setSubscription({ addons: { [addonNames.small]: 2, [addonNames.large]: 1 } })
  await expect(page.getByText('9,500 emails per month')).toBeVisible()
  await expect(heading(page, 'Pro')).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('$19.00 per month')).toBeVisible()
  await expect(page.getByText('Nov 3, 2026 – Dec 3, 2026')).toBeVisible()
  await expect(page.getByText('950 of 9,500')).toBeVisible()
  const prices = page.getByRole('table', { name: 'Each month' })
  await expect(prices.getByRole('row', { name: '1,000 more emails × 2 · 2,000 emails $10.00' })).toBeVisible()
  await expect(prices.getByRole('row', { name: '2,500 more emails · 2,500 emails $9.00' })).toBeVisible()
  await expect(prices.getByRole('row', { name: 'Total $38.00' })).toBeVisible()
  await expect(buttonIn(page, 'Change Plan')).toBeVisible()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')

  await setSubscription({ plan: 'Business' })
  await expect(heading(page, 'Business')).toBeVisible()
  await expect(heading(page, 'Need more emails?')).toHaveCount(0)

  // Until when an ending plan or a pending change lasts
  await setSubscription({ ends: true, pendingUntil: '2026-11-22T08:00:00Z' })
  await expect(page.getByText('Your subscription ends on Dec 3, 2026.')).toBeVisible()
  await expect(buttonIn(page, 'Keep Subscription')).toBeEnabled()
  await expect(buttonIn(page, 'Pay Open Invoice')).toBeEnabled()
  await expect(page.getByText('Waiting for payment: your change takes effect once it is paid.')).toBeVisible()

  await setUsage(10)
  for (const [status, badge, words, limit, button] of [
    ['trialing', 'Trial', 'Your trial ends on Dec 3, 2026.', 5000, 'Change Plan'],
    ['past_due', 'Payment due', 'Your last payment failed.', 5000, 'Change Plan'],
    ['incomplete', 'Incomplete', 'Your first payment was not completed', 100, 'Subscribe Now'],
    ['canceled', 'Canceled', 'This subscription ended on Dec 3, 2026.', 100, 'Subscribe Now'],
    ['inactive', 'Inactive', 'This subscription is not active.', 100, 'Subscribe Now'],
  ] as const) {
    await setSubscription({ status })
    await expect(page.getByText(badge, { exact: true })).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText(`10 of ${limit.toLocaleString('en-US')}`)).toBeVisible()
    await expect(buttonIn(page, button)).toBeVisible()
    await expect(badgeIn(page)).toHaveText(limit === 100 ? 'Plan: Free' : 'Plan: Pro')
    await expect(heading(page, 'Need more emails?')).toHaveCount(status === 'trialing' ? 1 : 0)
    const addons = buttonIn(page, 'Manage Email Add-ons')
    await expect(addons).toBeDisabled()
    await expect(addons).toHaveAccessibleDescription(/while the subscription is active/)
    await expect(buttonIn(page, 'Manage Subscription')).toBeEnabled()
    const payable = status === 'past_due' || status === 'inactive'
    await expect(buttonIn(page, 'Update Payment Method')).toHaveCount(payable ? 1 : 0)
    await expect(page.getByText(/^(Current|Last) period$/)).toHaveCount(status === 'incomplete' ? 0 : 1)
  }
})

test('the usage of this month and of the last ones, and email that waits for the next', async () => {
  await setSubscription({ status: 'past_due', addons: { [addonNames.small]: 2 } })
  await setUsage(6500)
  let waiting = 121
  const { page } = await open({
    prepare: async (opened) => {
      await watchShifts(opened)
      // Selected by request body, because the page repeats the calls after a failure.
      await opened.route(
        (url) => waitingMail.test(url.pathname),
        (route) => {
          const isSort = WaitingMailInput.parse(route.request().postDataJSON()).action === 'sort'
          const json = WaitingMailOutput.parse(isSort ? { started: 120 } : { waiting, room: waiting - 1 })
          if (isSort) waiting = 1
          return route.fulfill({ json })
        },
      )
    },
  })
  await expect(heading(page, 'Pro')).toBeVisible()
  const months = page.getByRole('table', { name: 'Emails by month, oldest first' })
  // One month needs no chart.
  await expect(page.getByText(/^\w+ \d{4}: 6,500 emails$/)).toBeVisible()
  await expect(page.getByText('6,500 of 7,000')).toBeVisible()
  expect(await shiftsOf(page)).toBeLessThan(0.05)

  await setUsage(40)
  await setUsage(1234, 2)
  await setUsage(7, 6)
  await expect(months.getByRole('cell')).toHaveText(['1,234', '0', '40'])

  await setSubscription()
  for (const [processed, percent, words] of [
    [3999, '80', null],
    [4000, '80', "You have used 80% of this month's emails."],
    [4750, '95', 'You are almost at your limit.'],
    [5000, '100', 'You are almost at your limit.'],
    [5200, '100', 'You are almost at your limit.'],
  ] as const) {
    await setUsage(processed)
    await expect(page.getByText(`${processed.toLocaleString('en-US')} of 5,000`)).toBeVisible()
    await expect(meter(page)).toHaveAttribute('value', percent)
    if (words === null) await expect(page.getByText(/You have used|your limit\./)).toHaveCount(0)
    else await expect(page.getByText(words)).toBeVisible()
  }

  // Waiting email is sorted as far as the limit allows, and the focus does not get lost with the button.
  await expect(page.getByText('121 emails wait in your inbox because the monthly limit was reached.')).toBeVisible()
  await expect(page.getByText('There is room for 120 of them this month.')).toBeVisible()
  const button = buttonIn(page, 'Sort the 120 that waited')
  await failCalls(page, waitingMail, { when: (body) => body.includes('sort') })
  await button.press('Enter')
  await expectToast(page, 'Sorting failed', 'The emails that waited could not be sorted.')
  await button.press('Enter')
  await expect(toastIn(page, 'Sorting started')).toContainText('120 emails that waited will be sorted now.')
  await expect(page.getByText('1 email waits in your inbox because the monthly limit was reached.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sort the/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a payment counts once the server confirms it, and a new month begins on an open page', async () => {
  const { page } = await open({
    query: '?session_id=cs_forged',
    prepare: (opened) => opened.clock.install(),
  })
  const awaited = page.getByText('Waiting for your payment to be confirmed...')
  const paid = toastIn(page, 'Payment Successful')
  const expectPaid = () => expectToast(page, 'Payment Successful', 'Your subscription has been updated successfully.')
  /** Without a live event: the page has to ask. */
  const pays = () => storeSubscription(app, who().userId)

  // Anyone can craft this address: it promises nothing.
  await expect(awaited).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await passUntil(page.getByText('The payment provider has not confirmed the payment yet.'))
  await expect(paid).toHaveCount(0)
  await expect(badgeIn(page)).toHaveText('Plan: Free')
  await navigate(page, '/subscription?session_id=cs_test_1')
  await expect(awaited).toBeVisible()
  await pays()
  await page.clock.runFor(2000)
  await expectPaid()
  await expect(badgeIn(page)).toHaveText('Plan: Pro')
  await expect(awaited).toHaveCount(0)

  await storeSubscription(app, who().userId, { pendingUntil: '2026-11-22T08:00:00Z' })
  await navigate(page, '/subscription?addon_session_id=cs_test_2')
  await expect(awaited).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await expect(heading(page, 'Pro')).toBeVisible()
  // It would ask to pay a second time.
  await expect(buttonIn(page, 'Pay Open Invoice')).toHaveCount(0)
  await passUntil(page.getByText('The payment provider has not confirmed the payment yet.'))
  await pays()
  await buttonIn(page, 'Check Again').click()
  await expectPaid()
  await expect(page.getByText('The payment provider has not confirmed')).toHaveCount(0)

  // One that has arrived already
  for (const parameter of ['session_id', 'addon_session_id']) {
    await navigate(page, `/subscription?${parameter}=cs_test_3`)
    await expectPaid()
    await expect(page).toHaveURL(`${app.url}/subscription`)
  }
  await navigate(page, '/subscription?canceled=true')
  await expectToast(page, 'Checkout Canceled', 'You have canceled the checkout process.')
  await expect(page).toHaveURL(`${app.url}/subscription`)

  // The month ends at midnight UTC, here while the computer sleeps.
  await answerCalls(page, waitingMail, WaitingMailOutput, { waiting: 1, room: 5000 })
  await setUsage(5000)
  await expect(page.getByText('5,000 of 5,000')).toBeVisible()
  await expect(page.getByText('You are almost at your limit.')).toBeVisible()
  const today = app.clock.now()
  const turn = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1)
  await page.clock.fastForward(turn - today.getTime() + 60_000)
  await expect(page.getByText('0 of 5,000', { exact: true })).toBeVisible()
  await expect(page.getByText('You are almost at your limit.')).toHaveCount(0)
  await expect(buttonIn(page, 'Sort the 1 that waited')).toBeVisible()
})

test('what cannot be read is reported, leaves the rest, and can be read again', async () => {
  await storeSubscription(app, who().userId)
  const refused = { status: 400, json: { message: 'Not now.' } }
  const odd = { json: [{ odd: true }] }
  const replaced = new Map<string, typeof refused | typeof odd>()
  for (const part of ['subscriptions', 'usage', 'months', 'plans', 'subscription_addons', 'addons'])
    replaced.set(part, refused)
  const partOf = ({ pathname, searchParams }: URL): string =>
    searchParams.get('select')?.startsWith('month') === true ? 'months' : pathname.replace('/rest/v1/', '')
  const { page } = await open({
    prepare: async (opened) => {
      await opened.clock.install()
      // A connection that opens late makes the page read everything again.
      await holdCalls(opened, /\/api\/events$/)
      await opened.route(
        (url) => replaced.has(partOf(url)),
        (route) => route.fulfill(replaced.get(partOf(new URL(route.request().url()))) ?? refused),
      )
    },
  })
  const card = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
  const failed = card('Your plan is not available right now')
  await expect(failed).toBeVisible()
  // It may be a paid one.
  await expect(badgeIn(page)).toBeHidden()
  for (const part of ['subscription', 'usage data', 'plans'])
    await expectToast(page, `Error loading ${part}`, 'Not now.')
  replaced.delete('subscriptions')
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(heading(page, 'Pro')).toBeVisible()
  for (const part of ['subscription add-ons', 'add-ons']) await expectToast(page, `Error loading ${part}`, 'Not now.')

  // Rows of an unexpected shape are reported after three automatic retries.
  for (const part of ['usage', 'subscription_addons']) replaced.delete(part)
  for (const part of ['plans', 'addons']) replaced.set(part, odd)
  await navigate(page, '/connections')
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  await navigate(page, '/subscription')
  await expect(heading(page, 'Pro')).toBeVisible()
  await expect(meter(page)).toBeVisible()
  const months = card('The months could not be loaded')
  await expect(months).toBeVisible()
  const ofPlans = 'Failed to load subscription plans. Please try again later.'
  const ofAddons = 'Failed to load subscription add-ons. Please try again later.'
  for (const words of [ofPlans, ofAddons]) {
    await passUntil(toastIn(page, words))
    await expectToast(page, 'Unexpected error', words)
  }
  replaced.delete('months')
  await months.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to show yet' })).toBeVisible()

  replaced.clear()
  for (const [opener, title, words] of [
    ['Change Plan', 'Choose a Plan', ofPlans],
    ['Manage Email Add-ons', 'Manage Email Add-ons', ofAddons],
  ] as const) {
    await buttonIn(page, opener).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('alert')).toContainText(words)
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog.locator('[type=submit]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})
