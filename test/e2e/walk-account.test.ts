import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { failCalls, signedIn, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount, tokensOf } from '../kit/visitors.ts'
import { holdCalls, holdEvents } from '../kit/walk.ts'

/** States of the account settings; what they change is in `journey-account` and `journey-sign-in-methods`. */
const app = await appOfPages()
const browser = await browserOfFile()

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const passwordTab = (page: Page) => page.getByRole('tab', { name: 'Password', exact: true })

test('the cards reserve their space, report what fails, and return the focus', async () => {
  const account = await newAccount(app)
  for (let device = 0; device < 5; device++) await tokensOf(app, account)
  const { page } = await browser.open()
  const message = 'The service is not available right now. Please try again in a moment.'
  for (const name of ['account-sessions', 'account-activity'])
    await failCalls(page, new RegExp(`/functions/v1/${name}$`), { status: 403, code: 'forbidden', message })
  const connectEvents = await holdEvents(page)
  const release = await holdCalls(page, /\/auth\/v1\/user$|\/functions\/v1\/account-/)
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/account`)
  const waits = ['your account', 'your second steps', 'your sign-in methods', 'your sessions', 'your activity']
  for (const waiting of waits) await expect(page.getByText(`Loading ${waiting}...`)).toBeAttached()
  const placeOf = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y
  const before = await placeOf('Sign-In Methods')
  release()
  await expect(page.getByRole('button', { name: 'Update Email Address' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Passkey' })).toBeVisible()
  expect(Math.abs(((await placeOf('Sign-In Methods')) ?? 0) - (before ?? 0))).toBeLessThanOrEqual(2)

  for (const what of ['Your sessions', 'Your activity']) {
    const failure = page.getByRole('alert').filter({ hasText: `${what} could not be loaded` })
    await expect(failure).toContainText(message)
  }
  const again = page.getByRole('button', { name: 'Try Again' })
  await again.first().press('Enter')
  await expect(page.getByRole('list', { name: 'Devices that are signed in' })).toBeVisible()
  await again.press('Enter')
  connectEvents()
  const entries = page.getByRole('list', { name: 'Recent activity, newest first' }).getByRole('listitem')
  await expect(entries).toHaveCount(5)
  await expect(entries.first()).toContainText('Signed in')
  await page.getByRole('button', { name: /^Show All \d+ Events$/ }).press('Enter')
  await expect.poll(() => entries.count()).toBeGreaterThan(5)

  await failCalls(page, /account-sessions$/, {
    status: 404,
    code: 'session_not_found',
    message: 'This device is signed out already.',
    when: (body) => body.includes('end'),
  })
  const signOut = page.getByRole('button', { name: 'Sign out Unknown device' }).first()
  await signOut.press('Enter')
  await expect(toastIn(page, 'Failed to sign out')).toContainText('This device is signed out already.')
  await expect(signOut).toBeFocused()

  await failCalls(page, /email-digest$/, {
    status: 403,
    code: 'forbidden',
    message: 'You may not do this.',
    when: (body) => body.includes('save'),
  })
  const digest = page.locator('#digest')
  await digest.getByRole('button', { name: 'Change' }).press('Enter')
  await page.getByRole('switch', { name: 'Send me the digest' }).press('Enter')
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Saturday', 'Sunday'])
    await page.getByRole('checkbox', { name: day }).uncheck()
  await page.getByRole('combobox', { name: 'Time', exact: true }).selectOption('18')
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('You may not do this.')
  await save.press('Enter')
  await expect(toastIn(page, 'Emails to you saved')).toBeVisible()
  await expect(digest).toContainText('Monday and Friday at 6:00 PM')

  const zone = page.getByRole('combobox', { name: 'Your time zone' })
  await expect(zone).toHaveValue('automatic')
  await zone.selectOption('Pacific/Kiritimati')
  await expect(toastIn(page, 'Time zone saved')).toContainText('Pacific/Kiritimati')
  // The event of the sign-in, fourteen hours ahead of UTC.
  const time = entries.first().locator('time')
  const at = new Date((await time.getAttribute('datetime')) ?? '')
  const inZone = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'Pacific/Kiritimati' })
  await expect(time).toContainText(inZone.format(at))

  // The night of the new year in UTC is its first afternoon there.
  const exported = { product: 'Mailroom', exportedAt: '2030-12-31T23:00:00Z', tables: {} }
  await page.route(/account-data$/, (route) => route.fulfill({ json: exported }), { times: 1 })
  await page.getByRole('button', { name: 'Export Data' }).press('Enter')
  await expect(toastIn(page, 'Data exported')).toContainText('Saved as mailroom-data-2031-01-01.json.')

  await failCalls(page, /account-data$/, { status: 429, code: 'too_many_requests', message: 'Please wait an hour.' })
  await page.getByRole('button', { name: 'Export Data' }).press('Enter')
  await expect(toastIn(page, 'Failed to export your data')).toContainText('Please wait an hour.')

  const remove = page.getByRole('button', { name: 'Delete Account' })
  await remove.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Delete your account?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await failCalls(page, /account-data$/, { status: 503, code: 'unavailable', message: 'Please try later.' })
  await field(page, `Type ${account.email} to confirm`).fill(account.email)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Failed to delete your account')).toContainText('Please try later.')
  await expect(dialog(page).getByRole('alert')).toHaveText('Please try later.')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Change Password' }).press('Enter')
  await expect(passwordTab(page)).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, 'Current Password')).toBeFocused()

  // What to do where the browser blocks notifications or has none.
  const notifications = page.getByRole('switch', { name: 'Show notifications in this browser' })
  await page.evaluate(() => {
    Object.defineProperty(window.Notification, 'permission', { get: () => 'denied' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.getByText('Your browser blocks notifications of this page.')).toBeVisible()
  await expect(notifications).toBeDisabled()
  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'Notification')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.getByText('This browser shows no notifications of pages.')).toBeVisible()
  await expect(notifications).toBeDisabled()
})
