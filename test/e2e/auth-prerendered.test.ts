import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import {
  delayRequests,
  openForm,
  places,
  scripts,
  showsBeforeScripts,
  submission,
  submitsBefore,
} from '../kit/prerendered-page.ts'
import { appOfPages } from '../kit/start-app.ts'

const app = await appOfPages({ env: { PRODUCT_NAME: 'Post & "Office"' } })
const browser = await browserOfFile()

test('shows before any script runs; the app replaces it without a shift', () =>
  showsBeforeScripts(app, browser, {
    path: '/auth/login',
    heading: 'Welcome to Post & "Office"',
    focused: 'Password',
    viewport: { width: 390, height: 844 },
  }))

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

test('submits by Enter before any script runs, once the app has rendered', () =>
  submitsBefore(app, browser, '/auth/login', (page) => page.keyboard.press('Enter')))

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
