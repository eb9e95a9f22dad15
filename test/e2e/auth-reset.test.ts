import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { clientOf, codeIn, emailsTo, lastEmailTo, linkIn } from '../kit/outbox.ts'
import { codeOf, withAuthenticator } from '../kit/second-step.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { fillLogin, newAccount, newAddress, visitorPassword } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser
const newPassword = 'eleven slow tricycles'

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto(`${app.url}/auth/reset-password`)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
}

/** Opens the newest link and presses its button. */
async function comeBack(page: Page, email: string): Promise<string> {
  const newest = (await emailsTo(app, email)).findLast(({ text }) => text.includes('/verify?'))
  if (!newest) throw new Error('No link was sent')
  const link = linkIn(newest).href
  await page.goto(link)
  await page.getByRole('button').click()
  return link
}

async function choose(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password').fill(confirmation)
  await page.keyboard.press('Enter')
}

test('resets a forgotten password by keyboard, from the login screen to the dashboard', async () => {
  const { email } = await newAccount(app)
  const { page, complaints } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(page.getByText(`If there is an account for ${email}, we have sent it a link`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  await expectNoAxeViolations(page)

  await comeBack(page, email)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  expect(page.url()).toBe(`${app.url}/auth/reset-password`)
  await expect(page.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
    'At least 8 characters; 15 or more is better',
  )
  await expectNoAxeViolations(page)
  await choose(page, newPassword)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'Password updated successfully' })).toContainText(
    'Your password has been changed.',
  )
  expect(complaints).toEqual([])

  const { page: elsewhere } = await browser.open()
  await openAuthPage(elsewhere, `${app.url}/auth/login`)
  await fillLogin(elsewhere, { email, password: visitorPassword })
  await expect(elsewhere.getByText('Invalid login credentials').first()).toBeVisible()
  await fillLogin(elsewhere, { email, password: newPassword })
  await expect(elsewhere.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('accepts the emailed code instead of the link, and explains a wrong code', async () => {
  const { email } = await newAccount(app)
  const { page } = await browser.open()
  await askForLink(page, email)
  const code = codeIn(await lastEmailTo(app, email))
  const field = page.getByLabel('Or type the 6-digit code')
  await field.fill(code === '123456' ? '654321' : '123456')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or no longer valid.')).toBeVisible()
  await expect(field).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await choose(page, newPassword)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
})

test('shows the same for an address without an account, and sends nothing', async () => {
  const email = newAddress()
  const { page } = await browser.open()
  await askForLink(page, email)
  await expect(page.getByText(`If there is an account for ${email}, we have sent it a link`)).toBeVisible()
  expect(await emailsTo(app, email)).toEqual([])
})

test('reports errors of the new password at its field', async () => {
  const { email } = await newAccount(app)
  const { page } = await browser.open()
  await askForLink(page, email)
  await comeBack(page, email)
  const first = page.getByLabel('New Password', { exact: true })
  const second = page.getByLabel('Confirm New Password')
  await choose(page, 'seven77', 'seven7')
  await expect(first).toHaveAccessibleDescription('New password must be at least 8 characters')
  await expect(second).toHaveAccessibleDescription("Passwords don't match")
  await expect(first).toBeFocused()
  await expectNoAxeViolations(page)
  await choose(page, newPassword, `${newPassword}!`)
  await expect(second).toBeFocused()
  await expect(second).toHaveAccessibleDescription("Passwords don't match")

  const toast = page.getByRole('listitem').filter({ hasText: 'Failed to update password' })
  await choose(page, 'password123')
  await expect(toast).toContainText('This password appears in data leaks.')
  await expect(first).toHaveAccessibleDescription(/^This password appears in data leaks\./)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await choose(page, newPassword)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  // On the next call, the password that was just set is the old one.
  await app.advance('61 s')
  const { page: later } = await browser.open()
  await askForLink(later, email)
  await comeBack(later, email)
  await choose(later, newPassword)
  await expect(later.getByRole('listitem').filter({ hasText: 'Failed to update password' })).toContainText(
    'New password should be different from the old password.',
  )
})

test('reports a used link and offers a new one', async () => {
  const { email } = await newAccount(app)
  const { page } = await browser.open()
  await askForLink(page, email)
  const link = await comeBack(page, email)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()

  const { page: later } = await browser.open()
  await later.goto(link)
  await expect(later.getByRole('alert')).toContainText('This link has expired or was already used.')
  expect(later.url()).toBe(`${app.url}/auth/reset-password`)
  await expectNoAxeViolations(later)
  await app.advance('61 s')
  await later.getByLabel('Email').fill(email)
  await later.keyboard.press('Enter')
  await expect(later.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const links = (await emailsTo(app, email)).filter(({ text }) => text.includes('/verify?'))
  expect(links).toHaveLength(2)
})

test('asks for a new link after the time has expired', async () => {
  const { email } = await newAccount(app)
  const { page } = await browser.open()
  await askForLink(page, email)
  await comeBack(page, email)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await app.advance('6 min')
  await choose(page, newPassword)
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeFocused()
})

test('asks for the second factor before the new password', async () => {
  const { email, password } = await newAccount(app)
  const { auth } = clientOf(app)
  await auth.signInWithPassword({ email, password })
  const { secret } = await withAuthenticator(auth, app.clock)
  const { page } = await browser.open()
  await askForLink(page, email)
  await comeBack(page, email)
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await page.getByLabel('6-digit code').fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await choose(page, newPassword)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('says how long to wait after a request too soon', async () => {
  const { email } = await newAccount(app)
  const { page } = await browser.open()
  await askForLink(page, email)
  await page.reload()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Email not sent' })).toContainText(
    /you can only request this after \d+ seconds/,
  )
})
