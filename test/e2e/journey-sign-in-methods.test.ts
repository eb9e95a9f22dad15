import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { mailedCode, openSettings } from '../kit/account-page.ts'
import { addPasskeyDevice } from '../kit/browser-passkey.ts'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { codeOf } from '../kit/second-step.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount, newAddress, tokensOf } from '../kit/visitors.ts'

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

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name })

/** An address with an account at both providers. */
async function theirAddress(): Promise<string> {
  const email = newAddress()
  await app.control('POST', '/control/google/accounts', { email })
  await app.control('POST', '/control/outlook/mailboxes', { email, kind: 'personal' })
  return email
}

test('links providers, and replaces the password by one of them', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await openSettings(app, browser, account)
  const methods = page.getByRole('list', { name: 'Sign-in methods' })
  const method = (name: string) => methods.getByRole('button', { name })
  const atProvider = () => page.waitForURL((url) => url.origin === app.sandbox.url)
  const onlyMethod = 'This is your only sign-in method, so it has to stay.'
  await expect(methods).toContainText(account.email)
  await expect(methods).toContainText(onlyMethod)

  // The user cancels at the provider: nothing is linked.
  await method('Link Microsoft').press('Enter')
  await atProvider()
  await field(page, 'Account').fill(newAddress())
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(toastIn(page, 'That did not work')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/account`)

  await method('Link Microsoft').press('Enter')
  await atProvider()
  const atMicrosoft = await theirAddress()
  await field(page, 'Account').fill(atMicrosoft)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.waitForURL(`${app.url}/account`)
  await expect(toastIn(page, 'Microsoft linked')).toBeVisible()
  await expect(page.getByText('Signed in successfully')).toHaveCount(0)
  await expect(methods).toContainText(atMicrosoft)
  await method('Unlink Microsoft').press('Enter')
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText(`You can then no longer sign in with ${atMicrosoft}.`)
  await confirmation.getByRole('button', { name: 'Unlink' }).press('Enter')
  await expect(toastIn(page, 'Microsoft unlinked')).toBeVisible()
  await expect(method('Link Microsoft')).toBeVisible()

  // Linking requires a recent sign-in.
  await app.advance('6 min')
  await method('Link Google').press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(method('Link Google')).toBeFocused()
  await method('Link Google').press('Enter')
  await field(page, 'Your Password').fill(account.password)
  await page.keyboard.press('Enter')
  await atProvider()
  const atGoogle = await theirAddress()
  await field(page, 'Email').fill(atGoogle)
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
  const code = field(page, 'Code from the Email')
  await expect(code).toHaveAccessibleDescription(`We email a code to ${account.email}.`)
  await expect(field(page, 'Current Password')).toHaveCount(0)
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
  await field(page, 'New Password').fill(password)
  await field(page, 'Confirm New Password').fill(password)
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

const secretOf = async (page: Page): Promise<string> =>
  (await dialog(page).locator('[translate=no]').innerText()).replaceAll(' ', '')

test('sets up an authenticator app by keyboard, keeps it through a new password, and switches it off', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await openSettings(app, browser, account)
  const code = field(page, 'Code from the App')
  const add = button(page, 'Add Authenticator App')
  // A set-up that is closed leaves nothing behind: the same name is free.
  for (const isClosed of [true, false]) {
    await add.press('Enter')
    await expect(field(page, 'Name')).toBeFocused()
    await expect(field(page, 'Name')).toHaveValue('Authenticator app')
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
  const secret = await secretOf(page)
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription('Please enter the 6 digits that your app shows')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/This code is wrong/)
  await code.fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Authenticator app added')).toBeVisible()

  await expect(dialog(page).getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const download = page.waitForEvent('download')
  await button(page, 'Download').press('Enter')
  expect((await download).suggestedFilename()).toBe('mailroom-recovery-codes.txt')
  await button(page, 'I Have Saved Them').press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(add).toBeFocused()
  const steps = page.getByRole('list', { name: 'Your second steps' })
  await expect(steps.getByRole('heading', { name: 'My phone' })).toBeVisible()
  await expect(steps).toContainText('10 codes left')

  await button(page, 'Create New Codes').press('Enter')
  await expect(dialog(page)).toContainText('Earlier codes stop working.')
  await button(page, 'Create Codes').press('Enter')
  await expect(codes).toHaveCount(10)
  // The codes are shown only once, so only the confirming button closes the dialog.
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await button(page, 'I Have Saved Them').press('Enter')
  await expect(codes).toHaveCount(0)

  await app.advance('6 min')
  await page.getByRole('tab', { name: 'Password', exact: true }).click()
  await field(page, 'Current Password').fill(account.password)
  await field(page, 'New Password').fill('seven green bicycles')
  await field(page, 'Confirm New Password').fill('seven green bicycles')
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
  await page.reload()
  await expect(steps).toBeVisible()
  await expect(page.getByText('Two-step', { exact: true })).toBeVisible()

  await button(page, 'Switch Off').press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Switch off two-step sign-in?' })).toBeVisible()
  const proof = field(page, 'Code from Your Authenticator App')
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
  expect(complaints).toEqual([])
})

test('adds a passkey, re-authenticates with it, and removes an app with a recovery code', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await openSettings(app, browser, account)
  await addPasskeyDevice(page)
  const name = field(page, 'Name')
  const addPasskey = async (): Promise<void> => {
    await button(page, 'Add Passkey').press('Enter')
    await expect(name).toHaveValue('Passkey')
    await expect(name).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('My laptop')
    await page.keyboard.press('Enter')
  }
  // A passkey that the browser does not create leaves its name free.
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
  await button(page, 'I Have Saved Them').press('Enter')
  const steps = page.getByRole('list', { name: 'Your second steps' })
  await expect(steps.getByRole('heading', { name: 'My laptop' })).toBeVisible()
  await expect(button(page, 'Add Passkey')).toBeFocused()

  // The authentication is too old: the password is required, then the passkey.
  await page.clock.setFixedTime(app.clock.now().getTime() + 6 * 60_000)
  await button(page, 'Add Authenticator App').press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  const password = field(page, 'Your Password')
  await expect(password).toBeFocused()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('Invalid login credentials')
  await expect(password).toBeFocused()
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('needs your second step too')
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
  await expect(field(page, 'Code from the App')).toBeFocused()
  await page.keyboard.type(codeOf(await secretOf(page), app.clock))
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
  await expect(dialog(page).getByRole('heading', { name: 'Remove “Authenticator app”?' })).toBeVisible()
  // The app that is being removed is not required.
  await expect(field(page, 'Code from Your Authenticator App')).toHaveCount(0)
  await button(page, 'Use a recovery code').press('Enter')
  const recovery = field(page, 'Recovery Code')
  await recovery.fill('not-one-of-them')
  await page.keyboard.press('Enter')
  await expect(recovery).toHaveAccessibleDescription(/This is not one of your recovery codes/)
  await recovery.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  // Excludes the entry in the recent activity.
  await expect(page.getByRole('listitem').filter({ hasText: /^Second step removed$/ })).toBeVisible()
  await expect(steps.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  // The session keeps its second step, so the page still works.
  await page.reload()
  await expect(steps).toContainText('9 codes left')

  await button(page, 'Remove My laptop').press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Switch off two-step sign-in?' })).toBeVisible()
  await button(page, 'Use Your Passkey').press('Enter')
  await expect(toastIn(page, 'Two-step sign-in is off')).toBeVisible()
  expect(complaints).toEqual([])
})
