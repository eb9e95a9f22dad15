import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { failCalls, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { codeIn, emailsTo, lastLinkEmailTo } from '../kit/outbox.ts'
import { decide, headingIn, leaveFor, signOut } from '../kit/sign-in-page.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin, newAccount, newAddress, visitorPassword } from '../kit/visitors.ts'
import { holdCalls, navigate } from '../kit/walk.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const loginUrl = (): string => `${app.url}/auth/login`

test('signs up by keyboard alone, signs out, and signs in to the page that was requested', async () => {
  const account = { email: newAddress(), password: visitorPassword }
  const { page, complaints } = await browser.open()
  await page.goto(app.url)
  await expect(page).toHaveURL(loginUrl())
  await expect(headingIn(page, 'Welcome to Mailroom')).toBeVisible()
  for (const path of ['/auth', '/auth/nonsense', '/']) {
    await navigate(page, path)
    await expect(page).toHaveURL(loginUrl())
  }

  await page.getByRole('link', { name: 'Sign up' }).press('Enter')
  await expect(headingIn(page, 'Create an account')).toBeVisible()
  await page.getByLabel('Email').focus()
  await page.keyboard.type(account.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(account.password)
  // Skips the button that shows the password.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(headingIn(page, 'Dashboard')).toBeFocused()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(page).toHaveTitle('Dashboard · Mailroom')
  await expect(toastIn(page, 'Account created successfully')).toBeVisible()
  for (const path of ['/auth/second-step', '/auth/login', '/auth/signup']) {
    await navigate(page, path)
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  }

  await failCalls(page, /\/auth\/v1\/logout/, { status: 500 })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastIn(page, 'Sign out failed')).toContainText('Please try again later.')
  await expect(headingIn(page, 'Dashboard')).toBeVisible()
  const signedOut = page.waitForResponse(/\/auth\/v1\/logout/)
  await signOut(app, page)
  expect((await signedOut).status()).toBe(204)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await navigate(page, '/subscription')
  await expect(page).toHaveURL(loginUrl())
  const attempts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('grant_type=password')) attempts.push(request.url())
  })
  const release = await holdCalls(page, /\/auth\/v1\/token$/)
  await fillLogin(page, account)
  const busy = page.getByRole('button', { name: 'Signing in...' })
  await expect(busy).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await busy.press('Enter')
  release()
  await expect(headingIn(page, 'Subscription')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await expect(toastIn(page, 'Signed in successfully')).toBeVisible()
  expect(attempts).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('follows other tabs, and ends a session that the server no longer knows', async () => {
  const account = await newAccount(app)
  const { page } = await browser.open()
  await page.goto(`${app.url}/dashboard?tab=mailbox`)
  await expect(page).toHaveURL(loginUrl())
  // The code that is loaded while the user types listens to other tabs.
  const ready = page.waitForResponse(/\/assets\/.*\.js$/)
  await page.getByLabel('Email').focus()
  await ready
  const other = await page.context().newPage()
  // No link chooses the page after the sign-in.
  await openAuthPage(other, `${loginUrl()}?from=//evil.example/`)
  await fillLogin(other, account)
  await expect(headingIn(other, 'Dashboard')).toBeVisible()
  await expect(other).toHaveURL(`${app.url}/dashboard`)
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)

  await failCalls(page, /\/functions\/v1\/mail-authentication$/, {
    status: 401,
    code: 'session_ended',
    message: 'Your session has ended.',
  })
  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await expect(page).toHaveURL(loginUrl())
  await expect(toastIn(page, 'Your session has ended')).toContainText('Please sign in again.')
})

test('signs in with an emailed code by keyboard alone', async () => {
  const { email } = await newAccount(app)
  const stranger = newAddress()
  const { page, complaints } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await expect(page).toHaveURL(loginUrl())
  const field = page.getByLabel('6-digit code')
  const sent = (address: string) =>
    page.getByText(`If there is an account for ${address}, we have sent it a 6-digit code`)
  await page.getByRole('button', { name: 'Email me a code instead' }).press('Enter')
  await expect(headingIn(page, 'Sign in with a code')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(stranger)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(sent(stranger)).toBeVisible()
  expect(await emailsTo(app, stranger)).toEqual([])

  await page.getByRole('button', { name: 'Use another address' }).press('Enter')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(sent(email)).toBeVisible()
  const code = codeIn(await lastLinkEmailTo(app, email))
  await field.fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(
    'This code is wrong or no longer valid. Use the newest email, or send a new one.',
  )
  await field.fill(code)
  await page.keyboard.press('Enter')
  await expect(headingIn(page, 'Subscription')).toBeFocused()
  expect(complaints).toEqual([])
})

test('signs up with a provider and continues to the requested page, after a refusal', async () => {
  const { email: taken } = await newAccount(app)
  await app.control('POST', '/control/google/accounts', { email: taken, emailVerified: false })
  const email = newAddress()
  await app.control('POST', '/control/outlook/mailboxes', { email, kind: 'personal' })
  const { page, complaints } = await browser.open()
  const refusal = page.getByRole('alert').filter({ hasText: 'Login failed' })
  await page.goto(`${app.url}/subscription`)

  await leaveFor(app, page, 'Google')
  await decide(page, 'Email', taken, 'Continue')
  await expect(page).toHaveURL(loginUrl())
  await expect(refusal).toContainText('Google has not verified that this email address is yours.')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await leaveFor(app, page, 'Microsoft')
  await decide(page, 'Account', email, 'Accept')
  await expect(headingIn(page, 'Subscription')).toBeVisible()
  expect(page.url()).toBe(`${app.url}/subscription`)
  await expect(toastIn(page, 'Signed in successfully')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['mailroom.session'])
  expect(complaints).toEqual([])
})
