import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { codeIn, lastLinkEmailTo } from '../kit/outbox.ts'
import { decide, headingIn, leaveFor, pressSignOut, signOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin, newAccount, newAddress, visitorPassword } from '../kit/visitors.ts'
import { holdCalls, navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const loginUrl = (): string => `${app.url}/auth/login`

test('signs up by keyboard alone, signs out, and signs in to the page that was requested', async () => {
  const account = { email: newAddress(), password: visitorPassword }
  const { page } = await browser.open()
  await page.goto(app.url)
  await expect(page).toHaveURL(loginUrl())
  await expect(headingIn(page, 'Welcome to Mailroom')).toBeVisible()
  for (const path of ['/auth', '/auth/nonsense', '/']) {
    await navigate(page, path)
    await expect(page).toHaveURL(loginUrl())
  }
  // No link chooses the page after the sign-in.
  await navigate(page, '/auth/login?from=//evil.example/')

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
  await pressSignOut(page)
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
  await busy.focus()
  await page.keyboard.press('Enter')
  release()
  await expect(headingIn(page, 'Subscription')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/subscription`)
  await expect(toastIn(page, 'Signed in successfully')).toBeVisible()
  expect(attempts).toHaveLength(1)
})

test('signs in with an emailed code by keyboard alone, and signs up with a provider, after a refusal', async () => {
  const { email } = await newAccount(app)
  await app.control('POST', '/control/google/accounts', { email, emailVerified: false })
  const atMicrosoft = newAddress()
  await app.control('POST', '/control/outlook/mailboxes', { email: atMicrosoft, kind: 'personal' })
  const { page } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await expect(page).toHaveURL(loginUrl())
  const field = page.getByLabel('6-digit code')
  await page.getByRole('button', { name: 'Email me a code instead' }).press('Enter')
  await expect(headingIn(page, 'Sign in with a code')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.type(codeIn(await lastLinkEmailTo(app, email)))
  await page.keyboard.press('Enter')
  await expect(headingIn(page, 'Subscription')).toBeFocused()
  await signOut(app, page)

  await navigate(page, '/subscription')
  await leaveFor(app, page, 'Google')
  await decide(page, 'Email', email, 'Continue')
  await expect(page).toHaveURL(loginUrl())
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(
    'Google has not verified that this email address is yours.',
  )
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await leaveFor(app, page, 'Microsoft')
  await decide(page, 'Account', atMicrosoft, 'Accept')
  await expect(headingIn(page, 'Subscription')).toBeVisible()
  expect(page.url()).toBe(`${app.url}/subscription`)
  await expect(toastIn(page, 'Signed in successfully')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['mailroom.session'])
})
