import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { failCalls, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { fillLogin, newAccount } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const refreshPath = /\/auth\/v1\/token/

/** Response statuses of this page's token refreshes. */
function refreshesOf(page: Page): number[] {
  const seen: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('grant_type=refresh_token')) seen.push(response.status())
  })
  return seen
}

/** Makes the stored session expire in this many seconds. */
const expireIn = (page: Page, seconds: number): Promise<void> =>
  page.evaluate((left) => {
    const session = JSON.parse(localStorage.getItem('mailroom.session') ?? '{}')
    session.expires_at = Math.round(Date.now() / 1000) + left
    localStorage.setItem('mailroom.session', JSON.stringify(session))
  }, seconds)
const refreshToken = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('mailroom.session') ?? '{}').refresh_token)

const openDashboard = async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, await newAccount(app))
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  return page
}

test('refreshes tokens of an open page before they expire', async () => {
  const { page } = await browser.open()
  await page.clock.install()
  await signedIn(page, app.url, await newAccount(app))
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  const refreshes = refreshesOf(page)
  const before = await refreshToken(page)
  await page.clock.runFor('30:00')
  expect(refreshes).toEqual([])
  await app.advance('59 min')
  await page.clock.runFor('29:00')
  await expect.poll(() => refreshes).toEqual([200])
  await expect.poll(() => refreshToken(page)).not.toBe(before)
})

test('retries a gateway error and keeps the user signed in', async () => {
  const page = await openDashboard()
  const refreshes = refreshesOf(page)
  await failCalls(page, refreshPath, { status: 503, times: 2 })
  await expireIn(page, 20)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expect.poll(() => refreshes).toEqual([503, 503, 200])
})

test('keeps both tabs signed in when they refresh at once', async () => {
  const first = await openDashboard()
  const second = await first.context().newPage()
  await second.goto(`${app.url}/account`)
  await expect(second.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  const refreshes = [refreshesOf(first), refreshesOf(second)]
  const gate = Promise.withResolvers<void>()
  for (const page of [first, second])
    await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
      await gate.promise
      await route.continue()
    })
  await expireIn(first, 20)
  const refreshRequests = [first, second].map((page) => page.waitForRequest(/grant_type=refresh_token/))
  await Promise.all([first.reload({ waitUntil: 'commit' }), second.reload({ waitUntil: 'commit' })])
  await Promise.all(refreshRequests)
  gate.resolve()
  await expect.poll(() => refreshes).toEqual([[200], [200]])
  await expect(first.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  // The stored refresh token is the valid one of its family.
  await expireIn(first, 20)
  await first.reload()
  await expect(first.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expect.poll(() => refreshes[0]?.at(-1)).toBe(200)
})

test('reports an expired session once, signs out, and returns to the same page after the sign-in', async () => {
  const { page } = await browser.open()
  const account = await newAccount(app)
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/subscription`)
  await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('mailroom.session') ?? '{}')
    localStorage.setItem(
      'mailroom.session',
      JSON.stringify({ ...session, expires_at: 1, refresh_token: 'abcdefghijkl' }),
    )
  })
  await page.reload()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  const toast = page.getByRole('listitem').filter({ hasText: 'Your session has ended' })
  await expect(toast).toContainText('Please sign in again.')
  await expect(toast).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
})

// The first page asks the auth client for the user; the second does not.
test.each([
  ['/account', 'Account Settings'],
  ['/subscription', 'Subscription'],
])('signing out in one tab signs out the other with a message (%s)', async (path, heading) => {
  const first = await openDashboard()
  const second = await first.context().newPage()
  await second.goto(app.url + path)
  await expect(second.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  // Waited for from the start: on a busy machine the toast is gone before both pages have changed.
  const toast = second.getByRole('listitem').filter({ hasText: 'Your session has ended' })
  await Promise.all([
    expect(toast).toContainText('Please sign in again.'),
    first.getByRole('button', { name: 'Sign Out' }).click(),
  ])
  await expect(first).toHaveURL(`${app.url}/auth/login`)
  await expect(second).toHaveURL(`${app.url}/auth/login`)
  await expect(first.getByText('Your session has ended')).toHaveCount(0)
  expect(await first.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('notices on the return from the back/forward cache that the user has signed out meanwhile', async () => {
  const page = await openDashboard()
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL(`${app.url}/auth/login`)
})

test('stores only the session and the selected mailbox in the browser', async () => {
  const page = await openDashboard()
  const storageKeys = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
  expect(storageKeys).toEqual([['mailroom.session'], ['planted']])
  expect(await page.context().cookies()).toEqual([])
})
