import type { Page } from 'playwright-core'
import type { BackupContents, RestoreState } from '../../../contract/restore.ts'
import { addPasskeyDevice, setUpPasskey } from '../browser-passkey.ts'
import { openAuthPage, type TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { confirmationLinkIn } from '../forward-address.ts'
import { callFunction } from '../outlook.ts'
import { codeIn, emailsTo, lastEmailTo, linkIn } from '../outbox.ts'
import { startOwnServer } from '../own-server.ts'
import { newEmail } from '../start-accounts.ts'
import type { App } from '../start-app.ts'
import { fillLogin, newAccount, tokensOf } from '../visitors.ts'
import { navigate } from '../walk.ts'
import type { Look } from './look.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const wide = { viewport: { width: 1440, height: 900 } }

/** The screens of visitors, with what their forms refuse. */
export async function lookAtSignIn(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const account = await newAccount(app)
  const { page } = await browser.open(wide)
  await openAuthPage(page, `${app.url}/auth/login`)
  await expect(button(page, 'Continue with Google')).toBeVisible()
  await look(page)
  await button(page, 'Email me a code instead').click()
  await expect(title(page, 'Sign in with a code')).toBeFocused()
  await look(page)
  await page.getByLabel('Email').fill(account.email)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('6-digit code')
  // The response has come.
  await expect(code).toBeVisible()
  await code.fill(codeIn(await lastEmailTo(app, account.email)) === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/This code is wrong/)
  await look(page)
  await navigate(page, '/auth/signup')
  await expect(title(page, 'Create an account')).toBeVisible()
  await look(page)
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await page.getByLabel('Confirm password').fill('password123')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/appears in data leaks/)
  await look(page)
  await page.getByLabel('Password', { exact: true }).fill('seven green bicycles')
  await page.getByLabel('Confirm password').fill('seven blue bicycles')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/match/)
  await look(page)
  // Where an address has to be confirmed first, a sign-up returns no session.
  const user = { id: '0198f0c0-0000-7000-8000-000000000001', aud: 'authenticated', email: account.email }
  await page.route(/\/auth\/v1\/signup/, (route) => route.fulfill({ json: { ...user, identities: [] } }))
  await page.getByLabel('Confirm password').fill('seven green bicycles')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Check your email')).toBeVisible()
  await look(page)
  await navigate(page, '/auth/reset-password')
  await expect(title(page, 'Forgot password?')).toBeVisible()
  await look(page)
  for (const [path, name] of [
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
    ['/help', 'Documentation'],
  ] as const) {
    await navigate(page, path)
    await expect(title(page, name)).toBeVisible()
    await look(page)
  }
  await page.goto(`${app.url}/dashboard#error_code=otp_expired&error_description=Email+link+is+invalid`)
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible()
  await look(page)
}

/** What a fresh installation shows before its first account. */
export async function lookAtFirstAccount(browser: TestBrowser, look: Look): Promise<void> {
  await using fresh = await startOwnServer()
  const { page } = await browser.open(wide)
  const backups = [{ name: 'mailroom-2026-11-29T021700Z', writtenAt: '2026-11-29T02:17:00.000Z', bytes: 4_200_000 }]
  let state: RestoreState = { state: 'open', backups, failure: 'The disk is full.' }
  const contents = { writtenAt: null, version: '0.1.0', users: 3, toSet: ['PUBLIC_URL', 'PRODUCT_NAME'] }
  await page.route('**/api/restore', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: state })
      : route.fulfill({ json: { ...contents, success: true } satisfies BackupContents & { success: true } }),
  )
  await page.goto(`${fresh.url}/auth/signup`)
  await expect(title(page, 'Create the first account')).toBeVisible()
  await look(page)
  await page.getByRole('link', { name: 'Restore a backup' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await button(page, 'Open Backup').click()
  await expect(page.getByLabel('Passphrase', { exact: true })).toHaveAccessibleDescription(/Please enter/)
  await look(page)
  await page.getByLabel('Backup', { exact: true }).selectOption(backups[0]?.name ?? '')
  await page.getByLabel('Passphrase', { exact: true }).fill('correct horse battery staple')
  await button(page, 'Open Backup').click()
  await expect(title(page, 'Restore this backup?')).toBeVisible()
  await look(page)
  state = { state: 'restoring', percent: 40 }
  await button(page, 'Restore').click()
  await expect(title(page, 'Restoring the backup')).toBeVisible()
  await look(page)
}

/** A forgotten password: the request, the link and the new password. */
export async function lookAtPasswordReset(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const { email } = await newAccount(app)
  const { page } = await browser.open(wide)
  await page.goto(`${app.url}/auth/reset-password`)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Check your email')).toBeFocused()
  await look(page)
  await expect.poll(async () => (await emailsTo(app, email)).some(({ text }) => text.includes('/verify?'))).toBe(true)
  const sent = (await emailsTo(app, email)).findLast(({ text }) => text.includes('/verify?'))
  const link = sent ? linkIn(sent).href : ''
  await page.goto(link)
  await look(page)
  await page.getByRole('button').click()
  await expect(title(page, 'Choose a new password')).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill('seven77')
  await page.getByLabel('Confirm New Password').fill('seven7')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New Password', { exact: true })).toBeFocused()
  await look(page)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await look(page)
}

/** The second step, by passkey and by recovery code. */
export async function lookAtSecondStep(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const account = await newAccount(app)
  const { page } = await browser.open(wide)
  await openAuthPage(page, `${app.url}/auth/login`)
  const device = await addPasskeyDevice(page)
  await setUpPasskey(page, app, (await tokensOf(app, account)).access_token, 'Laptop')
  await fillLogin(page, account)
  await expect(button(page, 'Use my passkey')).toBeVisible()
  await look(page)
  await device.takeAway()
  await addPasskeyDevice(page)
  await button(page, 'Use my passkey').click()
  await expect(page.getByRole('alert')).toContainText('Your browser did not confirm the passkey.')
  await look(page)
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code').fill('not-one-of-them')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/This is not one of your recovery codes/)
  await look(page)
}

/** The page of the server behind a link that asks to forward email. */
export async function lookAtForwardAddress(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const address = newEmail()
  await callFunction(app, await newAccount(app), 'forward-addresses', { action: 'ask', address })
  const link = confirmationLinkIn(await lastEmailTo(app, address)).href
  const { page } = await browser.open(wide)
  await page.goto(link)
  await look(page)
  await button(page, 'Allow forwarding').click()
  await expect(title(page, 'Email may be forwarded to you')).toBeVisible()
  await look(page)
  await page.goto(link)
  await look(page)
  await button(page, 'End forwarding').click()
  await expect(title(page, 'Forwarding has ended')).toBeVisible()
  await look(page)
}
