import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { firstVisitScripts } from '../kit/built-scripts.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfFile } from '../kit/start-app.ts'

/** Milliseconds after which downloads no longer count as part of opening the page. */
const openingMs = 2500

const app = await appOfFile({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

/** Names of the scripts that a first visit loads, including prefetches. */
async function loadedScripts(path: string, whole: (page: Page) => Promise<void>): Promise<Set<string>> {
  const { page } = await browser.open({ firstVisit: true })
  await signedIn(page, app.url, { email: robin.user.email, password: 'correct horse battery' })
  await page.clock.install()
  const names = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') names.add(new URL(request.url()).pathname.replace('/assets/', ''))
  })
  await page.goto(app.url + path)
  await whole(page)
  // Toasts load last on every page.
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached()
  await page.clock.runFor(openingMs)
  return names
}

const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

test.each<[string, (page: Page) => Promise<void>]>([
  ['/dashboard', (page) => expect(page.getByRole('progressbar', { name: 'Emails this month' })).toBeVisible()],
  ['/dashboard?tab=mailbox', (page) => expect(page.getByRole('main').getByText(robin.email).first()).toBeVisible()],
  ['/dashboard?tab=folders', (page) => expect(page.getByRole('switch', { name: 'Active: Invoices' })).toBeVisible()],
  ['/history', heading('Processing History')],
  ['/review', heading('Review')],
  ['/tidy-up', heading('Tidy Up')],
  ['/account', (page) => expect(page.getByRole('button', { name: 'Update Email Address' })).toBeVisible()],
  ['/connections', heading('Connections')],
  ['/subscription', heading('Subscription')],
  ['/help', heading('Documentation')],
])('opening %s loads the scripts that the budget counts', async (path, whole) => {
  expect([...(await loadedScripts(path, whole))].toSorted()).toEqual([...firstVisitScripts(path).keys()].toSorted())
})
