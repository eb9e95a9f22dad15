import { publishLiveEvent } from '../../../server/db/live-events.ts'
import { failCalls, type TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { passUntil } from '../page-clock.ts'
import type { App } from '../start-app.ts'
import { answerWith, buttonIn, openSubscription } from '../subscription-page.ts'
import { addonNames, setSubscription, setUsage, type SubscriptionState } from '../subscriptions.ts'
import { newAccount } from '../visitors.ts'
import type { Look } from './look.ts'

const preview = { dueNow: 1234, credit: 0, monthly: 2900, prorationDate: 1_795_000_000 }

/** The plan in each of its states, and its dialogs. */
export async function lookAtSubscription(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const who = await newAccount(app)
  await setUsage(app, who.userId, 40)
  await setUsage(app, who.userId, 1234, 2)
  const { page } = await openSubscription(browser, app, who, { width: 1440 })
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  /** Changes the plan on the server; the page follows. */
  const become = async (state: SubscriptionState, shown: string): Promise<void> => {
    await setSubscription(app, who.userId, state)
    const isShown = async (): Promise<boolean> => {
      await app.ctx.db.asService((tx) => publishLiveEvent(tx, who.userId, { type: 'subscription' }))
      return main.getByText(shown).first().isVisible()
    }
    await expect.poll(isShown).toBe(true)
  }
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Emails by month, oldest first' })).toBeAttached()
  await look(page)
  await setUsage(app, who.userId, 3800)
  for (const [status, shown] of [
    ['trialing', 'Your trial ends on'],
    ['past_due', 'Your last payment failed.'],
    ['incomplete', 'Your first payment was not completed'],
    ['canceled', 'This subscription ended on'],
    ['inactive', 'This subscription is not active.'],
  ] as const) {
    await become({ status }, shown)
    await look(page, main)
  }
  await become({ ends: true, pendingUntil: '2026-11-22T08:00:00Z' }, 'Your subscription ends on')
  await look(page, main)
  await setUsage(app, who.userId, 6900)
  await become({ addons: { [addonNames.small]: 2 } }, '7,000 emails per month')
  await expect(page.getByText('You are almost at your limit.')).toBeVisible()
  await look(page)
  const name = 'Sold once'
  await app.ctx.db.asService((tx) =>
    tx.insertInto('addons').values({ name, price_monthly: 700, email_limit: 1500, is_active: false }).execute(),
  )
  await become({ addons: { [addonNames.small]: 2, [name]: 1 } }, '8,500 emails per month')
  await expect(page.getByText("You have used 81% of this month's emails.")).toBeVisible()
  await look(page, main)

  await answerWith(page, 'manage-addons', { preview })
  await buttonIn(page, 'Manage Email Add-ons').click()
  await buttonIn(page, `One more: ${addonNames.large}`).click()
  await expect(dialog).toContainText('$12.34')
  await look(page, dialog)
  await page.keyboard.press('Escape')
  await answerWith(page, 'create-checkout', { preview })
  await buttonIn(page, 'Change Plan').click()
  await dialog.getByRole('radio', { name: 'Business' }).click()
  await look(page, dialog)
  await dialog.locator('[type=submit]').click()
  await expect(question).toContainText('$12.34')
  await look(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('radio', { name: 'Free' }).click()
  await dialog.locator('[type=submit]').click()
  await expect(question).toContainText('Your Pro plan and its add-ons end immediately.')
  await look(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
}

/** Return from the checkout before the payment is known, and data that cannot be read. */
export async function lookAtPayment(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const who = await newAccount(app)
  const { page } = await openSubscription(browser, app, who, {
    width: 1440,
    query: '?session_id=cs_1',
    prepare: (opened) => opened.clock.install(),
  })
  await expect(page.getByText('Waiting for your payment to be confirmed...')).toBeVisible()
  await look(page)
  await passUntil(page.getByText('The payment provider has not confirmed the payment yet.'))
  await look(page, page.getByRole('main'))
  await setSubscription(app, who.userId)
  for (const table of ['subscriptions', 'usage'])
    await failCalls(page, new RegExp(`/rest/v1/${table}$`), { status: 400, times: 9 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your plan is not available right now' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The months could not be loaded' })).toBeVisible()
  await look(page)
}
