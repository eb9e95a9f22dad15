import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { addPasskeyDevice, setUpPasskey } from '../kit/browser-passkey.ts'
import { expectNoAxeViolations, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { fillLogin, newAccount, tokensOf } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/**
 * A user with one passkey per name, each in its own device, after the first step. Only the last device is connected.
 */
async function halfWay(names: string[], path = '/dashboard') {
  const account = await newAccount(app)
  const opened = await browser.open()
  const { page } = opened
  await openAuthPage(page, `${app.url}/auth/login`)
  let device = await addPasskeyDevice(page)
  let { access_token: token } = await tokensOf(app, account)
  for (const [index, name] of names.entries()) {
    if (index > 0) {
      await device.takeAway()
      device = await addPasskeyDevice(page)
    }
    token = await setUpPasskey(page, app, token, name)
  }
  await page.goto(app.url + path)
  await fillLogin(page, account)
  await expect(page).toHaveURL(`${app.url}/auth/second-step`)
  return { ...opened, device }
}
const only = (page: Page) => page.getByRole('button', { name: 'Use my passkey' })

test('signs in by passkey and keyboard alone, and continues to the requested page', async () => {
  const { page, complaints } = await halfWay(['Laptop'], '/subscription')
  await expect(only(page)).toBeVisible()
  await expectNoAxeViolations(page)
  await only(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Subscription', exact: true })).toBeFocused()
  await expect(page.getByText('Signed in successfully').first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('reports a browser without the passkey, and keeps the other method', async () => {
  const { page, device } = await halfWay(['Laptop'])
  await device.takeAway()
  await addPasskeyDevice(page)
  await only(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'Your browser did not confirm the passkey. Please try again, or use another way.',
  )
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('not-one-of-them')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(
    'This is not one of your recovery codes, or it was used before.',
  )
  // Choosing it again starts the request immediately.
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

test('offers a button with a name for each passkey', async () => {
  const { page } = await halfWay(['Laptop', 'Blue key'])
  await expect(page.getByRole('button', { name: 'Use passkey “Laptop”' })).toBeVisible()
  await page.getByRole('button', { name: 'Use passkey “Blue key”' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})
