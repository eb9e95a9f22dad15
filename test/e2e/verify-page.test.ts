import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { clientOf, lastEmailTo, linkIn, newUser } from '../kit/outbox.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** The link of a new sign-in, each for a different address. */
async function signInLink(): Promise<string> {
  const { email } = await newUser(app)
  await clientOf(app).auth.signInWithOtp({ email, options: { emailRedirectTo: `${app.url}/account` } })
  return linkIn(await lastEmailTo(app, email)).href
}

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('the page of a link is accessible, %s at %i', async (colorScheme, width) => {
  const { page, complaints } = await browser.open({ colorScheme, viewport: { width, height: 800 } })
  await page.goto(await signInLink())
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveTitle('Sign in · Mailroom')
  await expect(page.getByText(/signs you in to Mailroom as p•••@example\.com/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(canvas).toMatch(colorScheme === 'dark' ? /^oklch\(0\.1/ : /^oklch\(0\.9/)
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('its button works by keyboard and without script, and issues the session to this browser', async () => {
  const { page } = await browser.open({ javaScriptEnabled: false })
  await page.goto(await signInLink())
  const button = page.getByRole('button', { name: 'Sign in' })
  for (let tabs = 0; tabs < 5 && !(await button.evaluate((element) => element.matches(':focus'))); tabs++)
    await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/account#access_token=/)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toContain('mailroom-return')
})

test('a cross-site form with a valid link creates no session', async () => {
  const link = new URL(await signInLink())
  const { page } = await browser.open()
  // An attacker's link may have opened the page in this browser before.
  await page.goto(link.href)
  await page.route('https://evil.example/', (route) => {
    const fields = [...link.searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`).join('')
    const form = `<form method="post" action="${link.origin}/auth/v1/verify">${fields}<button>Win</button></form>`
    return route.fulfill({ contentType: 'text/html', body: form })
  })
  await page.goto('https://evil.example/')
  await page.getByRole('button', { name: 'Win' }).click()
  await expect(page.getByRole('status')).toHaveText(/press the button again/)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('mailroom-return')
})

test('confirms a new account on a page that says so', async () => {
  const email = newEmail()
  await clientOf(app).auth.signInWithOtp({ email })
  const { page } = await browser.open()
  await page.goto(linkIn(await lastEmailTo(app, email)).href)
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm and sign in' })).toBeVisible()
})
