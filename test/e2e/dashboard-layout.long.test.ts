import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { DashboardOverviewOutput } from '../../contract/functions/dashboard-overview.ts'
import { usageMonth } from '../../contract/limits.ts'
import { atEachWidth, expectNoAxeViolations, browserOfFile } from '../kit/browser.ts'
import { busyMonth } from '../kit/busy-month.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfFile } from '../kit/start-app.ts'
import { invoice, trainedMailbox } from '../kit/trained-mailbox.ts'
import { answerCalls, holdCalls } from '../kit/walk.ts'

const app = await appOfFile()
const browser = await browserOfFile()

test('does not shift when data arrives', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ displayName: `Folder ${index}` }))
  const who = await connectedMailbox(app, many)
  for (const [width, path, last] of [
    [1440, '/dashboard', /Need Help/],
    [768, '/dashboard', /Need Help/],
    [390, '/dashboard', /Need Help/],
    [1440, '/dashboard?tab=mailbox', /Email from before you connected/],
    [390, '/dashboard?tab=mailbox', /Email from before you connected/],
    [768, '/dashboard?tab=folders', /No processing logs yet/],
    [390, '/dashboard?tab=folders', /No processing logs yet/],
  ] as const) {
    let release = (): void => undefined
    const prepare = async (page: Page): Promise<void> => {
      await watchShifts(page)
      release = await holdCalls(page, /^\/(rest|functions)\/v1\//)
    }
    const { page } = await openAs(browser, app, who, path, { width, prepare })
    await expect(page.getByText('Loading mailboxes...').first()).toBeVisible()
    release()
    await expect(page.getByText(last)).toBeVisible()
    expect(await shiftsOf(page), `${path} at ${width}`).toBeLessThan(0.01)
  }
})

test('does not shift when the code of a tab arrives after the data', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  let release = (): void => undefined
  const prepare = async (page: Page): Promise<void> => {
    await watchShifts(page)
    release = await holdCalls(page, /\/assets\/mailbox-tab-.*\.js$/)
  }
  const { page } = await openAs(browser, app, who, '/dashboard', { width: 390, prepare })
  await page.goto(`${app.url}/dashboard?tab=mailbox`, { waitUntil: 'commit' })
  await expect(page.getByRole('banner').getByRole('button', { name: /^Mailbox: / })).toBeVisible()
  release()
  await expect(page.getByText(/^Email from before you connected/)).toBeVisible()
  expect(await shiftsOf(page)).toBe(0)
})

test('shows a busy month at three widths without truncation, and a table with the values of the bars', async () => {
  const who = await connectedMailbox(app)
  const prepare = (page: Page): Promise<void> =>
    answerCalls(page, /dashboard-overview$/, DashboardOverviewOutput, busyMonth(who.mailboxId))
  const { page } = await openAs(browser, app, who, '/dashboard', { prepare })
  await expect(page.getByRole('heading', { name: 'Last 30 Days' })).toBeVisible()
  await atEachWidth(page, async (width) => expect(await horizontalOverflow(page), String(width)).toBeLessThanOrEqual(0))
  await page.getByText('Show as a table').press('Enter')
  const row = page.getByRole('row', { name: 'Mar 13' })
  await atEachWidth(page, async () => {
    await expect(row.getByRole('cell')).toHaveText(['15', '0', '2'])
    await expectNoAxeViolations(page)
  })
})

test('the settings of a mailbox fit a phone', async () => {
  const who = await connectedMailbox(app)
  const { page } = await openAs(browser, app, who, '/dashboard?tab=mailbox', { width: 390 })
  await page.getByRole('button', { name: /^Settings: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Mailbox Settings' })
  await expect(dialog.getByRole('button', { name: 'Save Settings' })).toBeInViewport()
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)
})

test('sorting existing email fits a phone, before the start and at the limit', async () => {
  // A new month during the test would reset the usage.
  using _still = app.clock.stop()
  const who = await trainedMailbox(app)
  await app.ctx.db.asService(async (tx) => {
    await tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', who.mailboxId).execute()
    const values = { user_id: who.user.userId, month: usageMonth(app.clock.now()), emails_processed: 98 }
    await tx.insertInto('usage').values(values).execute()
  })
  for (let n = 1; n <= 5; n++) await who.deliver(invoice(`old ${n}`))
  const { page } = await openAs(browser, app, who, '/dashboard?tab=mailbox', { width: 390 })
  await page.getByRole('button', { name: 'Sort Existing Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sort Existing Email' })
  await expect(dialog).toContainText('has room for 2 more. Sorting stops exactly there: 3 emails may remain')
  expect(await horizontalOverflow(page)).toBe(0)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Start Sorting' }).click()
  await expect(page.getByRole('heading', { name: 'Existing Email Sorting' })).toBeVisible()
  await app.runDueJobs()
  await expect(page.getByRole('heading', { name: 'Existing Email Stopped at the limit' })).toBeVisible()
  expect(await horizontalOverflow(page)).toBe(0)
  await expectNoAxeViolations(page)
})
