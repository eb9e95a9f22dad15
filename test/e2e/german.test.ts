import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { german } from '../../web/texts/de/german.ts'
import { expectNoAxeViolations, launchBrowser, openAuthPage, signedIn, type TestBrowser } from '../kit/browser.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { storeHistory } from '../kit/stored-history.ts'

let app: App
let browser: TestBrowser
const password = 'correct horse battery'

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** English texts of three words or more: none may be left on a German page. */
const englishTexts = Object.keys(german).filter((text) => /^\S+ \S+ \S+/.test(text) && !/[{<]/.test(text))

async function expectGerman(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...labels].join('\n')
  })
  expect(englishTexts.filter((text) => shown.includes(text))).toEqual([])
}

async function expectNoOverflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('a German browser gets German pages', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Travel' }])
  await storeHistory(app, who, 30)
  const { page, complaints } = await browser.open({ locale: 'de-DE' })
  await openAuthPage(page, `${app.url}/auth/login`)
  await expect(page.getByRole('heading', { name: 'Willkommen bei Mailroom' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByLabel('E-Mail').fill(who.user.email)
  await page.getByLabel('Kennwort', { exact: true }).fill('wrong password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Anmeldung fehlgeschlagen' })).toContainText(
    'E-Mail-Adresse oder Kennwort ist falsch',
  )
  await expectGerman(page)
  await expectNoOverflow(page)
  await expectNoAxeViolations(page)
  await page.getByLabel('Kennwort', { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  const visits: [path: string, text: string | RegExp][] = [
    ['/dashboard', 'E-Mails in diesem Monat'],
    ['/dashboard?tab=folders', 'Ordner synchronisieren'],
    ['/history', '87 %'],
    ['/account', 'Sprache der Seite'],
    ['/subscription', 'E-Mails nach Monat'],
    ['/connections', 'Geplante Anbindungen'],
  ]
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible()
  for (const [path, text] of visits) {
    await page.goto(app.url + path)
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
    await expectGerman(page)
    await expectNoOverflow(page)
  }
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('the language is chosen on the sign-in screens and the account page, for this browser', async () => {
  const who = await connectedMailbox(app, [])
  const { page } = await browser.open({ firstVisit: true })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await openAuthPage(page, `${app.url}/auth/login`)
  await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  expect(requested.filter((url) => url.includes('/german-'))).toEqual([])
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: 'Willkommen bei Mailroom' })).toBeVisible()
  await page.getByLabel('E-Mail').fill(who.user.email)
  await page.getByLabel('Kennwort', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible()
  await page.goto(`${app.url}/account`)
  await page.getByLabel('Sprache der Seite').selectOption('Automatisch (English)')
  await expect(page.getByLabel('Page language')).toHaveValue('automatic')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the page is in English where the German texts cannot be loaded', async () => {
  const { page } = await browser.open({ locale: 'de-DE' })
  await page.route('**/german-*.js', (route) => route.abort())
  await openAuthPage(page, `${app.url}/auth/login`)
  await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test.each([390, 320])(
  'shows all entries of the menu on a phone of %d px, and with text twice as large',
  async (width) => {
    const { user } = await connectedMailbox(app)
    const { page } = await browser.open({ locale: 'de-DE', viewport: { width, height: 844 } })
    await signedIn(page, app.url, { email: user.email, password })
    await page.goto(`${app.url}/account`)
    const entries = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link')
    for (const size of ['100%', '200%']) {
      await page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size)
      await expect(entries).toHaveCount(7)
      for (const entry of await entries.all()) {
        await expect(entry).toBeInViewport({ ratio: 1 })
        expect(await entry.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
      }
    }
  },
)
