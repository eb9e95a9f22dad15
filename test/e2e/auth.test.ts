import { expect } from '../kit/expect.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { openProduct, signInOrUp } from '../../scripts/lib/product-client.ts'
import {
  expectNoAxeViolations,
  failCalls,
  launchBrowser,
  openAuthPage,
  signedIn,
  type TestBrowser,
} from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
const password = 'correct horse battery'
const newEmail = (): string => `${randomBytes(5).toString('hex')}@people.example`

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const newAccount = async (): Promise<{ email: string; password: string }> => {
  const email = newEmail()
  await signInOrUp(await openProduct(app.url), email, password)
  return { email, password }
}

test('/, /auth and unknown screens lead to the login screen', async () => {
  const { page } = await browser.open()
  for (const address of ['/', '/auth', '/auth/nonsense']) {
    await page.goto(app.url + address)
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  }
})

test("shows the login screen's texts and is accessible in light and dark", async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, complaints } = await browser.open({ colorScheme })
    await openAuthPage(page, `${app.url}/auth/login`)
    await expect(page.getByText('Organize your inbox with AI')).toBeVisible()
    await expect(page.getByText('Let Mailroom sort and organize your emails automatically using AI')).toBeVisible()
    await expect(page).toHaveTitle('Welcome to Mailroom · Mailroom')
    await expectNoAxeViolations(page)
    expect(complaints).toEqual([])
  }
})

test('shows and hides a password', async () => {
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('secret')
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('signs up by keyboard alone and ends on the dashboard', async () => {
  const { page, complaints } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(newEmail())
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  // Skips the button that shows the password.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(page).toHaveTitle('Dashboard · Mailroom')
  expect(complaints).toEqual([])
})

test('refuses differing passwords before any request', async () => {
  const { page } = await browser.open()
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await openAuthPage(page, `${app.url}/auth/signup`)
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(`${password}!`)
  await page.getByRole('button', { name: 'Create Account' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: "Passwords don't match" })
  await expect(toast).toContainText('Please ensure both passwords match.')
  await expectNoAxeViolations(page)
  expect(sent).not.toContain('/auth/v1/signup')
})

test('refuses a short password in the form', async () => {
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('seven77')
  expect(await field.evaluate((input) => input instanceof HTMLInputElement && input.minLength)).toBe(8)
})

test("shows the service's message for a taken address", async () => {
  const { email } = await newAccount()
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sign up failed' })).toContainText(
    'User already registered',
  )
})

test("shows the service's message for a wrong password, and its own for a broken service", async () => {
  const { email } = await newAccount()
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign In' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Login failed' })
  await expect(toast).toContainText('Invalid login credentials')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toHaveCount(0)

  await failCalls(page, /\/auth\/v1\/token/, { status: 500, times: 1 })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast).toContainText('Please check your credentials and try again.')
})

test('keeps the focus on the pressed button after a refusal', async () => {
  const { email } = await newAccount()
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  const button = page.getByRole('button', { name: 'Sign In' })
  await button.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Login failed' })).toBeVisible()
  await expect(button).toBeEnabled()
  await expect(button).toBeFocused()
})

test('carries the typed address to the other screens and back', async () => {
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  const email = page.getByLabel('Email')
  await email.fill('somebody@example.com')
  for (const [link, title] of [
    ['Forgot password?', 'Forgot password?'],
    ['Back to sign in', 'Welcome to Mailroom'],
    ['Sign up', 'Create an account'],
    ['Sign in', 'Welcome to Mailroom'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(email).toHaveValue('somebody@example.com')
  }
})

test('shows progress on the button and ignores a second click', async () => {
  const { email } = await newAccount()
  const { page } = await browser.open()
  const gate = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/auth/v1/token?grant_type=password', async (route) => {
    calls += 1
    await gate.promise
    await route.continue()
  })
  await openAuthPage(page, `${app.url}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Signing in...' }).press('Enter')
  expect(calls).toBe(1)
  gate.resolve()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('shows progress while signing up', async () => {
  const { page } = await browser.open()
  const gate = Promise.withResolvers<void>()
  await page.route('**/auth/v1/signup*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await openAuthPage(page, `${app.url}/auth/signup`)
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
  gate.resolve()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('continues to the page that was requested before signing in', async () => {
  const { email } = await newAccount()
  const { page } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/subscription`)
})

test('follows a sign-in in another tab to the requested page', async () => {
  const account = await newAccount()
  const { page } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  // The code that is loaded while the user types listens to other tabs.
  const ready = page.waitForResponse(/\/assets\/.*\.js$/)
  await page.getByLabel('Email').focus()
  await ready
  const other = await page.context().newPage()
  await openAuthPage(other, `${app.url}/auth/login`)
  await other.getByLabel('Email').fill(account.email)
  await other.getByLabel('Password', { exact: true }).fill(account.password)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
})

test('confirms signing out, returns to the login screen and clears the browser', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, await newAccount())
  await page.goto(`${app.url}/dashboard`)
  const answered = page.waitForResponse(/\/auth\/v1\/logout/)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  expect((await answered).status()).toBe(204)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await expect(page.getByText('Signed out successfully').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goto(`${app.url}/account`)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
})

test('keeps the session and says so when signing out fails', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, await newAccount())
  await page.goto(`${app.url}/dashboard`)
  await failCalls(page, /\/auth\/v1\/logout/, { status: 500 })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sign out failed' })).toContainText(
    'Please try again later.',
  )
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('ends a session on the page that the server no longer knows', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, await newAccount())
  await page.goto(`${app.url}/account`)
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  // Only this call: others are still under way, or are repeated on a slow machine.
  await failCalls(page, /\/functions\/v1\/mail-authentication$/, {
    status: 401,
    code: 'session_ended',
    message: 'Your session has ended.',
  })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Your session has ended' })).toContainText(
    'Please sign in again.',
  )
})
