import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { dialogIn, fieldIn, mailedCode, openSettings, secretIn } from '../kit/account-page.ts'
import { addPasskeyDevice } from '../kit/browser-passkey.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { codeOf } from '../kit/second-step.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { addressAtProviders, newAccount, newAddress, tokensOf } from '../kit/visitors.ts'

/** Other ways through sign-in methods and second steps than those of `journey-sign-in-methods`. */
const app = await appOfPages()
const browser = await browserOfFile()

const button = (page: Page, name: string) => page.getByRole('button', { name })

test('links a provider after a recent sign-in, and replaces the password by it', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
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
  await expect(code).toHaveAccessibleDescription(`You get a code at ${account.email}.`)
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
  await expect(code).toHaveAccessibleDescription(/A code was sent/)
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
})

test('a sign-in that is canceled at the provider links nothing', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  const methods = page.getByRole('list', { name: 'Sign-in methods' })
  const method = (name: string) => methods.getByRole('button', { name })
  const atProvider = () => page.waitForURL((url) => url.origin === app.sandbox.url)
  // The user cancels at the provider: nothing is linked.
  await method('Link Microsoft').press('Enter')
  await atProvider()
  await fieldIn(page, 'Account').fill(newAddress())
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(toastIn(page, 'That did not work')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/account`)

  // The dialog of an older sign-in returns the focus.
  await app.advance('6 min')
  await method('Link Google').press('Enter')
  await expect(dialogIn(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(method('Link Google')).toBeFocused()
})

test('sets up an authenticator app by keyboard, keeps it through a new password, and switches it off', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  const code = fieldIn(page, 'Code from the App')
  const add = button(page, 'Add Authenticator App')
  // A set-up that is closed leaves nothing behind: the same name is free.
  for (const isClosed of [true, false]) {
    await add.press('Enter')
    await expect(fieldIn(page, 'Name')).toBeFocused()
    await expect(fieldIn(page, 'Name')).toHaveValue('Authenticator app')
    await page.keyboard.type('My phone')
    await page.keyboard.press('Enter')
    await expect(code).toBeFocused()
    if (!isClosed) break
    await page.keyboard.press('Escape')
    await expect(add).toBeFocused()
  }

  const picture = page.getByRole('img', { name: 'QR code with the secret below' })
  expect(await picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/)
  expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true)
  const secret = await secretIn(page)
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription('Please enter the 6 digits that your app shows')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/This code is wrong/)
  await code.fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Authenticator app added')).toBeVisible()

  await expect(dialogIn(page).getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const download = page.waitForEvent('download')
  await button(page, 'Download').press('Enter')
  expect((await download).suggestedFilename()).toBe('mailroom-recovery-codes.txt')
  await button(page, 'I Have Saved Them').press('Enter')
  await expect(dialogIn(page)).toHaveCount(0)
  await expect(add).toBeFocused()
  const steps = page.getByRole('list', { name: 'Your second steps' })
  await expect(steps.getByRole('heading', { name: 'My phone' })).toBeVisible()
  await expect(steps).toContainText('10 codes left')

  await button(page, 'Create New Codes').press('Enter')
  await expect(dialogIn(page)).toContainText('Earlier codes stop working.')
  await button(page, 'Create Codes').press('Enter')
  await expect(codes).toHaveCount(10)
  // The codes are shown only once, so only the confirming button closes the dialog.
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await button(page, 'I Have Saved Them').press('Enter')
  await expect(codes).toHaveCount(0)

  await app.advance('6 min')
  await page.getByRole('tab', { name: 'Password', exact: true }).click()
  await fieldIn(page, 'Current Password').fill(account.password)
  await fieldIn(page, 'New Password').fill('seven green bicycles')
  await fieldIn(page, 'Confirm New Password').fill('seven green bicycles')
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
  await page.reload()
  await expect(steps).toBeVisible()
  await expect(page.getByText('Two-step', { exact: true })).toBeVisible()

  await button(page, 'Switch Off').press('Enter')
  await expect(dialogIn(page).getByRole('heading', { name: 'Switch off two-step sign-in?' })).toBeVisible()
  const proof = fieldIn(page, 'Code from Your Authenticator App')
  await expect(proof).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(proof).toHaveAccessibleDescription('Please enter a code')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(proof).toHaveAccessibleDescription(/This code is wrong/)
  await proof.fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Two-step sign-in is off')).toBeVisible()
  await expect(steps).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Two-Step Sign-In Off' })).toBeVisible()
})

test('a recovery code removes a lost second step', async () => {
  const { page } = await openSettings(app, browser, await newAccount(app))
  await button(page, 'Add Authenticator App').press('Enter')
  await expect(fieldIn(page, 'Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await fieldIn(page, 'Code from the App').fill(codeOf(await secretIn(page), app.clock))
  await page.keyboard.press('Enter')
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const [recoveryCode = ''] = await shown.allInnerTexts()
  await button(page, 'I Have Saved Them').press('Enter')
  await button(page, 'Remove Authenticator app').press('Enter')
  await expect(fieldIn(page, 'Code from Your Authenticator App')).toBeFocused()
  await button(page, 'Use a recovery code').press('Enter')
  await fieldIn(page, 'Recovery Code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Two-step sign-in is off')).toBeVisible()
})

test('a passkey that the browser does not create leaves its name free', async () => {
  const { page } = await openSettings(app, browser, await newAccount(app))
  await addPasskeyDevice(page)
  const name = fieldIn(page, 'Name')
  const addPasskey = async (): Promise<void> => {
    await button(page, 'Add Passkey').press('Enter')
    await expect(name).toHaveValue('Passkey')
    await expect(name).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('My laptop')
    await page.keyboard.press('Enter')
  }
  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'))
  })
  await addPasskey()
  await expect(page.getByRole('alert').filter({ hasText: 'The browser did not create a passkey.' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Add Passkey')).toBeFocused()
  await page.evaluate(() => Reflect.deleteProperty(navigator.credentials, 'create'))
  await addPasskey()
  await expect(toastIn(page, 'Passkey added')).toBeVisible()
})
