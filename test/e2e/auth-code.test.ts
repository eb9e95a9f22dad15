import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { codeIn, emailsTo, lastEmailTo, linkIn } from '../kit/outbox.ts'
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

/** Goes from the login screen to the code field by keyboard. */
async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Email me a code instead' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in with a code' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('6-digit code')).toBeFocused()
}

test('signs in with an emailed code, by keyboard alone', async () => {
  const { email } = await newAccount(app)
  const { page, complaints } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await askForCode(page, email)
  await expect(page).toHaveTitle('Check your email · Mailroom')
  await expect(page.getByText(`If there is an account for ${email}, we have sent it a 6-digit code`)).toBeVisible()
  await expectNoAxeViolations(page)
  const code = codeIn(await lastEmailTo(app, email))
  // With spaces, as pasted text may have.
  await page.keyboard.type(` ${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
  await expect(page.getByText('Signed in successfully').first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('shows the same for an address without an account, and sends nothing', async () => {
  const email = newAddress()
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await askForCode(page, email)
  await expect(page.getByText(`If there is an account for ${email}, we have sent it a 6-digit code`)).toBeVisible()
  expect(await emailsTo(app, email)).toEqual([])
})

test('explains a wrong and a short code; sends another one after a minute', async () => {
  const { email } = await newAccount(app)
  const { page } = await browser.open()
  await page.clock.install()
  await openAuthPage(page, `${app.url}/auth/login`)
  await askForCode(page, email)
  const first = codeIn(await lastEmailTo(app, email))
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  const field = page.getByLabel('6-digit code')
  await expect(field).toHaveAccessibleDescription('The code has 6 digits.')
  await field.fill(first === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(
    'This code is wrong or no longer valid. Use the newest email, or send a new one.',
  )
  await expect(field).toBeFocused()
  await expectNoAxeViolations(page)

  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  await app.advance('61 s')
  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Email sent again' })).toContainText('use the newest one')
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeDisabled()
  await field.fill(codeIn(await lastEmailTo(app, email)))
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('signs in by the link of the same email; the waiting tab continues to its destination', async () => {
  const { email } = await newAccount(app)
  const { page } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await askForCode(page, email)
  const other = await page.context().newPage()
  await other.goto(linkIn(await lastEmailTo(app, email)).href)
  await other.getByRole('button').click()
  await expect(other.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
  await expect(other.getByText('Signed in successfully').first()).toBeVisible()
  expect(other.url()).toBe(`${app.url}/subscription`)
  await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeVisible()
})

test('says how long to wait after a request too soon, and to come back later after failures', async () => {
  const { email } = await newAccount(app)
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await askForCode(page, email)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Email not sent' })
  await expect(toast).toContainText(/you can only request this after \d+ seconds/)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await failCalls(page, /\/auth\/v1\/otp/, { status: 503 })
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(toast).toContainText('Please try again later.')
  await page.getByRole('button', { name: 'Use my password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})
