import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { codeIn, emailsTo, lastEmailTo, linkIn } from '../kit/outbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { fillLogin, newAddress, visitorPassword } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: { AUTH_CONFIRM_EMAIL: 'true' } }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(visitorPassword)
  await page.getByLabel('Confirm password').fill(visitorPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
}

test('signs in by the confirmation link and continues to the destination', async () => {
  const email = newAddress()
  const { page, complaints } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await signUp(page, email)
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto(linkIn(await lastEmailTo(app, email)).href)
  await page.getByRole('button').click()
  await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
  await expect(page.getByText('Your email address is confirmed').first()).toBeVisible()
  expect(page.url()).toBe(`${app.url}/subscription`)
  expect(complaints).toEqual([])
})

test('lets the owner choose the password by the latest link after another sign-up with the address', async () => {
  const email = newAddress()
  const { page: attackerPage } = await browser.open()
  await openAuthPage(attackerPage, `${app.url}/auth/signup`)
  await signUp(attackerPage, email)
  await lastEmailTo(app, email)
  await app.advance('61 s')
  const { page, complaints } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await signUp(page, email)
  await page.goto(linkIn(await lastEmailTo(app, email)).href)
  await page.getByRole('button').click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/auth/reset-password`)
  await page.getByLabel('New Password', { exact: true }).fill('eleven slow tricycles')
  await page.getByLabel('Confirm New Password').fill('eleven slow tricycles')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
  expect(complaints).toEqual([])

  await openAuthPage(attackerPage, `${app.url}/auth/login`)
  await fillLogin(attackerPage, { email, password: visitorPassword })
  await expect(attackerPage.getByRole('listitem').filter({ hasText: 'Login failed' })).toContainText(
    'Invalid login credentials',
  )
})

test('accepts the emailed code instead of the link', async () => {
  const email = newAddress()
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await signUp(page, email)
  await page.getByLabel('Or type the 6-digit code').fill(codeIn(await lastEmailTo(app, email)))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
})

test('sends the email again after a minute with a countdown', async () => {
  const email = newAddress()
  const { page } = await browser.open()
  await page.clock.install()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await signUp(page, email)
  // The page's time stops: how many seconds the machine has used does not matter.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  const resend = page.getByRole('button', { name: /^Resend in \d+ s$/ })
  await expect(resend).toBeDisabled()
  const left = Number(/\d+/.exec(await resend.innerText())?.[0])
  expect(await emailsTo(app, email)).toHaveLength(1)
  await page.clock.runFor(21_000)
  await expect(page.getByRole('button', { name: `Resend in ${left - 21} s` })).toBeDisabled()
  await page.clock.runFor(40_000)
  await page.clock.resume()
  await app.advance('61 s')
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Email sent again' })).toBeVisible()
  expect(await emailsTo(app, email)).toHaveLength(2)
})

test('offers to send the email again on a sign-in before the confirmation', async () => {
  const email = newAddress()
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await signUp(page, email)
  expect(await emailsTo(app, email)).toHaveLength(1)
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await fillLogin(page, { email, password: visitorPassword })
  await expect(page.getByRole('listitem').filter({ hasText: 'Login failed' })).toContainText('Email not confirmed')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Resend/ })).toBeVisible()
})
