import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { newAccount } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('leads from Need Help to the documentation and back', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('link', { name: 'View Documentation' }).press('Enter')
  await expect(page).toHaveURL(`${app.url}/help`)
  await expect(page.getByRole('heading', { name: 'Documentation', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Documentation · Mailroom')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Documentation', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Documentation', level: 1 })).toBeFocused()
  expect(complaints).toEqual([])
})

test('shows the article that fits the page in a drawer', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/connections`)
  const opener = page.getByRole('banner').getByRole('button', { name: 'Help' })
  await opener.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Help' })
  await expect(drawer.getByRole('heading', { name: 'Connect other services' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.goto(`${app.url}/review`)
  await opener.click()
  await expect(drawer.getByRole('heading', { name: 'When it is not sure' })).toBeVisible()
  await page.keyboard.press('Escape')
  // On a phone the menu has it.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(opener).toHaveCount(0)
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Help' })
  await entry.press('Enter')
  await expect(drawer.getByRole('heading', { name: 'When it is not sure' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry).toBeFocused()
  await entry.press('Enter')
  await drawer.getByRole('link', { name: 'All Documentation' }).click()
  await expect(page.getByRole('heading', { name: 'Documentation', level: 1 })).toBeFocused()
  expect(complaints).toEqual([])
})

test('is public at every width, light and dark, with its pictures', async () => {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [768, 'dark'],
    [390, 'light'],
  ] as const) {
    const { page, complaints } = await browser.open({ viewport: { width, height: 900 }, colorScheme })
    await page.goto(`${app.url}/help`)
    await expect(page.getByRole('heading', { name: 'Write instructions' })).toBeVisible()
    const pictures = page.getByRole('main').getByRole('img')
    await expect(pictures).toHaveCount(4)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(720)
      const { shown, natural } = await picture.evaluate((img: HTMLImageElement) => ({
        shown: img.height / img.width,
        natural: img.naturalHeight / img.naturalWidth,
      }))
      // The picture's space is reserved with its aspect ratio, so that nothing moves when it loads.
      expect(shown).toBeCloseTo(natural, 1)
    }
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, String(width)).toBeLessThanOrEqual(0)
    await expectNoAxeViolations(page)
    expect(complaints).toEqual([])
  }
})

test('links each part from the contents', async () => {
  const { page } = await browser.open()
  await page.goto(`${app.url}/help`)
  const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
  for (const link of await links.all()) {
    const title = await link.innerText()
    await link.click()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeInViewport()
  }
})
