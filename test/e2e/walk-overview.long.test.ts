import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { DashboardOverviewOutput } from '../../contract/functions/dashboard-overview.ts'
import { browserOfFile } from '../kit/browser.ts'
import { busyMonth } from '../kit/busy-month.ts'
import { openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { invoice, trainedMailbox, sortedMails } from '../kit/trained-mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { answerCalls, holdCalls } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('counts real email live, and shows a busy month without shift', async () => {
  const who = await trainedMailbox(app)
  await who.deliver(invoice(100))
  await sortedMails(app, who, 1)
  const { page } = await openAs(browser, app, who, '/dashboard')
  const byFolder = page.locator('section').filter({ has: page.getByRole('heading', { name: 'By Folder' }) })
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name })
  await expect(figure('Sorted for you')).toContainText('1')
  await expect(figure('Time saved')).toContainText('An estimate: 30 seconds for each sorted email')
  await expect(page.getByText(/^Emails per day since [A-Z][a-z]+ \d+: 1 sorted/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invoices', exact: true })).toBeVisible()
  await expect(page.getByText('This week: 1 learned from your filing.')).toBeVisible()
  await who.deliver(invoice(101))
  await sortedMails(app, who, 2)
  // Not with a clock of the page: the stream of live events would time out, and everything would be read again.
  await expect(page.getByText(/^Emails per day since [A-Z][a-z]+ \d+: 2 sorted/)).toBeVisible()
  // A letter slides into the count of its folder, unless the user prefers reduced motion, as here.
  const letter = byFolder.getByRole('listitem').filter({ hasText: 'Invoices' }).locator('svg')
  await expect(letter).toBeHidden()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(letter).toHaveCSS('animation-name', 'deliver')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page).toHaveURL(/\/history\?mailbox=.+&folder=/)

  await watchShifts(page)
  await answerCalls(page, /dashboard-overview$/, DashboardOverviewOutput, busyMonth(who.mailboxId))
  const release = await holdCalls(page, /dashboard-overview$/)
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByText('Loading the overview...')).toBeAttached()
  const before = await shiftsOf(page)
  release()
  await expect(page.getByText('Review Them')).toBeVisible()
  expect((await shiftsOf(page)) - before).toBeLessThan(0.05)
  await expect(page.getByRole('heading', { name: 'Last 30 Days' })).toBeVisible()
  await expect(page.getByText("You have used 85% of this month's emails.")).toBeVisible()
  await page.getByText('Show as a table').press('Enter')
  await expect(page.getByRole('row', { name: 'Mar 13' }).getByRole('cell')).toHaveText(['15', '0', '2'])
  await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/subscription')
  await page.getByRole('link', { name: 'Review Them' }).click()
  await expect(page).toHaveURL(`${app.url}/review`)
})
