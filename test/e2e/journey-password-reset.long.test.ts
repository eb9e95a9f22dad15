import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { fillNewPassword, newPassword } from '../kit/new-password-page.ts'
import { clientOf, codeIn, emailsTo, lastLinkEmailTo, linkIn } from '../kit/outbox.ts'
import { codeOf, withAuthenticator } from '../kit/second-step.ts'
import { pressSignOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('reports a used link, a wrong code and an expired session, and offers a new email each time', async () => {
  const { email } = await newAccount(app)
  // How soon another email is requested does not depend on the machine.
  using _ = app.clock.stop()
  await clientOf(app).auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/auth/reset-password` })
  const link = linkIn(await lastLinkEmailTo(app, email)).href
  const { page } = await browser.open()
  await page.goto(link)
  await page.getByRole('button').click()
  await fillNewPassword(page, newPassword)
  await expect(heading(page, 'Dashboard')).toBeFocused()
  await pressSignOut(page)
  await expect(page).toHaveURL(`${app.url}/auth/login`)

  await page.goto(link)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('This link has expired or was already used.')
  expect(page.url()).toBe(`${app.url}/auth/reset-password`)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Email not sent')).toContainText(/you can only request this after \d+ seconds/)
  await app.advance('61 s')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(heading(page, 'Check your email')).toBeFocused()
  const links = (await emailsTo(app, email)).filter(({ text }) => text.includes('/verify?'))
  expect(links).toHaveLength(2)

  const code = codeIn(await lastLinkEmailTo(app, email))
  const field = page.getByLabel('Or type the 6-digit code')
  await field.fill(code === '123456' ? '654321' : '123456')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or no longer valid.')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Choose a new password')).toBeFocused()

  await app.advance('6 min')
  await fillNewPassword(page, newPassword)
  await expect(alert).toContainText('This link has expired or was already used.')
  await expect(heading(page, 'Forgot password?')).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your email')).toBeFocused()
  await field.fill(codeIn(await lastLinkEmailTo(app, email)))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Choose a new password')).toBeFocused()
  await fillNewPassword(page, newPassword)
  await expect(toastIn(page, 'Failed to update password')).toContainText(
    'New password should be different from the old password.',
  )
  await fillNewPassword(page, 'twelve slow tricycles')
  await expect(heading(page, 'Dashboard')).toBeFocused()
})

test('asks for the second factor before the new password', async () => {
  const account = await newAccount(app)
  const { auth } = clientOf(app)
  await auth.signInWithPassword(account)
  const { secret } = await withAuthenticator(auth, app.clock)
  await auth.resetPasswordForEmail(account.email, { redirectTo: `${app.url}/auth/reset-password` })
  const { page } = await browser.open()
  await page.goto(linkIn(await lastLinkEmailTo(app, account.email)).href)
  await page.getByRole('button').click()
  await expect(heading(page, 'Confirm it’s you')).toBeVisible()
  await page.getByLabel('6-digit code').fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  await fillNewPassword(page, newPassword)
  await expect(heading(page, 'Dashboard')).toBeVisible()
})
