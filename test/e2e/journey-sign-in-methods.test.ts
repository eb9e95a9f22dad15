import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { dialogIn, fieldIn, openSettings, secretIn } from '../kit/account-page.ts'
import { addPasskeyDevice } from '../kit/browser-passkey.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { codeOf } from '../kit/second-step.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

/** Second steps of an account, with the real server; the providers are in `journey-sign-in-methods.long`. */
const app = await appOfPages()
const browser = await browserOfFile()

const button = (page: Page, name: string) => page.getByRole('button', { name })

test('adds a passkey, re-authenticates with it, adds an app, and switches both off', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
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

  await button(page, 'Switch Off').press('Enter')
  await expect(dialogIn(page).getByRole('heading', { name: 'Switch off two-step sign-in?' })).toBeVisible()
  await dialogIn(page).getByRole('button', { name: 'Use a Passkey' }).press('Enter')
  await expect(toastIn(page, 'Two-step sign-in is off')).toBeVisible()
})
