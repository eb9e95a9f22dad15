import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { usageMonth } from '../../contract/limits.ts'
import { failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { invoice, trainedMailbox } from '../kit/trained-mailbox.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

/** Sorts the email that was in the inbox before the mailbox was connected. */

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
/** Delivers invoices without change notifications. */
beforeEach(async () => {
  robin = await trainedMailbox(app)
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', robin.mailboxId).execute(),
  )
})
const lying = async (count: number, series: string): Promise<void> => {
  for (let n = 1; n <= count; n++) await robin.deliver(invoice(`${series} ${n}`))
}
const setRoom = (room: number) =>
  app.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({
        user_id: robin.user.userId,
        month: usageMonth(app.clock.now()),
        emails_processed: 100 - room,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed: 100 - room }))
      .execute(),
  )
const inInbox = async (): Promise<number> => (await robin.inOutlook())['Inbox']?.length ?? 0
const opener = (page: Page) => page.getByRole('button', { name: 'Sort Existing Email' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sort Existing Email' })
const startButton = (page: Page) => dialog(page).getByRole('button', { name: 'Start Sorting' })
const card = (page: Page, state: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: `Existing Email ${state}`, exact: true }) })

test('by keyboard: estimated, started, paused, resumed in another window, done', async () => {
  await lying(3, 'old')
  await robin.deliver({ from: 'q@unknown.example', subject: 'Zzyzx' })
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=mailbox')
  // Enabled once it is known that no run is active; a key press does not wait for that.
  await expect(opener(page)).toBeEnabled()
  await opener(page).press('Enter')
  await expect(dialog(page)).toContainText('At most 4 emails')
  await expect(dialog(page)).toContainText('Less than a minute')
  await expect(dialog(page).getByLabel('The last 30 days')).toBeFocused()
  await expect(dialog(page)).toContainText('At most 4 of the 100 that are left this month')
  await expect(dialog(page)).toContainText('Automated actions do not run for existing email.')
  await dialog(page).getByRole('radio', { name: 'The last 30 days' }).press('ArrowDown')
  await expect(dialog(page).getByRole('radio', { name: 'The last 90 days' })).toBeChecked()
  // Enabled once the preview is loaded.
  await expect(startButton(page)).toBeEnabled()
  await startButton(page).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'Sorting')).toContainText('0 of 4 emails')
  await expect(page.locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(card(page, 'Paused')).toContainText('4 emails left. Nothing is sorted until you resume.')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()

  const { page: other } = await openAs(browser, app, robin, '/dashboard?tab=mailbox')
  await expect(card(other, 'Paused')).toBeVisible()
  await other.getByRole('button', { name: 'Resume' }).click()
  await expect(card(page, 'Sorting').getByRole('progressbar')).toBeVisible()
  await app.runDueJobs()
  for (const each of [page, other]) {
    await expect(card(each, 'Done').getByRole('definition')).toHaveText(['3', '1', '0'])
    await expect(opener(each)).toBeVisible()
  }
  expect(await inInbox()).toBe(1)
  // New email is not sorted yet.
  await expect(page.getByRole('region', { name: "Let's Get Started" })).toContainText('3 of 4 done')
  await card(page, 'Done').getByRole('button', { name: 'Undo…' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Undo Sorting Existing Email' })).toContainText('3')
  await page.keyboard.press('Escape')
  await card(page, 'Done').getByRole('link', { name: 'See them in the history' }).click()
  await expect(page.getByRole('heading', { name: '4 emails' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('explains failures and the limit, loses nothing, and can be canceled', async () => {
  await lying(1, 'old')
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=mailbox')
  await failCalls(page, /sort-existing/, {
    status: 409,
    code: 'mailbox_reauth_required',
    message: 'Please reconnect the mailbox: Microsoft no longer accepts our sign-in.',
    when: (body) => body.includes('estimate'),
  })
  await opener(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Please reconnect the mailbox')
  await expect(startButton(page)).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog(page)).toContainText('At most 1 email')
  await failCalls(page, /sort-existing/, {
    status: 503,
    code: 'outlook_busy',
    message: 'Outlook asks us to wait. Please try again in a moment.',
    when: (body) => body.includes('start'),
  })
  await startButton(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Nothing was started: Outlook asks us to wait. Please try again in a moment.',
  )
  // Meanwhile the user starts a run in another window.
  await robin.call('sort-existing', { action: 'start', mailboxId: robin.mailboxId, lastDays: 7 })
  await startButton(page).click()
  await expect(toastIn(page, 'Sorting is under way')).toContainText(
    'Existing email of this mailbox is being sorted already.',
  )
  await expect(card(page, 'Sorting')).toBeVisible()
  await failCalls(page, /sort-existing/, {
    status: 409,
    code: 'backfill_not_open',
    message: 'This has ended already, or was changed in another window. Please reload the page.',
    when: (body) => body.includes('pause'),
  })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(toastIn(page, 'Pause failed')).toContainText('This has ended already')
  await app.runDueJobs()
  await expect(card(page, 'Done')).toBeVisible()

  // The limit, before and after. A new month would reset the usage.
  using _still = app.clock.stop()
  await lying(5, 'further')
  await setRoom(2)
  await opener(page).click()
  await expect(dialog(page)).toContainText('has room for 2 more. Sorting stops exactly there: 3 emails may remain')
  await expect(dialog(page).getByRole('link', { name: 'See your plan' })).toBeVisible()
  await startButton(page).click()
  await expect(card(page, 'Sorting')).toBeVisible()
  await app.runDueJobs()
  await expect(card(page, 'Stopped at the limit')).toContainText('3 emails remain in the inbox.')
  await expect(card(page, 'Stopped at the limit').getByRole('link', { name: 'See your plan' })).toBeVisible()
  expect(await inInbox()).toBe(3)

  await setRoom(50)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(card(page, 'Sorting')).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel Sorting' })
  const question = page.getByRole('alertdialog', { name: 'Cancel sorting existing email?' })
  await cancel.click()
  await question.getByRole('button', { name: 'Continue Sorting' }).click()
  await expect(cancel).toBeFocused()
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel Sorting' }).click()
  await expect(question).toHaveCount(0)
  await expect(card(page, 'Canceled')).toContainText('What was sorted stays sorted.')
  await app.runDueJobs()
  expect(await inInbox()).toBe(3)
})
