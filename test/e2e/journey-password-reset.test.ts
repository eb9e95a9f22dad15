import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { openAuthPage, browserOfFile } from '../kit/browser.ts'
import { fillNewPassword, newPassword } from '../kit/new-password-page.ts'
import { clientOf, lastLinkEmailTo, linkIn } from '../kit/outbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('resets a forgotten password by keyboard, from the login screen to the dashboard', async () => {
  const account = await newAccount(app)
  const { email } = account
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).press('Enter')
  await expect(heading(page, 'Forgot password?')).toBeFocused()
  const sent = (address: string) => page.getByText(`If there is an account for ${address}, a link`)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(sent(email)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()

  await page.goto(linkIn(await lastLinkEmailTo(app, email)).href)
  await page.getByRole('button').press('Enter')
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  expect(page.url()).toBe(`${app.url}/auth/reset-password`)
  const first = page.getByLabel('New Password', { exact: true })
  const second = page.getByLabel('Confirm New Password')
  await expect(first).toHaveAccessibleDescription('8 characters or more. Long is better than complicated.')
  await fillNewPassword(page, 'seven77', 'seven7')
  await expect(first).toHaveAccessibleDescription('New password must be at least 8 characters')
  await expect(second).toHaveAccessibleDescription("Passwords don't match")
  await expect(first).toBeFocused()
  await fillNewPassword(page, 'password123')
  const refusal = toastIn(page, 'Failed to update password')
  await expect(refusal).toContainText('This password appears in data leaks.')
  await expect(first).toHaveAccessibleDescription(/^This password appears in data leaks\./)
  await fillNewPassword(page, newPassword)
  await expect(heading(page, 'Dashboard')).toBeFocused()
  await expect(toastIn(page, 'Password updated successfully')).toContainText('Your password has been changed.')

  const { auth } = clientOf(app)
  expect((await auth.signInWithPassword(account)).error?.code).toBe('invalid_credentials')
  expect((await auth.signInWithPassword({ email, password: newPassword })).error).toBeNull()
})
