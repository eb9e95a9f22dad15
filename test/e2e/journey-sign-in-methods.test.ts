import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { dialogIn, fieldIn, mailedCode, openSettings, secretIn } from '../kit/account-page.ts'
import { addPasskeyDevice } from '../kit/browser-passkey.ts'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { codeOf } from '../kit/second-step.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { addressAtProviders, newAccount, tokensOf } from '../kit/visitors.ts'

/** Providers, passwords and second steps of an account, with the real server. */
let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const button = (page: Page, name: string) => page.getByRole('button', { name })

test('links a provider after a recent sign-in, and replaces the password by it', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await openSettings(app, browser, account)
  const methods = page.getByRole('list', { name: 'Sign-in methods' })
  const method = (name: string) => methods.getByRole('button', { name })
  const atProvider = () => page.waitForURL((url) => url.origin === app.sandbox.url)
  const confirmation = page.getByRole('alertdialog')
  const onlyMethod = 'This is your only sign-in method, so it has to stay.'
  await expect(methods).toContainText(account.email)
  await expect(methods).toContainText(onlyMethod)

  // Linking requires a recent sign-in.
  await app.advance('6 min')
  await method('Link Google').press('Enter')
  await expect(dialogIn(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await fieldIn(page, 'Your Password').fill(account.password)
  await page.keyboard.press('Enter')
  await atProvider()
  const atGoogle = await addressAtProviders(app)
  await fieldIn(page, 'Email').fill(atGoogle)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${app.url}/account`)
  await expect(toastIn(page, 'Google linked')).toBeVisible()
  await expect(methods).toContainText(atGoogle)

  // Without a password, Google is the only method, and a code by email takes the place of the password.
  await method('Remove Password').press('Enter')
  await confirmation.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(toastIn(page, 'Password removed')).toBeVisible()
  await expect(methods).toContainText('Not set')
  await expect(method('Unlink Google')).toBeDisabled()
  await expect(methods).toContainText(onlyMethod)
  const code = fieldIn(page, 'Code from the Email')
  await expect(code).toHaveAccessibleDescription(`We email a code to ${account.email}.`)
  await expect(fieldIn(page, 'Current Password')).toHaveCount(0)
  await expect(button(page, 'Use your password')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Password', exact: true }).click()
  await expect(code).toBeVisible()
  await page.getByRole('tab', { name: 'Email Address' }).click()
  await method('Set Password').press('Enter')
  await expect(page.getByRole('tab', { name: 'Password', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(code).toBeFocused()

  const password = 'seven green bicycles'
  await button(page, 'Send Code').press('Enter')
  await expect(code).toHaveAccessibleDescription(/We sent a code/)
  await code.fill(await mailedCode(app, account.email))
  await fieldIn(page, 'New Password').fill(password)
  await fieldIn(page, 'Confirm New Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
  await expect(method('Change Password')).toBeVisible()
  expect((await tokensOf(app, { ...account, password })).access_token).toMatch(/^ey/)

  await method('Unlink Google').press('Enter')
  await expect(confirmation).toContainText(`You can then no longer sign in with ${atGoogle}.`)
  await confirmation.getByRole('button', { name: 'Unlink' }).press('Enter')
  await expect(toastIn(page, 'Google unlinked')).toBeVisible()
  await expect(method('Link Google')).toBeVisible()
  expect(complaints).toEqual([])
})

test('adds a passkey, re-authenticates with it, and removes an app with a recovery code', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await openSettings(app, browser, account)
  await addPasskeyDevice(page)
  const name = fieldIn(page, 'Name')
  await button(page, 'Add Passkey').press('Enter')
  await expect(name).toHaveValue('Passkey')
  await expect(name).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('My laptop')
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Passkey added')).toBeVisible()
  await button(page, 'I Have Saved Them').press('Enter')
  const steps = page.getByRole('list', { name: 'Your second steps' })
  await expect(steps.getByRole('heading', { name: 'My laptop' })).toBeVisible()
  await expect(button(page, 'Add Passkey')).toBeFocused()

  // The authentication is too old: the password is required, then the passkey.
  await page.clock.setFixedTime(app.clock.now().getTime() + 6 * 60_000)
  await button(page, 'Add Authenticator App').press('Enter')
  await expect(dialogIn(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  const password = fieldIn(page, 'Your Password')
  await expect(password).toBeFocused()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('Invalid login credentials')
  await expect(password).toBeFocused()
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialogIn(page)).toContainText('needs your second step too')
  await button(page, 'Use Your Passkey').press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await page.clock.setFixedTime(app.clock.now())
  // The session before it has ended.
  await expect(page.getByRole('list', { name: 'Devices that are signed in' }).getByRole('listitem')).toHaveCount(1)

  // Recent again: not asked for.
  await button(page, 'Add Authenticator App').press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  const code = fieldIn(page, 'Code from the App')
  await expect(code).toBeFocused()
  const picture = page.getByRole('img', { name: 'QR code with the secret below' })
  expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/This code is wrong/)
  await code.fill(codeOf(await secretIn(page), app.clock))
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Authenticator app added')).toBeVisible()
  await expect(steps.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  await expect(button(page, 'Add Authenticator App')).toBeFocused()

  await button(page, 'Create New Codes').press('Enter')
  await button(page, 'Create Codes').press('Enter')
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allInnerTexts()
  await button(page, 'I Have Saved Them').press('Enter')

  await steps.getByRole('button', { name: 'Remove Authenticator app' }).press('Enter')
  await expect(dialogIn(page).getByRole('heading', { name: 'Remove “Authenticator app”?' })).toBeVisible()
  // The app that is being removed is not required.
  await expect(fieldIn(page, 'Code from Your Authenticator App')).toHaveCount(0)
  await button(page, 'Use a recovery code').press('Enter')
  const recovery = fieldIn(page, 'Recovery Code')
  await recovery.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  // Excludes the entry in the recent activity.
  await expect(page.getByRole('listitem').filter({ hasText: /^Second step removed$/ })).toBeVisible()
  await expect(steps.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await expect(steps).toContainText('9 codes left')

  await button(page, 'Remove My laptop').press('Enter')
  await expect(dialogIn(page).getByRole('heading', { name: 'Switch off two-step sign-in?' })).toBeVisible()
  await button(page, 'Use Your Passkey').press('Enter')
  await expect(toastIn(page, 'Two-step sign-in is off')).toBeVisible()
  expect(complaints).toEqual([])
})
