import { expect } from '../kit/expect.ts'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
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

/** Mocks the configured providers; the response is sent when the test allows it. */
async function providers(page: Page, external: Record<string, boolean>): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/auth/v1/settings', async (route) => {
    await gate.promise
    await route.fulfill({ json: { external } })
  })
  return gate.resolve
}
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, input, button, a')].map((element) => {
      const { x, y } = element.getBoundingClientRect()
      return [element.textContent, x, y]
    }),
  )

test("keeps the login screen's resources small", async () => {
  const { page } = await browser.open({ firstVisit: true })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await openAuthPage(page, `${app.url}/auth/login`)
  await expect(page.getByLabel('Email')).toBeVisible()
  const entry = await page.locator('script[type=module]').getAttribute('src')
  const screen = requested.find((url) => /\/login-screen-[^/]*\.js$/.test(url))
  if (!entry || !screen) throw new Error('The page is not built as it was')
  // These two with their static imports; later downloads (toasts, the account client) do not delay the screen.
  const sizes = new Map<string, number>()
  const visit = async (url: string): Promise<void> => {
    if (sizes.has(url)) return
    sizes.set(url, 0)
    const text = await (await fetch(url)).text()
    sizes.set(url, brotliCompressSync(text).length)
    const imports = [...text.matchAll(/(?:from|import)"(\.[^"]+\.js)"/g)].map(
      ([, path = '']) => new URL(path, url).href,
    )
    await Promise.all(imports.map(visit))
  }
  await visit(new URL(entry, app.url).href)
  await visit(screen)
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(sizes.size).toBeGreaterThan(3)
  expect(bytes).toBeGreaterThan(60_000)
  expect(bytes).toBeLessThan(79_000)
})

test('shows the configured providers without layout shift', async () => {
  for (const [path, size] of [
    ['/auth/login', { width: 1280, height: 900 }],
    ['/auth/login', { width: 390, height: 844 }],
    ['/auth/signup', { width: 1280, height: 900 }],
    ['/auth/signup', { width: 390, height: 844 }],
  ] as const) {
    const { page } = await browser.open({ viewport: size })
    const answer = await providers(page, { azure: true, google: true })
    await page.goto(app.url + path)
    await expect(page.getByLabel('Email')).toBeVisible()
    const before = (await places(page)).filter(([text]) => !/^(Terms|Privacy)/.test(String(text)))
    answer()
    await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    expect(await places(page)).toEqual(expect.arrayContaining(before))
    await expectNoAxeViolations(page)
  }
})

test('shows no providers where none are configured or the request fails', async () => {
  const { page } = await browser.open()
  const answer = await providers(page, { azure: false, google: false })
  await openAuthPage(page, `${app.url}/auth/login`)
  answer()
  await expect(page.getByRole('button', { name: 'Email me a code instead' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0)

  const { page: other, complaints } = await browser.open()
  await other.route('**/auth/v1/settings', (route) => route.abort())
  await openAuthPage(other, `${app.url}/auth/signup`)
  await expect(other.getByRole('button', { name: 'Create Account' })).toBeVisible()
  await expect(other.getByRole('button', { name: /Continue with/ })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('refuses a leaked password at sign-up with the reason at the field', async () => {
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAccessibleDescription('At least 8 characters; 15 or more is better')
  await page.getByLabel('Email').fill('somebody@people.example')
  await field.fill('password123')
  await page.getByLabel('Confirm password').fill('password123')
  await page.keyboard.press('Enter')
  const words = 'This password appears in data leaks. Please choose another one.'
  await expect(page.getByRole('listitem').filter({ hasText: 'Sign up failed' })).toContainText(words)
  await expect(field).toHaveAccessibleDescription(words)
  await expect(field).toBeFocused()
  await expectNoAxeViolations(page)
  await field.fill('password1234')
  await expect(field).toHaveAccessibleDescription('At least 8 characters; 15 or more is better')
})

test("fits a phone's width", async () => {
  const { page } = await browser.open({ viewport: { width: 320, height: 640 } })
  for (const path of ['/auth/login', '/auth/signup', '/auth/reset-password', '/terms', '/privacy']) {
    await page.goto(app.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, path).toBeLessThanOrEqual(0)
  }
})
