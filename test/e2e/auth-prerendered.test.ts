import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { showsBeforeScripts, submitsBefore } from '../kit/prerendered-page.ts'
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

test('submits by Enter before any script runs, once the app has rendered', () =>
  submitsBefore(app, browser, '/auth/login', (page) => page.keyboard.press('Enter')))
