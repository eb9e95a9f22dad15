import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { newAccount, newAddress } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** Goes from one of our screens to the provider's page by keyboard. */
async function leaveFor(page: Page, provider: string, path = '/auth/login'): Promise<void> {
  await page.goto(app.url + path)
  await page.getByRole('button', { name: `Continue with ${provider}` }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.origin === app.sandbox.url)
}
async function decide(page: Page, label: string, account: string, button: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(account)
  await page.getByRole('button', { name: button, exact: true }).click()
}

describe.each([
  ['Microsoft', 'Account', 'Accept', '/control/outlook/mailboxes', { kind: 'personal' }],
  ['Google', 'Email', 'Continue', '/control/google/accounts', {}],
] as const)('%s', (provider, label, accept, control, kind) => {
  test('signs up a new user and continues to the destination', async () => {
    const email = newAddress()
    await app.control('POST', control, { email, ...kind })
    const { page, complaints } = await browser.open()
    await leaveFor(page, provider, '/subscription')
    await decide(page, label, email, accept)
    await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
    expect(page.url()).toBe(`${app.url}/subscription`)
    await expect(page.getByText('Signed in successfully').first()).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['mailroom.session'])
    expect(complaints).toEqual([])
  })

  test('reports a denial on the login screen', async () => {
    const { page } = await browser.open()
    await leaveFor(page, provider, '/auth/signup')
    await decide(page, label, newAddress(), 'Cancel')
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(
      `You did not finish signing in with ${provider}. Please try again.`,
    )
    await expectNoAxeViolations(page)
  })
})

test('does not sign in to an existing account by an unverified address', async () => {
  const { email } = await newAccount(app)
  await app.control('POST', '/control/google/accounts', { email, emailVerified: false })
  const { page } = await browser.open()
  await leaveFor(page, 'Google')
  await decide(page, 'Email', email, 'Continue')
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(
    'Google has not verified that this email address is yours.',
  )
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('reports a sign-in that cannot start', async () => {
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  const button = page.getByRole('button', { name: 'Continue with Microsoft' })
  await expect(button).toBeVisible()
  await page.route('**/assets/module-*.js', (route) => route.abort())
  await button.click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Login failed' })).toContainText('Please try again later.')
})
