import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { signInInGerman } from '../kit/german-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { navigate } from '../kit/walk.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('the language is chosen on the sign-in screens and the account page, for this browser', async () => {
  const { page } = await browser.open()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await openAuthPage(page, `${app.url}/auth/login`)
  await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  expect(requested.filter((url) => url.includes('/german-'))).toEqual([])
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: 'Willkommen bei Mailroom' })).toBeVisible()
  await page.locator('#prerendered').waitFor({ state: 'detached' })
  expect(requested.filter((url) => url.includes('/german-'))).toHaveLength(1)
  await signInInGerman(page, robin)
  await navigate(page, '/account')
  await page.getByLabel('Sprache der Seite').selectOption('Automatisch (English)')
  await expect(page.getByLabel('Page language')).toHaveValue('automatic')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
