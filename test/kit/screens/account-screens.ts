import type { Page } from 'playwright-core'
import { mailedCode, openSettings } from '../account-page.ts'
import { addPasskeyDevice } from '../browser-passkey.ts'
import { failCalls, type TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { callFunction } from '../outlook.ts'
import { codeOf } from '../second-step.ts'
import { pressSignOut } from '../sign-in-page.ts'
import { newEmail } from '../start-accounts.ts'
import type { App } from '../start-app.ts'
import { fillLogin, newAccount } from '../visitors.ts'
import type { Look } from './look.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const wide = { viewport: { width: 1440, height: 900 } }

/** The cards of the account and the dialog that deletes it. */
export async function lookAtAccount(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const account = await newAccount(app)
  await callFunction(app, account, 'forward-addresses', { action: 'ask', address: newEmail() })
  const { page } = await openSettings(app, browser, account, wide)
  await expect(page.getByRole('list', { name: 'Recent activity, newest first' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Forwarding addresses' }).getByRole('listitem')).toHaveCount(1)
  await button(page, 'Change').click()
  await page.getByRole('switch', { name: 'Send me the digest' }).click()
  await expect(page.getByRole('checkbox', { name: 'Sunday' })).toBeChecked()
  await look(page, dialog(page))
  await button(page, 'Save').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Confirm your address first' })).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(window.Notification, 'permission', { get: () => 'granted' })
    window.Notification.requestPermission = () => Promise.resolve('granted')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const notifications = page.getByRole('switch', { name: 'Show notifications in this browser' })
  await notifications.click()
  await expect(notifications).toBeChecked()
  await look(page)
  await field(page, 'New Email Address').fill('not an address')
  await field(page, 'Current Password').fill('12345')
  await page.keyboard.press('Enter')
  await expect(field(page, 'New Email Address')).toBeFocused()
  await look(page, page.getByRole('main'))
  await field(page, 'New Email Address').fill(newEmail())
  await field(page, 'Current Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible()
  await page.getByRole('tab', { name: 'Password', exact: true }).click()
  await button(page, 'Use a code by email').click()
  await button(page, 'Send Code').click()
  await expect(field(page, 'Code from the Email')).toHaveAccessibleDescription(/A code was sent/)
  await field(page, 'Code from the Email').fill(await mailedCode(app, account.email))
  await field(page, 'New Password').fill('short')
  await field(page, 'Confirm New Password').fill('shorter')
  await button(page, 'Update Password').click()
  await expect(field(page, 'New Password')).toHaveAccessibleDescription(/at least 8 characters/)
  await expect(field(page, 'Confirm New Password')).toHaveAccessibleDescription("Passwords don't match")
  await look(page)
  await button(page, 'Delete Account').click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(4)
  await look(page, dialog(page))
  await page.keyboard.press('Escape')
  await failCalls(page, /forward-addresses$/, {
    status: 403,
    code: 'reauthentication_needed',
    when: (body) => body.includes('ask'),
  })
  await page.getByRole('button', { name: /^Send Link Again to / }).click()
  await expect(field(page, 'Your Password')).toBeFocused()
  await look(page, dialog(page))
  await page.keyboard.press('Escape')

  for (const name of ['account-sessions', 'account-activity', 'email-digest', 'forward-addresses'])
    await failCalls(page, new RegExp(`/functions/v1/${name}$`), { status: 403, message: 'Not today.', times: 9 })
  await page.reload()
  for (const what of ['Your sessions', 'Your activity', 'Your digest'])
    await expect(page.getByRole('alert').filter({ hasText: `${what} could not be loaded` })).toBeVisible()
  await look(page)
}

/** Second steps, and the dialogs that add, use and remove them. */
export async function lookAtTwoSteps(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account, wide)
  await addPasskeyDevice(page)
  await button(page, 'Add Authenticator App').click()
  await expect(field(page, 'Name')).toBeFocused()
  await look(page, dialog(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code with the secret below' })).toBeVisible()
  const secret = (await dialog(page).locator('[translate=no]').innerText()).replaceAll(' ', '')
  await look(page, dialog(page))
  await field(page, 'Code from the App').fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await look(page, dialog(page))
  await button(page, 'I Have Saved Them').click()
  await expect(button(page, 'Add Authenticator App')).toBeFocused()
  await button(page, 'Add Passkey').click()
  await expect(field(page, 'Name')).toBeFocused()
  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'))
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The browser did not create a passkey.' })).toBeVisible()
  await look(page, dialog(page))
  await page.keyboard.press('Escape')
  await button(page, 'Create New Codes').click()
  await expect(dialog(page)).toContainText('Earlier codes stop working.')
  await look(page, dialog(page))
  await page.keyboard.press('Escape')
  await button(page, 'Switch Off').click()
  await expect(field(page, 'Code from Your Authenticator App')).toBeFocused()
  await look(page, dialog(page))
  await page.keyboard.press('Escape')
  await look(page)

  await page.clock.setFixedTime(app.clock.now().getTime() + 6 * 60_000)
  await button(page, 'Add Authenticator App').click()
  await expect(field(page, 'Your Password')).toBeFocused()
  await look(page, dialog(page))
  await field(page, 'Your Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('needs your second step too')
  await look(page, dialog(page))
  await page.keyboard.press('Escape')
  await pressSignOut(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  await fillLogin(page, account)
  await expect(page.getByRole('textbox', { name: /code/i })).toBeVisible()
  await look(page)
}

/** An account that signs in with a provider, and one question of this card. */
export async function lookAtProviders(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account, wide)
  await page.route(/\/auth\/v1\/user$/, async (route) => {
    const answer = await route.fetch()
    const user: unknown = await answer.json()
    const identity = (provider: string, id: string) => ({
      identity_id: id,
      id: provider,
      user_id: id,
      provider,
      identity_data: { email: account.email },
    })
    const identities = [
      identity('azure', '9c1f3c2e-2f0e-4c8b-9f43-0f4a86b2a001'),
      identity('google', '9c1f3c2e-2f0e-4c8b-9f43-0f4a86b2a002'),
    ]
    await route.fulfill({ response: answer, json: Object.assign({}, user, { identities }) })
  })
  await page.addInitScript(() => Object.defineProperty(window.Notification, 'permission', { get: () => 'denied' }))
  await page.reload()
  await expect(page.getByText('Your browser blocks notifications of this page.')).toBeVisible()
  await expect(field(page, 'Code from the Email')).toBeVisible()
  await look(page)
  await button(page, 'Unlink Microsoft').click()
  await expect(page.getByRole('alertdialog')).toContainText('You can then no longer sign in with')
  await look(page, page.getByRole('alertdialog'))
}
