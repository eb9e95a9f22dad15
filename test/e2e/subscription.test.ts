import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { WaitingMailInput } from '../../contract/functions/billing.ts'
import { publishLiveEvent } from '../../server/db/live-events.ts'
import { expectNoAxeViolations, failCalls } from '../kit/browser.ts'
import { horizontalOverflow } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { passUntil } from '../kit/page-clock.ts'
import { answerWith, badgeIn, buttonIn, subscriptionScreen } from '../kit/subscription-page.ts'
import { addonNames } from '../kit/subscriptions.ts'
import { toastIn } from '../kit/toast.ts'

const { app, who, open, setSubscription, setUsage } = subscriptionScreen()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const meter = (page: Page) => page.getByRole('progressbar', { name: 'Emails this month' })

describe('current plan', () => {
  test('none: a panel leads to the plans, and the free limit applies', async () => {
    const { page, complaints } = await open()
    await expect(heading(page, 'No Active Subscription')).toBeVisible()
    await expect(buttonIn(page, 'Subscribe Now')).toBeVisible()
    await expect(page.getByText('100 emails per month')).toBeVisible()
    await expect(meter(page)).toHaveAttribute('value', '0')
    await expect(badgeIn(page)).toHaveText('Plan: Free')
    await expectNoAxeViolations(page)
    await buttonIn(page, 'View Plans').click()
    await expect(page.getByRole('dialog', { name: 'Choose a Plan' })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('free: add-ons lead to the paid plans, and there is nothing to manage', async () => {
    await setSubscription({ plan: 'Free' })
    const { page } = await open()
    await expect(heading(page, 'Free')).toBeVisible()
    await expect(page.getByText('$0.00 per month')).toBeVisible()
    await expect(buttonIn(page, 'Subscribe Now')).toBeVisible()
    await expect(buttonIn(page, 'Manage Subscription')).toBeDisabled()
    await expect(page.getByText('Need more emails?')).toHaveCount(0)
    await buttonIn(page, 'Manage Email Add-ons').click()
    const dialog = page.getByRole('dialog', { name: 'Manage Email Add-ons' })
    await expect(dialog).toContainText('Add-ons need a paid plan. Please subscribe to a plan first.')
    await dialog.getByRole('button', { name: 'View Plans' }).click()
    await expect(page.getByRole('dialog', { name: 'Choose a Plan' })).toBeVisible()
  })

  test('paid: price, period, add-ons with their total, and the resulting limit', async () => {
    await setSubscription({ addons: { [addonNames.small]: 2, [addonNames.large]: 1 } })
    await setUsage(950)
    const { page } = await open()
    await expect(heading(page, 'Pro')).toBeVisible()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await expect(page.getByText('$19.00 per month')).toBeVisible()
    await expect(page.getByText('9,500 emails per month')).toBeVisible()
    await expect(page.getByText('Nov 3, 2026 – Dec 3, 2026')).toBeVisible()
    await expect(page.getByText('950 of 9,500')).toBeVisible()
    const prices = page.getByRole('table', { name: 'Each month' })
    await expect(prices.getByRole('row', { name: '1,000 more emails × 2 · 2,000 emails $10.00' })).toBeVisible()
    await expect(prices.getByRole('row', { name: '2,500 more emails · 2,500 emails $9.00' })).toBeVisible()
    await expect(prices.getByRole('row', { name: 'Total $38.00' })).toBeVisible()
    await expect(buttonIn(page, 'Change Plan')).toBeVisible()
    await expect(badgeIn(page)).toHaveText('Plan: Pro')
    await expectNoAxeViolations(page)
  })

  test('advertises add-ons for Pro only', async () => {
    await setSubscription()
    const { page } = await open()
    await expect(heading(page, 'Need more emails?')).toBeVisible()
    await expect(page.getByText('+2,500 emails')).toBeVisible()
    await buttonIn(page, 'Choose Add-ons').click()
    await expect(page.getByRole('dialog', { name: 'Manage Email Add-ons' })).toBeVisible()
    await setSubscription({ plan: 'Business' })
    await page.reload()
    await expect(heading(page, 'Business')).toBeVisible()
    await expect(heading(page, 'Need more emails?')).toHaveCount(0)
  })

  test('explains every other status and the limit that applies', async () => {
    await setUsage(10)
    const { page } = await open()
    for (const [status, badge, words, limit, button] of [
      ['trialing', 'Trial', 'Your trial ends on Dec 3, 2026.', 5000, 'Change Plan'],
      ['past_due', 'Payment due', 'Your last payment failed.', 5000, 'Change Plan'],
      ['incomplete', 'Incomplete', 'Your first payment was not completed', 100, 'Subscribe Now'],
      ['canceled', 'Canceled', 'This subscription ended on Dec 3, 2026.', 100, 'Subscribe Now'],
      ['inactive', 'Inactive', 'This subscription is not active.', 100, 'Subscribe Now'],
    ] as const) {
      await setSubscription({ status })
      await page.reload()
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
      await expectNoAxeViolations(page)
    }
  })

  test('shows until when an ending plan or a pending change lasts', async () => {
    await setSubscription({ ends: true, pendingUntil: '2026-11-22T08:00:00Z' })
    const { page } = await open()
    await expect(page.getByText('Your subscription ends on Dec 3, 2026.')).toBeVisible()
    await expect(buttonIn(page, 'Keep Subscription')).toBeEnabled()
    await expect(page.getByText('Waiting for payment: your change takes effect once it is paid.')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  test('warns about the usage of 5,000 emails', async () => {
    await setSubscription()
    const { page } = await open()
    for (const [processed, percent, words] of [
      [3999, '80', null],
      [4000, '80', "You have used 80% of this month's emails."],
      [4750, '95', 'You are almost at your limit.'],
      [5000, '100', 'You have reached your limit.'],
      [5200, '100', 'You have reached your limit.'],
    ] as const) {
      await setUsage(processed)
      await page.reload()
      await expect(meter(page)).toHaveAttribute('value', percent)
      await expect(page.getByText(`${processed.toLocaleString('en-US')} of 5,000`)).toBeVisible()
      if (words === null) await expect(page.getByText(/You have used|your limit\./)).toHaveCount(0)
      else await expect(page.getByText(words)).toBeVisible()
    }
  })
})

test('shows the last months as bars and as a table for screen readers', async () => {
  await setUsage(40)
  await setUsage(1234, 2)
  await setUsage(7, 6)
  const { page } = await open()
  const table = page.getByRole('table', { name: 'Emails by month, oldest first' })
  await expect(table.getByRole('row')).toHaveCount(7)
  const cells = await table.getByRole('cell').allTextContents()
  expect(cells).toEqual(['0', '0', '0', '1,234', '0', '40'])
})

describe('live updates', () => {
  test('the badge and the card follow the server', async () => {
    const { page } = await open()
    await expect(heading(page, 'No Active Subscription')).toBeVisible()
    // The live-event connection is open once an event has arrived.
    await expect
      .poll(async () => {
        await setSubscription()
        await app().ctx.db.asService((tx) => publishLiveEvent(tx, who().userId, { type: 'subscription' }))
        return badgeIn(page).textContent()
      })
      .toBe('Plan: Pro')
    await expect(heading(page, 'Pro')).toBeVisible()
  })

  test('sorts waiting email as far as the limit allows, and keeps the focus when its button disappears', async () => {
    await setSubscription()
    let waiting = 214
    // Selected by request body, because the page repeats the calls after a failure.
    const { page } = await open({
      prepare: (opened) =>
        opened.route(/waiting-mail$/, (route) => {
          const isSort = WaitingMailInput.parse(route.request().postDataJSON()).action === 'sort'
          if (isSort) waiting = 0
          return route.fulfill({ json: isSort ? { started: 120 } : { waiting, room: 120 } })
        }),
    })
    await expect(page.getByText('214 emails wait in your inbox because the monthly limit was reached.')).toBeVisible()
    await expect(page.getByText('There is room for 120 of them this month.')).toBeVisible()
    const button = buttonIn(page, 'Sort the 120 that waited')
    await failCalls(page, /waiting-mail$/, { when: (body) => body.includes('sort') })
    await button.press('Enter')
    await expect(toastIn(page, 'Sorting failed')).toContainText('The emails that waited could not be sorted.')
    await button.press('Enter')
    await expect(toastIn(page, 'Sorting started')).toContainText('120 emails that waited will be sorted now.')
    await expect(button).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('a new month begins at midnight UTC, also on an open page', async () => {
    await setSubscription()
    await setUsage(5000)
    const today = app().clock.now()
    const turn = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))
    let room = 0
    const { page } = await open({
      prepare: async (opened) => {
        await opened.clock.install({ time: new Date(turn.getTime() - 60_000) })
        await opened.route(/waiting-mail$/, (route) => route.fulfill({ json: { waiting: 1, room } }))
      },
    })
    await expect(page.getByText('5,000 of 5,000')).toBeVisible()
    await expect(page.getByText('It can be sorted once there is room again.')).toBeVisible()
    room = 5000
    await page.clock.fastForward('02:00')
    await expect(page.getByText('0 of 5,000', { exact: true })).toBeVisible()
    await expect(page.getByText('You have reached your limit.')).toHaveCount(0)
    await expect(buttonIn(page, 'Sort the 1 that waited')).toBeVisible()
  })

  test('waiting email without room has no button', async () => {
    const { page } = await open({ prepare: (opened) => answerWith(opened, 'waiting-mail', { waiting: 1, room: 0 }) })
    await expect(page.getByText('1 email waits in your inbox because the monthly limit was reached.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Sort the/ })).toHaveCount(0)
  })
})

describe('return from the checkout', () => {
  test('confirms a payment that has arrived and cleans the URL', async () => {
    await setSubscription()
    for (const parameter of ['session_id', 'addon_session_id']) {
      const { page } = await open({ query: `?${parameter}=cs_test_1` })
      await expect(toastIn(page, 'Payment Successful')).toContainText(
        'Your subscription has been updated successfully.',
      )
      await expect(page).toHaveURL(`${app().url}/subscription`)
    }
  })

  test.for([
    ['a plan', 'session_id', null],
    ['add-ons', 'addon_session_id', { pendingUntil: '2026-11-22T08:00:00Z' }],
  ] as const)('polls for a pending payment of %s and confirms it once it arrived', async ([, parameter, before]) => {
    if (before) await setSubscription(before)
    const { page } = await open({ query: `?${parameter}=cs_test_1`, prepare: (opened) => opened.clock.install() })
    await expect(page.getByText('Waiting for your payment to be confirmed...')).toBeVisible()
    await expect(page).toHaveURL(`${app().url}/subscription`)
    if (before) await expect(heading(page, 'Pro')).toBeVisible()
    // It would ask to pay a second time.
    await expect(buttonIn(page, 'Pay Open Invoice')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await setSubscription()
    await page.clock.runFor(2000)
    await expect(toastIn(page, 'Payment Successful')).toBeVisible()
    await expect(badgeIn(page)).toHaveText('Plan: Pro')
    await expect(page.getByText('Waiting for your payment')).toHaveCount(0)
  })

  test('a URL grants and promises nothing; the status can be requested again', async () => {
    const { page } = await open({ query: '?session_id=cs_forged', prepare: (opened) => opened.clock.install() })
    await expect(page.getByText('Waiting for your payment to be confirmed...')).toBeVisible()
    const late = page.getByText('The payment provider has not confirmed the payment yet.')
    await passUntil(late)
    await expect(toastIn(page, 'Payment Successful')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await setSubscription()
    await buttonIn(page, 'Check Again').click()
    await expect(toastIn(page, 'Payment Successful')).toBeVisible()
  })

  test('reports a cancelled checkout', async () => {
    const { page } = await open({ query: '?canceled=true' })
    await expect(toastIn(page, 'Checkout Canceled')).toContainText('You have canceled the checkout process.')
    await expect(page).toHaveURL(`${app().url}/subscription`)
  })
})

describe('data that cannot be read', () => {
  const reads = {
    subscription: /\/rest\/v1\/subscriptions$/,
    usage: /\/rest\/v1\/usage$/,
    plans: /\/rest\/v1\/plans$/,
    booked: /\/rest\/v1\/subscription_addons$/,
    addons: /\/rest\/v1\/addons$/,
  }
  test('shows the message for each failure', async () => {
    await setSubscription()
    const { page } = await open()
    for (const [part, title] of [
      ['subscription', 'Error loading subscription'],
      ['usage', 'Error loading usage data'],
      ['plans', 'Error loading plans'],
      ['booked', 'Error loading subscription add-ons'],
      ['addons', 'Error loading add-ons'],
    ] as const) {
      await page.unrouteAll({ behavior: 'wait' })
      await failCalls(page, reads[part], { status: 400, times: 9 })
      await page.reload()
      await expect(toastIn(page, title).first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
      await expectNoAxeViolations(page)
    }
  })

  test.each([
    ['plans', 'Failed to load subscription plans. Please try again later.'],
    ['addons', 'Failed to load subscription add-ons. Please try again later.'],
  ] as const)('%s with an unexpected shape', async (part, words) => {
    await setSubscription()
    const { page } = await open({
      prepare: async (opened) => {
        await opened.clock.install()
        await opened.route(
          (url) => reads[part].test(url.pathname),
          (route) => route.fulfill({ json: [{ odd: true }] }),
        )
      },
    })
    await expect(heading(page, 'Pro')).toBeVisible()
    // Three automatic retries follow.
    await passUntil(toastIn(page, 'Unexpected error'))
    await expect(toastIn(page, 'Unexpected error')).toContainText(words)
  })

  test('retries the plan in its place', async () => {
    await setSubscription()
    const { page } = await open({
      prepare: (opened) => failCalls(opened, reads.subscription, { status: 400, times: 1 }),
    })
    await expect(heading(page, 'Your plan is not available right now')).toBeVisible()
    await buttonIn(page, 'Try Again').click()
    await expect(heading(page, 'Pro')).toBeVisible()
  })

  test('unreadable months leave the rest', async () => {
    const { page } = await open({
      prepare: async (opened) => {
        await opened.route(/rest\/v1\/usage\?select=month/, (route) =>
          route.fulfill({ status: 400, json: { message: 'no' } }),
        )
      },
    })
    await expect(page.getByRole('heading', { name: 'The months could not be loaded' })).toBeVisible()
    await expect(meter(page)).toBeVisible()
    await page.unrouteAll()
    await buttonIn(page, 'Try Again').click()
    await expect(page.getByRole('heading', { name: 'Nothing to show yet' })).toBeVisible()
  })
})

test('fits each window without layout shift', async () => {
  await setSubscription({ status: 'past_due', addons: { [addonNames.small]: 2 } })
  await setUsage(6500)
  for (const width of [1440, 768, 390]) {
    const { page } = await open({ width, prepare: watchShifts })
    await expect(heading(page, 'Pro')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Emails by month, oldest first' })).toBeAttached()
    await expect(meter(page)).toBeVisible()
    expect(await horizontalOverflow(page)).toBe(0)
    expect(await shiftsOf(page), String(width)).toBeLessThan(0.05)
  }
})
