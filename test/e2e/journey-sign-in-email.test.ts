import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { clientOf, codeIn, emailsTo, lastEmailTo, lastLinkEmailTo, linkIn } from '../kit/outbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
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

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(visitorPassword)
  await page.getByLabel('Confirm password').fill(visitorPassword)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your email')).toBeFocused()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
}

test('confirms a new address by link; the owner of a registered address chooses the password', async () => {
  const email = newAddress()
  const { page, complaints } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(heading(page, 'Create an account')).toBeVisible()
  await signUp(page, email)
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible()
  await page.goto(linkIn(await lastLinkEmailTo(app, email)).href)
  await page.getByRole('button').click()
  await expect(heading(page, 'Subscription')).toBeVisible()
  await expect(toastIn(page, 'Your email address is confirmed')).toBeVisible()
  expect(page.url()).toBe(`${app.url}/subscription`)

  const registered = newAddress()
  const { auth: attacker } = clientOf(app)
  await attacker.signUp({ email: registered, password: visitorPassword })
  await lastEmailTo(app, registered)
  await app.advance('61 s')
  await signOut(page)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await signUp(page, registered)
  await page.goto(linkIn(await lastLinkEmailTo(app, registered)).href)
  await page.getByRole('button').click()
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/auth/reset-password`)
  await page.getByLabel('New Password', { exact: true }).fill('eleven slow tricycles')
  await page.getByLabel('Confirm New Password').fill('eleven slow tricycles')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeFocused()
  const { error } = await attacker.signInWithPassword({ email: registered, password: visitorPassword })
  expect(error?.code).toBe('invalid_credentials')
  expect(complaints).toEqual([])
})

test('sends an email again after a minute, and accepts its code instead of the link', async () => {
  const email = newAddress()
  const { page } = await browser.open()
  await page.clock.install()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await signUp(page, email)
  // The page's time stops: how many seconds the machine has used does not matter.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  const waiting = page.getByRole('button', { name: /^Resend in \d+ s$/ })
  const resend = page.getByRole('button', { name: 'Resend', exact: true })
  await expect(waiting).toBeDisabled()
  const left = Number(/\d+/.exec(await waiting.innerText())?.[0])
  expect(await emailsTo(app, email)).toHaveLength(1)
  await page.clock.runFor(21_000)
  await expect(page.getByRole('button', { name: `Resend in ${left - 21} s` })).toBeDisabled()
  await page.clock.runFor(40_000)
  await page.clock.resume()
  await app.advance('61 s')
  await resend.click()
  await dismissToast(page, 'Email sent again')
  expect(await emailsTo(app, email)).toHaveLength(2)

  // A sign-in before the confirmation offers the same.
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await fillLogin(page, { email, password: visitorPassword })
  await expect(toastIn(page, 'Login failed')).toContainText('Email not confirmed')
  await expect(heading(page, 'Check your email')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Resend/ })).toBeVisible()
  await page.getByLabel('Or type the 6-digit code').fill(codeIn(await lastLinkEmailTo(app, email)))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeFocused()

  await signOut(page)
  await app.advance('61 s')
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(waiting).toBeDisabled()
  await app.advance('61 s')
  await page.clock.runFor(61_000)
  await resend.click()
  await expect(toastIn(page, 'Email sent again')).toContainText('use the newest one')
  await expect(waiting).toBeDisabled()
  await page.getByLabel('6-digit code').fill(codeIn(await lastLinkEmailTo(app, email)))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeFocused()
})
