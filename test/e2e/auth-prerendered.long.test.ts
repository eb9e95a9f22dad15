import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import {
  delayRequests,
  loginScreen,
  openForm,
  places,
  scripts,
  showsBeforeScripts,
  staysRefused,
  submission,
  submitsBefore,
} from '../kit/prerendered-page.ts'
import { appOfPages } from '../kit/start-app.ts'

const app = await appOfPages({ env: { PRODUCT_NAME: 'Post & "Office"' } })
const browser = await browserOfFile()

test('the sign-up screen shows before any script runs; the app replaces it without a shift', () =>
  showsBeforeScripts(app, browser, {
    path: '/auth/signup',
    heading: 'Create an account',
    focused: 'Confirm password',
    viewport: { width: 1280, height: 900 },
  }))

test('submits by the button before any script runs, once the app has rendered', () =>
  submitsBefore(app, browser, '/auth/signup', (page) => page.getByRole('button', { name: 'Create Account' }).click()))

test('does not submit later what the browser refused before the app knew its screen', () =>
  staysRefused(app, browser, loginScreen))

test('does not submit later what the browser refused', () => staysRefused(app, browser, scripts))

test('presses another button once the app has rendered', async () => {
  const { page } = await browser.open()
  const release = await delayRequests(page, loginScreen)
  await page.goto(`${app.url}/auth/login`)
  await page.getByRole('button', { name: 'Show password' }).click()
  release()
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
})

test('shows in German before any script runs, where the browser prefers it', async () => {
  const { page } = await browser.open({ locale: 'de-DE', firstVisit: true })
  const release = await delayRequests(page, scripts)
  await page.goto(`${app.url}/auth/login`, { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1, name: 'Willkommen bei Post & "Office"' })
  await expect(heading).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const before = await places(page)
  release()
  await expect(page.locator('#prerendered')).toHaveCount(0)
  expect(await places(page)).toEqual(expect.arrayContaining(before))
})

test('submits by a button that is held down while the app renders', async () => {
  const { page, release } = await openForm(app, browser, '/auth/login')
  await page.getByRole('button', { name: 'Sign In' }).hover()
  await page.mouse.down()
  const submitted = submission(page)
  release()
  await expect(page.locator('#prerendered')).toHaveCount(0)
  await page.mouse.up()
  await submitted
})
