import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { addPasskeyDevice, setUpPasskey } from '../kit/browser-passkey.ts'
import { failCalls, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { clientOf } from '../kit/outbox.ts'
import { callFunction } from '../kit/outlook.ts'
import { codeOf, withAuthenticator } from '../kit/second-step.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { fillLogin, newAccount, tokensOf, type Account } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const secondStepUrl = (): string => `${app.url}/auth/second-step`
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function firstStep(page: Page, account: Account, path: string): Promise<void> {
  await navigate(page, path)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await fillLogin(page, account)
  await expect(page).toHaveURL(secondStepUrl())
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await dismissToast(page, 'Signed out successfully')
}

test('asks for the code of an authenticator app before any page opens, in all tabs', async () => {
  const account = await newAccount(app)
  const { auth } = clientOf(app)
  await auth.signInWithPassword(account)
  const { secret } = await withAuthenticator(auth, app.clock)
  const { page, complaints } = await browser.open()
  const field = page.getByLabel('6-digit code')
  await openAuthPage(page, `${app.url}/auth/login`)
  await navigate(page, '/auth/second-step')
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await firstStep(page, account, '/subscription')
  await expect(page).toHaveTitle('Confirm it’s you · Mailroom')
  await expect(page.getByText(`One more step to sign in as ${account.email}.`)).toBeVisible()
  await expect(page.getByText('Signed in successfully')).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')

  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('The code has 6 digits.')
  await field.fill(codeOf(secret, app.clock, 40))
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('This code is wrong. Enter the one your app shows now.')
  await expect(field).toBeFocused()
  for (const [code, status, words] of [
    ['mfa_challenge_expired', 422, 'That took too long, or your connection has changed. Please try again.'],
    ['over_request_rate_limit', 429, 'Too many attempts. Please wait a minute, then try again.'],
    ['unexpected_failure', 503, 'That did not work. Please try again.'],
  ] as const) {
    await page.route(
      '**/factors/*/verify',
      (route) =>
        route.fulfill({ status, headers: { 'x-supabase-api-version': '2024-01-01' }, json: { code, message: code } }),
      { times: 1 },
    )
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(words)
  }

  for (const path of ['/dashboard', '/account', '/auth/login', '/auth/signup', '/']) {
    await navigate(page, path)
    await expect(page).toHaveURL(secondStepUrl())
    await expect(field).toBeVisible()
  }

  await failCalls(page, /\/auth\/v1\/logout/, { status: 503 })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(toastIn(page, 'Sign out failed')).toContainText('try again later')
  await auth.signOut({ scope: 'others' })
  await field.fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await dismissToast(page, 'Your session has ended')

  await firstStep(page, account, '/dashboard')
  await signOut(page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await firstStep(page, account, '/subscription')
  const other = await page.context().newPage()
  await other.goto(`${app.url}/account`)
  await expect(other).toHaveURL(secondStepUrl())
  await expect(other.getByLabel('6-digit code')).toBeFocused()
  const code = codeOf(secret, app.clock)
  await other.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await other.keyboard.press('Enter')
  await expect(heading(other, 'Account Settings')).toBeFocused()
  await expect(other.getByText('Signed in successfully').first()).toBeVisible()
  await expect(heading(page, 'Subscription')).toBeVisible()
  expect(complaints).toEqual([])
})

/** Creates recovery codes with a session that has passed the second step. */
async function recoveryCodesOf(token: string, userId: string): Promise<string[]> {
  const { body } = await callFunction(app, { token, userId }, 'recovery-codes', { action: 'create' })
  const { codes } = body
  if (!Array.isArray(codes)) throw new Error(`No codes: ${JSON.stringify(body)}`)
  return codes.map(String)
}

test('accepts a passkey, or a recovery code once where the browser does not have the passkey', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  const laptop = await addPasskeyDevice(page)
  const { access_token } = await tokensOf(app, account)
  const token = await setUpPasskey(page, app, access_token, 'Laptop')
  const [recoveryCode = ''] = await recoveryCodesOf(token, account.userId)
  const passkey = page.getByRole('button', { name: 'Use my passkey' })
  const toRecoveryCode = page.getByRole('button', { name: 'Use a recovery code' })
  const recovery = page.getByLabel('Recovery code')

  await firstStep(page, account, '/subscription')
  await passkey.press('Enter')
  await expect(heading(page, 'Subscription')).toBeFocused()
  await dismissToast(page, 'Signed in successfully')
  await signOut(page)

  // Another browser.
  await laptop.takeAway()
  await addPasskeyDevice(page)
  await firstStep(page, account, '/dashboard')
  await passkey.click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Your browser did not confirm the passkey.' })
  await expect(refusal).toContainText('Please try again, or use another way.')
  await toRecoveryCode.click()
  await expect(recovery).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(recovery).toHaveAccessibleDescription('Please enter one of your recovery codes.')
  await recovery.fill('not-one-of-them')
  await page.keyboard.press('Enter')
  const wrong = 'This is not one of your recovery codes, or it was used before.'
  await expect(recovery).toHaveAccessibleDescription(wrong)
  // Choosing it again starts the request immediately.
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(refusal).toBeVisible()
  await toRecoveryCode.click()
  await recovery.fill(` ${recoveryCode} `)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('mailroom.session') ?? '{}'))
  await setUpPasskey(page, app, String(session.access_token), 'Blue key')
  await dismissToast(page, 'Signed in successfully')
  await signOut(page)

  await firstStep(page, account, '/dashboard')
  await toRecoveryCode.click()
  await recovery.fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(recovery).toHaveAccessibleDescription(wrong)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Use passkey “Laptop”' })).toBeVisible()
  await page.getByRole('button', { name: 'Use passkey “Blue key”' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(complaints).toEqual([])
})
