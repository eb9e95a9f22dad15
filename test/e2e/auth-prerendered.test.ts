import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
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

const scripts = '**/assets/*.js'
/** The app has started, and waits for it. */
const configuration = '**/config.json'

/** Delays requests until the test lets them through. */
async function delayRequests(page: Page, requests: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(requests, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}
/** Nothing is painted before, but an action lays the elements out: the change of their places would be a shift. */
const styled = (page: Page) => page.waitForFunction(() => document.styleSheets.length > 0)
async function places(page: Page) {
  await styled(page)
  return page.evaluate(async () => {
    await document.fonts.ready
    return [...document.querySelectorAll('h1, p, label, input, button, a')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.textContent, x, y, width, height]
    })
  })
}

test.each([
  ['/auth/login', 'Welcome to Post & "Office"', 'Password', { width: 390, height: 844 }],
  // The browser asks for the field that is missing.
  ['/auth/signup', 'Create an account', 'Confirm password', { width: 1280, height: 900 }],
])('%s shows before any script runs; the app replaces it without a shift', async (path, heading, focused, viewport) => {
  const { page, complaints } = await browser.open({ viewport, firstVisit: true })
  await watchShifts(page)
  const release = await delayRequests(page, scripts)
  await page.goto(app.url + path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page).toHaveTitle(`${heading} · Post & "Office"`)
  await styled(page)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Email').fill('ada@example.com')
  await field('Password').fill('correct horse battery')
  const before = await places(page)
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Latin"'))).toBe(true)

  release()
  await expect(page.locator('#prerendered')).toHaveCount(0)
  // Buttons of providers come later, at the end.
  expect(await places(page)).toEqual(expect.arrayContaining(before))
  await expect(field('Password')).toBeFocused()
  await expect(field('Email')).toHaveValue('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(field(focused)).toBeFocused()
  // The app knows the values, too.
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect(field('Password')).toHaveValue('correct horse battery')
  expect(await shiftsOf(page)).toBe(0)
  expect(complaints).toEqual([])
})

test('shows in German before any script runs, where the browser prefers it', async () => {
  const { page, complaints } = await browser.open({ locale: 'de-DE', firstVisit: true })
  const release = await delayRequests(page, scripts)
  await page.goto(`${app.url}/auth/login`, { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1, name: 'Willkommen bei Post & "Office"' })
  await expect(heading).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const before = await places(page)
  release()
  await expect(page.locator('#prerendered')).toHaveCount(0)
  expect(await places(page)).toEqual(expect.arrayContaining(before))
  expect(complaints).toEqual([])
})

const submission = (page: Page) => page.waitForRequest(/\/auth\/v1\/(?:token|signup)/)

/** Fills the form of a screen whose app has not rendered. */
async function openForm(path: string, missing = scripts) {
  const { page } = await browser.open()
  const release = await delayRequests(page, missing)
  await page.goto(app.url + path, { waitUntil: missing === scripts ? 'commit' : 'load' })
  await page.getByLabel('Email').fill('ada@example.com')
  for (const field of await page.locator('[type=password]').all()) await field.fill('correct horse battery')
  return { page, release }
}

test.each([
  ['Enter', '/auth/login', (page: Page) => page.keyboard.press('Enter')],
  ['the button', '/auth/signup', (page: Page) => page.getByRole('button', { name: 'Create Account' }).click()],
])('submits by %s before any script runs, once the app has rendered: %s', async (_name, path, press) => {
  const { page, release } = await openForm(path)
  await press(page)
  await expect(page.locator('#prerendered [type=submit]')).toHaveCSS('cursor', 'progress')
  // The password must not get into the URL.
  await expect(page).toHaveURL(app.url + path)
  const submitted = submission(page)
  release()
  expect((await submitted).postDataJSON()).toMatchObject({
    email: 'ada@example.com',
    password: 'correct horse battery',
  })
})

test.each([scripts, configuration])('does not submit later what the browser refused, before %s', async (missing) => {
  const { page, release } = await openForm('/auth/login', missing)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('')
  await page.keyboard.press('Enter')
  await page.keyboard.type('correct ho')
  await expect(page.locator('#prerendered [type=submit]')).toHaveCSS('cursor', 'pointer')
  await page.evaluate(() => addEventListener('submit', () => document.body.append('Submitted'), { capture: true }))
  release()
  await expect(page.locator('#prerendered')).toHaveCount(0)
  // Runs after the app's own timer, which would submit.
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await expect(page.locator('body')).not.toContainText('Submitted')
  await expect(password).toHaveValue('correct ho')
})

test('submits by a button that is held down while the app renders', async () => {
  const { page, release } = await openForm('/auth/login')
  await page.getByRole('button', { name: 'Sign In' }).hover()
  await page.mouse.down()
  const submitted = submission(page)
  release()
  await expect(page.locator('#prerendered')).toHaveCount(0)
  await page.mouse.up()
  await submitted
})

test('presses another button once the app has rendered', async () => {
  const { page } = await browser.open()
  const release = await delayRequests(page, configuration)
  await page.goto(`${app.url}/auth/login`)
  await page.getByRole('button', { name: 'Show password' }).click()
  release()
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
})
