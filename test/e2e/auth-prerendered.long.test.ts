import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import {
  configuration,
  delayRequests,
  scripts,
  showsBeforeScripts,
  staysRefused,
  submitsBefore,
} from '../kit/prerendered-page.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: { PRODUCT_NAME: 'Post & "Office"' } }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('the sign-up screen shows before any script runs; the app replaces it without a shift', () =>
  showsBeforeScripts(app, browser, {
    path: '/auth/signup',
    heading: 'Create an account',
    focused: 'Confirm password',
    viewport: { width: 1280, height: 900 },
  }))

test('submits by the button before any script runs, once the app has rendered', () =>
  submitsBefore(app, browser, '/auth/signup', (page) => page.getByRole('button', { name: 'Create Account' }).click()))

test('does not submit later what the browser refused before the app knew its configuration', () =>
  staysRefused(app, browser, configuration))

test('does not submit later what the browser refused', () => staysRefused(app, browser, scripts))

test('presses another button once the app has rendered', async () => {
  const { page } = await browser.open()
  const release = await delayRequests(page, configuration)
  await page.goto(`${app.url}/auth/login`)
  await page.getByRole('button', { name: 'Show password' }).click()
  release()
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
})
