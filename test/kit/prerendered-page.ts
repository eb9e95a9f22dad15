import type { Page } from 'playwright-core'
import type { TestBrowser } from './browser.ts'
import { expect } from './expect.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import type { App } from './start-app.ts'

/** The sign-in screens before their app has rendered. */
export const scripts = '**/assets/*.js'
/** The app has started, and waits for it. */
export const loginScreen = '**/assets/login-screen-*.js'

/** Delays requests until the test lets them through. */
export async function delayRequests(page: Page, requests: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(requests, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}
/** Nothing is painted before, but an action lays the elements out: the change of their places would be a shift. */
const styled = (page: Page) => page.waitForFunction(() => document.styleSheets.length > 0)
export async function places(page: Page) {
  await styled(page)
  return page.evaluate(async () => {
    await document.fonts.ready
    return [...document.querySelectorAll('h1, p, label, input, button, a')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.textContent, x, y, width, height]
    })
  })
}

export const submission = (page: Page) => page.waitForRequest(/\/auth\/v1\/(?:token|signup)/)

/** Fills the form of a screen whose app has not rendered. */
export async function openForm(app: App, browser: TestBrowser, path: string, missing = scripts) {
  const { page } = await browser.open()
  const release = await delayRequests(page, missing)
  await page.goto(app.url + path, { waitUntil: missing === scripts ? 'commit' : 'load' })
  await page.getByLabel('Email').fill('ada@example.com')
  for (const field of await page.locator('[type=password]').all()) await field.fill('correct horse battery')
  return { page, release }
}

/** The screen shows before any script runs; the app replaces it without a shift. */
export async function showsBeforeScripts(
  app: App,
  browser: TestBrowser,
  {
    path,
    heading,
    focused,
    viewport,
  }: {
    path: string
    heading: string
    /** After Enter: the browser asks for the field that is missing. */
    focused: string
    viewport: { width: number; height: number }
  },
): Promise<void> {
  const { page } = await browser.open({ viewport, firstVisit: true })
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
}

/** Submits the form before any script runs. */
export async function submitsBefore(
  app: App,
  browser: TestBrowser,
  path: string,
  press: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, release } = await openForm(app, browser, path)
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
}

/** The browser refuses the form before the app has rendered; the app does not submit it later. */
export async function staysRefused(app: App, browser: TestBrowser, missing: string): Promise<void> {
  const { page, release } = await openForm(app, browser, '/auth/login', missing)
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
}
