import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import type { DashboardOverviewOutput } from '../../contract/functions/dashboard-overview.ts'
import { overviewDays } from '../../contract/limits.ts'
import { atEachWidth, expectNoAxeViolations, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { invoice, trainedMailbox, sortedMails } from '../kit/trained-mailbox.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox
const password = 'correct horse battery'

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function open(who: ConnectedMailbox, { prepare }: { prepare?: (page: Page) => Promise<unknown> } = {}) {
  const opened = await browser.open()
  await signedIn(opened.page, app.url, { email: who.user.email, password })
  await prepare?.(opened.page)
  await opened.page.goto(`${app.url}/dashboard`)
  return opened
}

/** The overview of a user with a busy month. */
function busyMonth(): DashboardOverviewOutput {
  const days = Array.from({ length: overviewDays }, (_, at) => ({
    day: new Date(Date.UTC(2026, 2, 1 + at)).toISOString().slice(0, 10),
    sorted: (at * 7) % 23,
    left: at % 4,
    failed: at === 12 ? 2 : 0,
  }))
  const sorted = days.reduce((sum, day) => sum + day.sorted, 0)
  const left = days.reduce((sum, day) => sum + day.left, 0)
  const named = (name: string, mails: number) => ({
    folderId: crypto.randomUUID(),
    mailboxId: robin.mailboxId,
    name,
    sorted: mails,
  })
  return {
    days,
    totals: { sorted, left, failed: 2 },
    folders: [named('Invoices', 120), named('A folder whose name is much longer than there is room for it', 60)],
    otherFolders: sorted - 180,
    decidedBy: { condition: 0, classifier: sorted - 40, correction: 30, model: 0, user: 10 },
    week: { instructions: 12, learning: 40, model: 3, user: 2 },
    modelUsage: { calls: 2, mails: 11, conflicts: 4, tokens: 5200 },
    askedModel: 45,
    unsure: 7,
    minutesSaved: Math.round(sorted / 2),
    usage: { month: '2026-03-01', processed: 85, limit: 100 },
  }
}

const answer = (page: Page, month: DashboardOverviewOutput) =>
  page.route('**/functions/v1/dashboard-overview', (route) => route.fulfill({ json: month }))

test('counts real email, and updates live', async () => {
  const who = await trainedMailbox(app)
  await who.deliver(invoice(100))
  await sortedMails(app, who, 1)
  const { page, complaints } = await open(who)
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name })
  await expect(figure('Sorted for you')).toContainText('1')
  await expect(figure('Time saved')).toContainText('An estimate: 30 seconds for each sorted email')
  await expect(page.getByText(/^Emails per day since [A-Z][a-z]+ \d+: 1 sorted/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invoices', exact: true })).toBeVisible()
  await expect(page.getByText('The sorter', { exact: true })).toBeVisible()

  await who.deliver(invoice(101))
  await expect(page.getByText(/^Emails per day since [A-Z][a-z]+ \d+: 2 sorted/)).toBeVisible()
  // A letter slides into the count of its folder, unless the user prefers reduced motion, as here.
  const letter = page.getByRole('listitem').filter({ hasText: 'Invoices' }).locator('svg')
  await expect(letter).toBeHidden()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(letter).toHaveCSS('animation-name', 'deliver')
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page).toHaveURL(/\/history\?mailbox=.+&folder=/)
  expect(complaints).toEqual([])
})

test('shows a busy month at three widths without truncation, and a table with the values of the bars', async () => {
  const { page } = await open(robin, { prepare: (page) => answer(page, busyMonth()) })
  await expect(page.getByRole('heading', { name: 'Last 30 Days' })).toBeVisible()
  await expect(page.getByText("You have used 85% of this month's emails.")).toBeVisible()
  await atEachWidth(page, async (width) => expect(await horizontalOverflow(page), String(width)).toBeLessThanOrEqual(0))
  await page.getByText('Show as a table').press('Enter')
  const row = page.getByRole('row', { name: 'Mar 13' })
  await atEachWidth(page, async () => {
    await expect(row.getByRole('cell')).toHaveText(['15', '0', '2'])
    await expectNoAxeViolations(page)
  })
})

test('links unsure emails to the review, and the usage to the plan', async () => {
  const { page } = await open(robin, { prepare: (page) => answer(page, busyMonth()) })
  await expect(page.getByRole('link', { name: 'See your plan' })).toHaveAttribute('href', '/subscription')
  await page.getByRole('link', { name: 'Review Them' }).click()
  await expect(page).toHaveURL(`${app.url}/review`)
})

test('shows the first steps instead of empty statistics', async () => {
  const { page } = await open(robin)
  await expect(page.getByRole('heading', { name: "Let's Get Started" })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Emails this month' })).toBeVisible()
  await expect(page.getByText('No instructions yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Last 30 Days' })).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('reserves space while loading, and reports failures with a retry', async () => {
  const gate = Promise.withResolvers<void>()
  let broken = true
  const { page } = await open(robin, {
    prepare: (page) =>
      page.route('**/functions/v1/dashboard-overview', async (route) => {
        await gate.promise
        await (broken ? route.fulfill({ status: 400, json: {} }) : route.continue())
      }),
  })
  await expect(page.getByText('Loading the overview...')).toBeAttached()
  await expectNoAxeViolations(page)
  gate.resolve()
  await expect(page.getByRole('heading', { name: 'The overview could not be loaded' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Need Help' })).toBeVisible()
  await expectNoAxeViolations(page)
  broken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Emails this month' })).toBeVisible()
})

test('does not shift when a busy month arrives', async () => {
  const gate = Promise.withResolvers<void>()
  const { page } = await open(robin, {
    prepare: async (page) => {
      await watchShifts(page)
      await page.route('**/functions/v1/dashboard-overview', async (route) => {
        await gate.promise
        await route.fulfill({ json: busyMonth() })
      })
    },
  })
  await expect(page.getByText('Loading the overview...')).toBeAttached()
  const before = await shiftsOf(page)
  gate.resolve()
  await expect(page.getByText('Review Them')).toBeVisible()
  expect((await shiftsOf(page)) - before).toBeLessThan(0.05)
})
