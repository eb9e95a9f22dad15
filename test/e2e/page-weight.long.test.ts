import { expect } from '../kit/expect.ts'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'

/** Maximum gzipped bytes of JavaScript for a first visit to a page (docs/decisions/020-page.md). */
const budget = 183_000
/** Milliseconds after which downloads no longer count as part of opening the page. */
const openingMs = 2500

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** The scripts that a first visit downloads, including prefetches, by name: gzipped bytes. */
async function scriptsOf(path: string, whole: (page: Page) => Promise<void>): Promise<Map<string, number>> {
  const { page } = await browser.open({ firstVisit: true })
  await signedIn(page, app.url, { email: robin.user.email, password: 'correct horse battery' })
  await page.clock.install()
  const requestedUrls = new Set<string>()
  const sizes = new Map<string, number>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requestedUrls.add(request.url())
  })
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return
    const body = await (await request.response())?.body()
    if (body) sizes.set(request.url(), gzipSync(body, { level: 9 }).length)
  })
  await page.goto(app.url + path)
  await whole(page)
  // Toasts load last on every page.
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached()
  await page.clock.runFor(openingMs)
  await expect.poll(() => [...requestedUrls].filter((url) => !sizes.has(url))).toEqual([])
  await page.context().close()
  return sizes
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
])('opening %s stays within the JavaScript budget', async (path, whole) => {
  const sizes = await scriptsOf(path, whole)
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const largest = [...sizes].toSorted(([, a], [, b]) => b - a).map(([url, size]) => `${size} ${new URL(url).pathname}`)
  expect(bytes).toBeGreaterThan(80_000)
  expect(bytes, largest.join('\n')).toBeLessThan(budget)
})
