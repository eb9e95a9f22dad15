import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { configuration, showsBeforeScripts, staysRefused, submitsBefore } from '../kit/prerendered-page.ts'
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
