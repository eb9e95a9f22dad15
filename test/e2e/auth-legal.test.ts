import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, openAuthPage, signedIn, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { newAccount } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startApp({ env: { SUPPORT_EMAIL: 'people@operator.example', PRODUCT_NAME: 'Sorting Office' } }),
    launchBrowser(),
  ])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const texts = [
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
] as const

test.each(texts)('%s is public, names the operator, and is accessible', async (path, title) => {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    const { page, complaints } = await browser.open({ colorScheme, viewport: { width, height: 844 } })
    await page.goto(app.url + path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Sorting Office`)
    await expect(page.getByRole('link', { name: 'people@operator.example' }).first()).toHaveAttribute(
      'href',
      'mailto:people@operator.example',
    )
    await expect(page.getByText('comes with the software as a template')).toBeVisible()
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond).toBeLessThanOrEqual(0)
    await expectNoAxeViolations(page)
    expect(complaints).toEqual([])
  }
})

test.each(texts)('the sign-up notice leads to %s by keyboard, and back to the form', async (path, title) => {
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/signup`)
  await expect(page.getByText('By creating an account you agree to our')).toBeVisible()
  // A link of the prerendered screen loads the whole page, which does not move the focus.
  await expect(page.locator('#prerendered')).toHaveCount(0)
  await page.getByRole('link', { name: title }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(app.url + path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
})

test('the footer of signed-in pages leads to the legal pages, and the logo back', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, await newAccount(app))
  await page.goto(`${app.url}/subscription`)
  await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  await page.getByRole('link', { name: 'Sorting Office', exact: true }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})
