import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { openAuthPage, browserOfFile } from '../kit/browser.ts'
import { clientOf, codeIn, emailsTo, lastEmailTo, lastLinkEmailTo, linkIn } from '../kit/outbox.ts'
import { fillNewPassword, newPassword } from '../kit/new-password-page.ts'
import { headingIn, signOut, signUpByEmail } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { fillLogin, newAddress, visitorPassword } from '../kit/visitors.ts'

const app = await appOfPages({ env: { AUTH_CONFIRM_EMAIL: 'true' } })
const browser = await browserOfFile()

test('sends an email again after a minute, and accepts its code instead of the link', async () => {
  const email = newAddress()
  const { page } = await browser.open()
  await page.clock.install()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await signUpByEmail(page, email)
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
  await expect(headingIn(page, 'Check your email')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Resend/ })).toBeVisible()
  await page.getByLabel('Or type the 6-digit code').fill(codeIn(await lastLinkEmailTo(app, email)))
  await page.keyboard.press('Enter')
  await expect(headingIn(page, 'Dashboard')).toBeFocused()

  await signOut(app, page)
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
  await expect(headingIn(page, 'Dashboard')).toBeFocused()
})

test('the owner of a registered address chooses the password', async () => {
  const registered = newAddress()
  const { auth: attacker } = clientOf(app)
  await attacker.signUp({ email: registered, password: visitorPassword })
  await lastEmailTo(app, registered)
  await app.advance('61 s')
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await signUpByEmail(page, registered)
  await page.goto(linkIn(await lastLinkEmailTo(app, registered)).href)
  await page.getByRole('button').click()
  await expect(headingIn(page, 'Choose a new password')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/auth/reset-password`)
  await fillNewPassword(page, newPassword)
  await expect(headingIn(page, 'Dashboard')).toBeFocused()
  const { error } = await attacker.signInWithPassword({ email: registered, password: visitorPassword })
  expect(error?.code).toBe('invalid_credentials')
})
