import { expect } from '../kit/expect.ts'
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { mailedCode, mailedLinks, openSettings } from '../kit/account-page.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { newAccount } from '../kit/visitors.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const settings = async () => {
  const account = await newAccount(app)
  return { account, ...(await openSettings(app, browser, account)) }
}
const openPasswordTab = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Email Address' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Password', exact: true })).toHaveAttribute('aria-selected', 'true')
}

test('shows its texts and is accessible in light and dark, wide and narrow', async () => {
  const account = await newAccount(app)
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    const { page, complaints } = await openSettings(app, browser, account, {
      colorScheme,
      viewport: { width, height: 900 },
    })
    await expect(page).toHaveTitle('Account Settings · Mailroom')
    await expect(page.getByRole('heading', { name: 'Manage Your Account' })).toBeVisible()
    await expect(page.getByText('Update your email address or change your password')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Email Address' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: 'Update Email Address' })).toBeVisible()
    for (const list of ['Sign-in methods', 'Devices that are signed in', 'Recent activity, newest first']) {
      await expect(page.getByRole('list', { name: list })).toBeVisible()
    }
    const index = page.getByRole('navigation', { name: 'On this page' })
    for (const link of await index.getByRole('link').all())
      await expect(page.locator((await link.getAttribute('href')) ?? '')).toBeVisible()
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await openPasswordTab(page)
    await expect(page.getByRole('button', { name: 'Update Password' })).toBeVisible()
    await expectNoAxeViolations(page)
    expect(complaints).toEqual([])
  }
})

describe('the password', () => {
  test('reports errors at their field before any request', async () => {
    const { page } = await settings()
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await openPasswordTab(page)
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
    await expectNoAxeViolations(page)
    expect(sent.filter((path) => path.startsWith('/auth/v1/token'))).toEqual([])
  })

  test('is changed by keyboard alone; the fields are cleared and the user stays signed in', async () => {
    const { account, page, complaints } = await settings()
    // Needs no recent sign-in, because the password is entered here.
    await app.advance('6 min')
    await openPasswordTab(page)
    const next = 'seven green bicycles'
    await field(page, 'Current Password').focus()
    await page.keyboard.type(account.password)
    // Skips the button that shows the password.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(next)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(next)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Password updated successfully')).toContainText('Your password has been changed.')
    for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
      await expect(field(page, label)).toHaveValue('')
    }
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    // Only the page's session remains; all earlier ones have ended.
    await expect(page.getByRole('list', { name: 'Devices that are signed in' }).getByRole('listitem')).toHaveCount(1)
    await openSettings(app, browser, { ...account, password: next })
    expect(complaints).toEqual([])
  })

  test("shows the service's message for a wrong password, its own otherwise; keeps the session", async () => {
    const { account, page } = await settings()
    await openPasswordTab(page)
    await field(page, 'Current Password').fill('not this one')
    await field(page, 'New Password').fill('seven green bicycles')
    await field(page, 'Confirm New Password').fill('seven green bicycles')
    await page.getByRole('button', { name: 'Update Password' }).press('Enter')
    const failed = toastIn(page, 'Failed to update password')
    await expect(failed).toContainText('Invalid login credentials')
    await page.getByRole('button', { name: 'Dismiss' }).click()

    await failCalls(page, /\/auth\/v1\/token/, { status: 500 })
    await field(page, 'Current Password').fill(account.password)
    await page.getByRole('button', { name: 'Update Password' }).press('Enter')
    await expect(failed).toContainText('Please check your current password and try again.')
    await expect(field(page, 'New Password')).toHaveValue('seven green bicycles')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  })

  test('refuses a weak or unchanged password and allows another attempt', async () => {
    const { account, page } = await settings()
    await openPasswordTab(page)
    await field(page, 'Current Password').fill(account.password)
    await field(page, 'New Password').fill(account.password)
    await field(page, 'Confirm New Password').fill(account.password)
    await page.getByRole('button', { name: 'Update Password' }).press('Enter')
    await expect(toastIn(page, 'Failed to update password')).toContainText(
      'New password should be different from the old password.',
    )
    await field(page, 'New Password').fill('seven green bicycles')
    await field(page, 'Confirm New Password').fill('seven green bicycles')
    await page.getByRole('button', { name: 'Update Password' }).press('Enter')
    await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
  })

  test('shows progress on the button', async () => {
    const { account, page } = await settings()
    const held = Promise.withResolvers<void>()
    await page.route('**/auth/v1/token*', async (route) => {
      await held.promise
      await route.continue()
    })
    await openPasswordTab(page)
    await field(page, 'Current Password').fill(account.password)
    await field(page, 'New Password').fill('seven green bicycles')
    await field(page, 'Confirm New Password').fill('seven green bicycles')
    await page.getByRole('button', { name: 'Update Password' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled()
    held.resolve()
    await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
  })
})

describe('an emailed code in place of the password', () => {
  test('changes the password', async () => {
    const { account, page, complaints } = await settings()
    await openPasswordTab(page)
    await page.getByRole('button', { name: 'Use a code by email' }).press('Enter')
    await page.getByRole('button', { name: 'Update Password' }).press('Enter')
    const code = field(page, 'Code from the Email')
    await expect(code).toHaveAccessibleDescription('Please enter the code from the email')
    await page.getByRole('button', { name: 'Send Code' }).press('Enter')
    await expect(code).toBeFocused()
    await page.keyboard.type('000000')
    await expect(code).toHaveAccessibleDescription(/We sent a code to .* It is valid for 10 minutes\./)
    await field(page, 'New Password').fill('seven green bicycles')
    await field(page, 'Confirm New Password').fill('seven green bicycles')
    await expectNoAxeViolations(page)
    const right = await mailedCode(app, account.email)
    await code.fill(right)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
    await openSettings(app, browser, { ...account, password: 'seven green bicycles' })
    expect(complaints).toEqual([])
  })

  test("shows the service's message for a wrong or old code; the next email has to wait", async () => {
    const { page } = await settings()
    await app.advance('6 min')
    await page.getByRole('button', { name: 'Use a code by email' }).press('Enter')
    await page.getByRole('button', { name: 'Send Code' }).press('Enter')
    await expect(field(page, 'Code from the Email')).toBeFocused()
    await page.keyboard.type('abcdef')
    await field(page, 'New Email Address').fill('other@people.example')
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Failed to update email')).toContainText('Nonce has expired or is invalid')
    await page.getByRole('button', { name: 'Send Again' }).press('Enter')
    await expect(toastIn(page, 'Failed to send the code')).toContainText(/Please wait \d+ seconds and try again\./)
    await page.getByRole('button', { name: 'Use your password' }).press('Enter')
    await expect(field(page, 'Current Password')).toBeVisible()
  })
})

describe('the email address', () => {
  const newEmail = (): string => `${randomBytes(5).toString('hex')}@people.example`

  test('reports errors at their field before any request', async () => {
    const { page } = await settings()
    await field(page, 'New Email Address').focus()
    await page.keyboard.type('not an address')
    await field(page, 'Current Password').fill('12345')
    await page.keyboard.press('Enter')
    await expect(field(page, 'New Email Address')).toBeFocused()
    await expect(field(page, 'New Email Address')).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(field(page, 'Current Password')).toHaveAccessibleDescription('Password must be at least 6 characters')
    await expectNoAxeViolations(page)
  })

  test("shows the service's message for a wrong password and its own for a broken service", async () => {
    const { account, page } = await settings()
    await field(page, 'New Email Address').fill(newEmail())
    await field(page, 'Current Password').fill('not this one')
    await page.keyboard.press('Enter')
    const failed = toastIn(page, 'Failed to update email')
    await expect(failed).toContainText('Invalid login credentials')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await failCalls(page, /\/auth\/v1\/user/, { status: 500, when: (body) => body !== '' })
    await field(page, 'Current Password').fill(account.password)
    await page.keyboard.press('Enter')
    await expect(failed).toContainText('Please check your password and try again.')
  })

  test('waits until both mailboxes have confirmed, and says so', async () => {
    const { account, page, complaints } = await settings()
    const wanted = newEmail()
    await field(page, 'New Email Address').focus()
    await page.keyboard.type(wanted)
    await field(page, 'Current Password').focus()
    await page.keyboard.type(account.password)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Email update initiated')).toContainText(
      'Please check your new email for a confirmation link.',
    )
    await expect(field(page, 'New Email Address')).toHaveValue('')
    await expect(field(page, 'Current Password')).toHaveValue('')

    await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible()
    await expect(page.getByText(`Open the link that we sent to ${wanted}`)).toBeVisible()
    await expect(page.getByText(`Open the link that we sent to ${account.email}`)).toBeVisible()
    await expectNoAxeViolations(page)

    await page.getByRole('button', { name: 'Resend Links' }).press('Enter')
    await expect(toastIn(page, 'Failed to send the links')).toContainText(/Please wait \d+ seconds and try again\./)
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
    await app.advance('61 s')
    await page.getByRole('button', { name: 'Resend Links' }).press('Enter')
    await expect(toastIn(page, 'Links sent')).toBeVisible()

    await page.getByRole('button', { name: 'Cancel Change' }).press('Enter')
    await expect(toastIn(page, 'Change canceled')).toContainText(`You keep ${account.email}.`)
    await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test('changes when both links were opened; the page shows the new address', async () => {
    const { account, page, complaints } = await settings()
    const wanted = newEmail()
    await field(page, 'New Email Address').fill(wanted)
    await field(page, 'Current Password').fill(account.password)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Email update initiated')).toBeVisible()

    for (const [index, address] of [wanted, account.email].entries()) {
      const [link] = await mailedLinks(app, address)
      await page.goto(link ?? '')
      await page.getByRole('button').press('Enter')
      await page.waitForURL(`${app.url}/account`)
      if (index === 0) await expect(toastIn(page, 'Confirmation link accepted')).toBeVisible()
    }
    await expect(toastIn(page, 'Your email address has been changed')).toBeVisible()
    await expect(page.getByText(`Your address is ${wanted}`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toHaveCount(0)
    await openSettings(app, browser, { ...account, email: wanted })
    expect(complaints).toEqual([])
  })
})
