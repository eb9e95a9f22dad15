import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { openSettings } from '../kit/account-page.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount, newAddress } from '../kit/visitors.ts'
import { holdCalls } from '../kit/walk.ts'

/** States of the account settings; what they change is in `journey-account` and `journey-sign-in-methods`. */
const app = await appOfPages()
const browser = await browserOfFile()

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const passwordTab = (page: Page) => page.getByRole('tab', { name: 'Password', exact: true })

test('the forms show their texts, errors at their field, progress and failures', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname)
  })
  await expect(page).toHaveTitle('Account Settings · Mailroom')
  await expect(page.getByRole('heading', { name: 'Manage Your Account' })).toBeVisible()
  await expect(page.getByText('Update your email address or change your password')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Email Address' })).toHaveAttribute('aria-selected', 'true')
  for (const list of ['Sign-in methods', 'Devices that are signed in', 'Recent activity, newest first'])
    await expect(page.getByRole('list', { name: list })).toBeVisible()
  const index = page.getByRole('navigation', { name: 'On this page' })
  await expect(index.getByRole('link', { name: 'Delete account' })).toBeVisible()
  for (const link of await index.getByRole('link').all())
    await expect(page.locator((await link.getAttribute('href')) ?? '')).toBeVisible()

  await field(page, 'New Email Address').focus()
  await page.keyboard.type('not an address')
  await field(page, 'Current Password').fill('12345')
  await page.keyboard.press('Enter')
  await expect(field(page, 'New Email Address')).toBeFocused()
  await expect(field(page, 'New Email Address')).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription('Password must be at least 6 characters')

  await page.getByRole('tab', { name: 'Email Address' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(passwordTab(page)).toHaveAttribute('aria-selected', 'true')
  // The tab panel, and the link for forgotten passwords.
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(field(page, 'Current Password')).toBeFocused()
  await page.keyboard.type('12345')
  await field(page, 'New Password').fill('1234567')
  await field(page, 'Confirm New Password').fill('12345678')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Current Password')).toBeFocused()
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription('Password must be at least 6 characters')
  await expect(field(page, 'New Password')).toHaveAccessibleDescription('New password must be at least 8 characters')
  await expect(field(page, 'Confirm New Password')).toHaveAccessibleDescription("Passwords don't match")
  expect(sent.filter((path) => path.startsWith('/auth/v1/'))).toEqual([])

  // A broken service: the page's own advice in place of a message.
  await failCalls(page, /\/auth\/v1\/token/, { status: 500 })
  await field(page, 'Current Password').fill(account.password)
  await field(page, 'New Password').fill('seven green bicycles')
  await field(page, 'Confirm New Password').fill('seven green bicycles')
  const update = page.getByRole('button', { name: 'Update Password' })
  await update.press('Enter')
  await expect(toastIn(page, 'Failed to update password')).toContainText(
    'Please check your current password and try again.',
  )
  await expect(field(page, 'New Password')).toHaveValue('seven green bicycles')
  const release = await holdCalls(page, /\/auth\/v1\/token/)
  await update.press('Enter')
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  release()
  await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
  await expect(update).toBeEnabled()

  await page.getByRole('tab', { name: 'Email Address' }).click()
  await failCalls(page, /\/auth\/v1\/user/, { status: 500, when: (body) => body !== '' })
  await field(page, 'New Email Address').fill(newAddress())
  await field(page, 'Current Password').fill('seven green bicycles')
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Failed to update email')).toContainText('Please check your password and try again.')
})
