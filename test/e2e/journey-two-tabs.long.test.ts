import { afterAll, beforeAll, test } from 'vitest'
import { failCalls, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { expireIn, refreshesOf } from '../kit/shared-session.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { newAccount } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('a refresh survives a gateway error; a tab that has loaded the auth client ends with the session', async () => {
  const { page: first } = await browser.open()
  await signedIn(first, app.url, await newAccount(app))
  await first.goto(`${app.url}/dashboard`)
  const overview = first.getByRole('tab', { name: 'Overview' })
  await expect(overview).toBeVisible()
  const second = await first.context().newPage()
  const refreshes = [refreshesOf(first), refreshesOf(second)]
  // Loading a page with a session that is about to expire loads the auth client.
  await expireIn(app, first, 20)
  await second.goto(`${app.url}/account`)
  await expect(second.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await expect.poll(() => refreshes[1]).toEqual([200])

  await failCalls(first, /\/auth\/v1\/token/, { status: 503, times: 2 })
  await expireIn(app, first, 20)
  await first.reload()
  await expect(overview).toBeVisible()
  await expect.poll(() => refreshes[0]).toEqual([503, 503, 200])

  // Waited for from the start: the toasts of a second tab do not stay.
  await Promise.all([
    expect(second.getByRole('listitem').filter({ hasText: 'Your session has ended' })).toContainText(
      'Please sign in again.',
    ),
    first.getByRole('button', { name: 'Sign Out' }).click(),
  ])
  for (const page of [first, second]) await expect(page).toHaveURL(`${app.url}/auth/login`)
})
