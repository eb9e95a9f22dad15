import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { failCalls, openAuthPage, browserOfFile } from '../kit/browser.ts'
import { appOfPages } from '../kit/start-app.ts'
import { expectToast, toastIn } from '../kit/toast.ts'
import { fillLogin, newAccount, newAddress, visitorPassword } from '../kit/visitors.ts'
import { holdCalls } from '../kit/walk.ts'

const env = { SUPPORT_EMAIL: 'people@operator.example', PRODUCT_NAME: 'Sorting Office' }
const app = await appOfPages({ env })
const browser = await browserOfFile()

/** Replaces the configured providers; the response is sent when the test allows it. */
async function holdProviders(page: Page, external: Record<string, boolean>): Promise<() => void> {
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { external } }))
  return holdCalls(page, /\/auth\/v1\/settings$/)
}
const places = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    // The footer is below the providers.
    return [...document.querySelectorAll('h1, main input, main button, main a')].map((element) => {
      const { x, y } = element.getBoundingClientRect()
      return [element.textContent, x, y]
    })
  })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const microsoft = (page: Page) => page.getByRole('button', { name: 'Continue with Microsoft' })
const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

test('offers the configured providers without layout shift; reports one that cannot start', async () => {
  const { page } = await browser.open({ viewport: { width: 390, height: 844 } })
  await page.route('**/auth/v1/settings', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/v1/settings'))
  await openAuthPage(page, `${app.url}/auth/login`)
  await failed
  await expect(page.getByRole('button', { name: 'Email me a code instead' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0)

  // The next screen asks again.
  const answer = await holdProviders(page, { azure: true, google: true })
  await page.getByRole('link', { name: 'Sign up' }).press('Enter')
  await expect(heading(page, 'Create an account')).toBeVisible()
  const before = await places(page)
  answer()
  await expect(microsoft(page)).toBeVisible()
  await expect(google(page)).toBeVisible()
  expect(await places(page)).toEqual(expect.arrayContaining(before))

  await page.route('**/assets/module-*.js', (route) => route.abort())
  await microsoft(page).click()
  await expect(toastIn(page, 'Login failed')).toContainText('Please try again later.')
})

test('walks through the states of the login screen', async () => {
  const account = await newAccount(app)
  const { page } = await browser.open()
  const answer = await holdProviders(page, { azure: false, google: true })
  await openAuthPage(page, `${app.url}/auth/login`)
  const before = await places(page)
  answer()
  await expect(google(page)).toBeVisible()
  await expect(microsoft(page)).toHaveCount(0)
  expect(await places(page)).toEqual(expect.arrayContaining(before))
  await expect(page.getByText('Organize your inbox with AI')).toBeVisible()
  await expect(page.getByText('Let Sorting Office sort and organize your emails automatically using AI')).toBeVisible()
  await expect(page).toHaveTitle('Welcome to Sorting Office · Sorting Office')

  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not this one')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  // The typed address is carried to the other screens and back.
  await email.fill(account.email)
  for (const [link, title] of [
    ['Forgot password?', 'Forgot password?'],
    ['Back to sign in', 'Welcome to Sorting Office'],
    ['Sign up', 'Create an account'],
    ['Sign in', 'Welcome to Sorting Office'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).press('Enter')
    await expect(heading(page, title)).toBeVisible()
    await expect(email).toHaveValue(account.email)
  }

  await password.fill('not this one')
  const signIn = page.getByRole('button', { name: 'Sign In' })
  await signIn.press('Enter')
  await expect(toastIn(page, 'Login failed')).toBeVisible()
  await expect(signIn).toBeEnabled()
  await expect(signIn).toBeFocused()
  await expectToast(page, 'Login failed', 'Invalid login credentials')
  await failCalls(page, /\/auth\/v1\/token/, { status: 500 })
  await signIn.click()
  await expectToast(page, 'Login failed', 'Please check your credentials and try again.')

  await failCalls(page, /\/auth\/v1\/otp/, { status: 503 })
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expectToast(page, 'Email not sent', 'Please try again later.')
  await page.getByRole('button', { name: 'Use my password' }).click()
  await expect(email).toHaveValue(account.email)

  await failCalls(page, /\/auth\/v1\/recover/, { status: 503 })
  await page.getByRole('link', { name: 'Forgot password?' }).press('Enter')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expectToast(page, 'Email not sent', 'Please try again later.')
  await page.getByRole('link', { name: 'Back to sign in' }).press('Enter')
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('walks through the states of the sign-up screen, and to the legal pages and back', async () => {
  const { email: taken } = await newAccount(app)
  const { page } = await browser.open()
  const attempts: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/auth/v1/signup') attempts.push(request.url())
  })
  await openAuthPage(page, `${app.url}/auth/signup`)
  await expect(page.getByText('By creating an account you agree to the')).toBeVisible()
  const legalPages = [
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
  ] as const
  for (const [path, title] of legalPages) {
    await page.getByRole('link', { name: title }).press('Enter')
    await expect(page).toHaveURL(app.url + path)
    await expect(heading(page, title)).toBeFocused()
    await expect(page).toHaveTitle(`${title} · Sorting Office`)
    await expect(page.getByRole('link', { name: 'people@operator.example' }).first()).toHaveAttribute(
      'href',
      'mailto:people@operator.example',
    )
    await expect(page.getByText('comes with the software as a template')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Create an account')).toBeVisible()
  }

  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const confirmation = page.getByLabel('Confirm password')
  const fill = async (address: string, secret: string, confirmed = secret): Promise<void> => {
    await email.fill(address)
    await password.fill(secret)
    await confirmation.fill(confirmed)
    await page.keyboard.press('Enter')
  }
  const hint = '8 characters or more. Long is better than complicated.'
  expect(await password.evaluate((input) => input instanceof HTMLInputElement && input.minLength)).toBe(8)
  await expect(password).toHaveAccessibleDescription(hint)
  await fill(newAddress(), visitorPassword, `${visitorPassword}!`)
  await expect(toastIn(page, "Passwords don't match")).toContainText('Please ensure both passwords match.')
  expect(attempts).toEqual([])

  await fill(newAddress(), 'password123')
  const leaked = 'This password appears in data leaks. Please choose another one.'
  await expect(password).toHaveAccessibleDescription(leaked)
  await expect(password).toBeFocused()
  await expectToast(page, 'Sign up failed', leaked)
  await password.fill('password1234')
  await expect(password).toHaveAccessibleDescription(hint)

  await fill(taken, visitorPassword)
  await expect(toastIn(page, 'Sign up failed')).toContainText('User already registered')
  await expect(email).toHaveAccessibleDescription('This address has an account. Sign in instead.')

  const release = await holdCalls(page, /\/auth\/v1\/signup$/)
  await fill(newAddress(), visitorPassword)
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  // The legal pages are also linked from signed-in pages; their logo leads back.
  await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(heading(page, 'Privacy Policy')).toBeVisible()
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(heading(page, 'Terms of Service')).toBeVisible()
  await page.getByRole('link', { name: 'Sorting Office', exact: true }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})
