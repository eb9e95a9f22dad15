import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { clientOf } from '../kit/outbox.ts'
import { codeOf, withAuthenticator } from '../kit/second-step.ts'
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

/** A user with an authenticator app, signed in with both steps over HTTP. */
async function careful() {
  const account = await newAccount(app)
  const { auth } = clientOf(app)
  const { error } = await auth.signInWithPassword(account)
  if (error) throw new Error('Signing in failed', { cause: error })
  return { ...account, auth, ...(await withAuthenticator(auth, app.clock)) }
}

async function firstStep(page: Page, account: { email: string; password: string }, path = '/dashboard'): Promise<void> {
  await page.goto(app.url + path)
  await fillLogin(page, account)
  await expect(page).toHaveURL(`${app.url}/auth/second-step`)
}

const field = (page: Page) => page.getByLabel('6-digit code')

describe('with an authenticator app', () => {
  test('continues to the requested page after the code, by keyboard alone', async () => {
    const user = await careful()
    const { page, complaints } = await browser.open()
    await firstStep(page, user, '/subscription')
    await expect(page).toHaveTitle('Confirm it’s you · Mailroom')
    await expect(page.getByText(`One more step to sign in as ${user.email}.`)).toBeVisible()
    await expect(page.getByText('Signed in successfully')).toHaveCount(0)
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(field(page)).toHaveAttribute('inputmode', 'numeric')
    await expectNoAxeViolations(page)
    const code = codeOf(user.secret, app.clock)
    await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeFocused()
    await expect(page.getByText('Signed in successfully').first()).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('opens no other page before the second factor, also after a reload', async () => {
    const user = await careful()
    const { page } = await browser.open()
    await firstStep(page, user)
    for (const path of ['/dashboard', '/account', '/auth/login', '/auth/signup', '/']) {
      await page.goto(app.url + path)
      await expect(page).toHaveURL(`${app.url}/auth/second-step`)
      await expect(field(page)).toBeVisible()
    }
  })

  test('explains a wrong code, a short code, and too many attempts', async () => {
    const user = await careful()
    const { page } = await browser.open()
    await firstStep(page, user)
    await field(page).fill('12345')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveAccessibleDescription('The code has 6 digits.')
    await field(page).fill(codeOf(user.secret, app.clock, 40))
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveAccessibleDescription('This code is wrong. Enter the one your app shows now.')
    await expect(field(page)).toBeFocused()
    await expectNoAxeViolations(page)
    for (const [code, status, words] of [
      ['mfa_challenge_expired', 422, 'That took too long, or your connection has changed. Please try again.'],
      ['over_request_rate_limit', 429, 'Too many attempts. Please wait a minute, then try again.'],
      ['unexpected_failure', 503, 'That did not work. Please try again.'],
    ] as const) {
      await page.route(
        '**/factors/*/verify',
        (route) =>
          route.fulfill({
            status,
            headers: { 'x-supabase-api-version': '2024-01-01' },
            json: { code, message: code },
          }),
        { times: 1 },
      )
      await page.keyboard.press('Enter')
      await expect(field(page)).toHaveAccessibleDescription(words)
    }
  })

  test('another tab that waits for the second factor continues too', async () => {
    const user = await careful()
    const { page } = await browser.open()
    await firstStep(page, user, '/subscription')
    const other = await page.context().newPage()
    await other.goto(`${app.url}/account`)
    await expect(other).toHaveURL(`${app.url}/auth/second-step`)
    await field(other).fill(codeOf(user.secret, app.clock))
    await other.keyboard.press('Enter')
    await expect(other.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
  })

  test('lets another user sign out from here', async () => {
    const user = await careful()
    const { page } = await browser.open()
    await firstStep(page, user)
    await failCalls(page, /\/auth\/v1\/logout/, { status: 503 })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Sign out failed' })).toContainText('try again later')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    await expect(page.getByText('Signed out successfully').first()).toBeVisible()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('returns to the login with a message when the session ended meanwhile', async () => {
    const user = await careful()
    const { page } = await browser.open()
    await firstStep(page, user)
    await user.auth.signOut({ scope: 'others' })
    await field(page).fill(codeOf(user.secret, app.clock))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    await expect(page.getByText('Your session has ended').first()).toBeVisible()
  })

  test('does not ask users without a second factor, and hides the screen from them', async () => {
    const { page } = await browser.open()
    await page.goto(`${app.url}/auth/second-step`)
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    await fillLogin(page, await newAccount(app))
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goto(`${app.url}/auth/second-step`)
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  })
})

describe('with a recovery code', () => {
  const codesOf = async (user: Awaited<ReturnType<typeof careful>>): Promise<string[]> => {
    const { data } = await user.auth.getSession()
    const answer = await fetch(`${app.url}/functions/v1/recovery-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'create' }),
    })
    const body: unknown = await answer.json()
    const codes: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'codes') : undefined
    if (!Array.isArray(codes)) throw new Error(`No codes: ${JSON.stringify(body)}`)
    return codes.map(String)
  }

  test('accepts each recovery code once', async () => {
    const user = await careful()
    const [code = ''] = await codesOf(user)
    for (const expected of ['in', 'refused'] as const) {
      const { page } = await browser.open()
      await firstStep(page, user)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      const recovery = page.getByLabel('Recovery code')
      await expect(recovery).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(recovery).toHaveAccessibleDescription('Please enter one of your recovery codes.')
      await recovery.fill(` ${code} `)
      await expectNoAxeViolations(page)
      await page.keyboard.press('Enter')
      if (expected === 'in') await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      else
        await expect(recovery).toHaveAccessibleDescription(
          'This is not one of your recovery codes, or it was used before.',
        )
    }
  })
})
