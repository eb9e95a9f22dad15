import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openSettings } from '../kit/account-page.ts'
import { expectNoAxeViolations, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { codeOf } from '../kit/second-step.ts'
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
const dialog = (page: Page) => page.getByRole('dialog')

/** Sets up an authenticator app by keyboard. @returns the TOTP secret */
async function addApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add Authenticator App' }).press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Code from the App')).toBeFocused()
  const secret = (await dialog(page).locator('[translate=no]').innerText()).replaceAll(' ', '')
  await page.keyboard.type(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Authenticator app added')).toBeVisible()
  await page.getByRole('button', { name: 'I Have Saved Them' }).press('Enter')
  // Focus returns shortly after the dialog has closed; an earlier key press would go elsewhere.
  await expect(page.getByRole('button', { name: 'Add Authenticator App' })).toBeFocused()
  // The next TOTP code differs.
  await app.advance('1 min')
  return secret
}

test('adds an authenticator app by keyboard: QR code, secret, name, wrong and right code, recovery codes', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await openSettings(app, browser, account)
  await page.getByRole('button', { name: 'Add Authenticator App' }).press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Name')).toHaveValue('Authenticator app')
  await page.keyboard.type('My phone')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')

  await expect(field(page, 'Code from the App')).toBeFocused()
  const picture = page.getByRole('img', { name: 'QR code with the secret below' })
  expect(await picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/)
  expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true)
  const secret = (await dialog(page).locator('[translate=no]').innerText()).replaceAll(' ', '')
  await expectNoAxeViolations(page)

  await page.keyboard.press('Enter')
  await expect(field(page, 'Code from the App')).toHaveAccessibleDescription(
    'Please enter the 6 digits that your app shows',
  )
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Code from the App')).toHaveAccessibleDescription(/This code is wrong/)
  await field(page, 'Code from the App').fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Authenticator app added')).toBeVisible()

  await expect(dialog(page).getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectNoAxeViolations(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('mailroom-recovery-codes.txt')
  await page.getByRole('button', { name: 'I Have Saved Them' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)

  const steps = page.getByRole('list', { name: 'Your second steps' })
  await expect(steps.getByRole('heading', { name: 'My phone' })).toBeVisible()
  await expect(steps).toContainText('10 codes left')

  await page.getByRole('button', { name: 'Create New Codes' }).press('Enter')
  await expect(dialog(page)).toContainText('Earlier codes stop working.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Create Codes' }).press('Enter')
  await expect(codes).toHaveCount(10)
  // The codes are shown only once, so only the confirming button closes the dialog.
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I Have Saved Them' }).press('Enter')
  await expect(codes).toHaveCount(0)
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('changes the password without losing the second factor', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  await addApp(page)
  await app.advance('6 min')
  await page.getByRole('tab', { name: 'Password', exact: true }).click()
  await field(page, 'Current Password').fill(account.password)
  await field(page, 'New Password').fill('seven green bicycles')
  await field(page, 'Confirm New Password').fill('seven green bicycles')
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Your second steps' })).toBeVisible()
  await expect(page.getByText('Two-step', { exact: true })).toBeVisible()
})

test('leaves nothing behind when the setup is closed: the same name can be used again', async () => {
  const { page } = await openSettings(app, browser, await newAccount(app))
  await page.getByRole('button', { name: 'Add Authenticator App' }).press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Code from the App')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add Authenticator App' })).toBeFocused()
  await addApp(page)
})

test('requires a code to turn it off', async () => {
  const { page, complaints } = await openSettings(app, browser, await newAccount(app))
  const secret = await addApp(page)
  await page.getByRole('button', { name: 'Switch Off' }).press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Switch off two-step sign-in?' })).toBeVisible()
  const code = field(page, 'Code from Your Authenticator App')
  await expect(code).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription('Please enter a code')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/This code is wrong/)
  await code.fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Two-step sign-in is off')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your second steps' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Two-Step Sign-In Off' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('requires a recent sign-in after five minutes; the former session ends', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  await page.clock.setFixedTime(app.clock.now().getTime() + 6 * 60_000)
  await page.getByRole('button', { name: 'Add Authenticator App' }).press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  const password = field(page, 'Your Password')
  await expect(password).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('Invalid login credentials')
  await expect(password).toBeFocused()
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.press('Escape')
  // The account's first session, and the page's new one.
  await expect(page.getByRole('list', { name: 'Devices that are signed in' }).getByRole('listitem')).toHaveCount(2)

  await page.clock.setFixedTime(app.clock.now())
  await page.getByRole('button', { name: 'Add Authenticator App' }).press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
})

/** Adds a virtual fingerprint sensor that always confirms. */
async function withFingerprint(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('adds a passkey by keyboard, uses it to re-authenticate, and removes it', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await openSettings(app, browser, account)
  await withFingerprint(page)
  await page.getByRole('button', { name: 'Add Passkey' }).press('Enter')
  await expect(field(page, 'Name')).toHaveValue('Passkey')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('My laptop')
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Passkey added')).toBeVisible()
  await page.getByRole('button', { name: 'I Have Saved Them' }).press('Enter')
  const steps = page.getByRole('list', { name: 'Your second steps' })
  await expect(steps.getByRole('heading', { name: 'My laptop' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Passkey' })).toBeFocused()

  // The authentication is too old: the password is required, then the passkey.
  await page.clock.setFixedTime(app.clock.now().getTime() + 6 * 60_000)
  await page.getByRole('button', { name: 'Add Authenticator App' }).press('Enter')
  await field(page, 'Your Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('needs your second step too')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Use Your Passkey' }).press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.clock.setFixedTime(app.clock.now())

  await page.getByRole('button', { name: 'Remove My laptop' }).press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Switch off two-step sign-in?' })).toBeVisible()
  await page.getByRole('button', { name: 'Use Your Passkey' }).press('Enter')
  await expect(toastIn(page, 'Two-step sign-in is off')).toBeVisible()
  expect(complaints).toEqual([])
})

test('reports a passkey that the browser does not create, and keeps the name free', async () => {
  const { page } = await openSettings(app, browser, await newAccount(app))
  await page.getByRole('button', { name: 'Add Passkey' }).press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'))
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The browser did not create a passkey.' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.reload()
  await withFingerprint(page)
  await page.getByRole('button', { name: 'Add Passkey' }).press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Passkey added')).toBeVisible()
})

test('removes one of two factors with the other; a recovery code replaces both', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  await withFingerprint(page)
  await addApp(page)
  await page.getByRole('button', { name: 'Add Passkey' }).press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.press('Enter')
  const steps = page.getByRole('list', { name: 'Your second steps' })
  await expect(steps.getByRole('button', { name: 'Remove Passkey' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Passkey' })).toBeFocused()

  await page.getByRole('button', { name: 'Create New Codes' }).press('Enter')
  await page.getByRole('button', { name: 'Create Codes' }).press('Enter')
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allInnerTexts()
  await page.getByRole('button', { name: 'I Have Saved Them' }).press('Enter')

  await steps.getByRole('button', { name: 'Remove Authenticator app' }).press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Remove “Authenticator app”?' })).toBeVisible()
  // The app that is being removed is not required.
  await expect(field(page, 'Code from Your Authenticator App')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  await field(page, 'Recovery Code').fill('not-one-of-them')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Recovery Code')).toHaveAccessibleDescription(/This is not one of your recovery codes/)
  await field(page, 'Recovery Code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  // Excludes the entry in the recent activity.
  await expect(page.getByRole('listitem').filter({ hasText: /^Second step removed$/ })).toBeVisible()
  await expect(steps.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await expect(steps).toContainText('9 codes left')
  // The session keeps its second step, so the page still works.
  await page.reload()
  await expect(steps).toContainText('9 codes left')
})
