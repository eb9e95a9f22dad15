import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { findEmailRecipient } from '../../server/shared/email-recipient.ts'
import { german } from '../../web/texts/de/german.ts'
import { openAuthPage, browserOfFile } from '../kit/browser.ts'
import { horizontalOverflow } from '../kit/folders-page.ts'
import { signInInGerman } from '../kit/german-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { storeHistory } from '../kit/stored-history.ts'
import { toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Travel' }])
await storeHistory(app, robin, 30)

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

/** Each with a text that no other one has. */
const screens: [path: string, text: string][] = [
  ['/dashboard?tab=folders', 'Ordner synchronisieren'],
  ['/history', '1–25 von 30 E-Mails'],
  ['/subscription', 'E-Mails nach Monat'],
  ['/connections', 'Geplante Anbindungen'],
  ['/dashboard', 'E-Mails in diesem Monat'],
  ['/account', 'Sprache der Seite'],
]

test('a German browser gets German pages, in English where the German texts cannot be loaded', async () => {
  const { page } = await browser.open({ locale: 'de-DE' })
  const html = page.locator('html')
  await page.route('**/german-*.js', (route) => route.abort())
  await openAuthPage(page, `${app.url}/auth/login`)
  await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'en')
  await page.unrouteAll()
  await openAuthPage(page, `${app.url}/auth/login`)
  await expect(page.getByRole('heading', { name: 'Willkommen bei Mailroom' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'de')
  await page.getByLabel('E-Mail').fill(robin.user.email)
  await page.getByLabel('Kennwort', { exact: true }).fill('wrong password')
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Anmeldung fehlgeschlagen')).toContainText('E-Mail-Adresse oder Kennwort ist falsch')
  await expectGerman(page)
  await signInInGerman(page, robin)
  // Emails to the user follow the page.
  const recipient = () => app.ctx.db.asAccounts((tx) => findEmailRecipient(tx, robin.user.userId))
  await expect.poll(recipient).toMatchObject({ language: 'de' })
  await navigate(page, '/history')
  await expect(page.getByRole('main').getByText('87 %').first()).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const [path, text] of screens) {
      await navigate(page, path)
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
      await expectGerman(page)
      await expect.poll(() => horizontalOverflow(page), { message: path }).toBeLessThanOrEqual(0)
    }
  }

  // The menu of a phone has room for the long words.
  const entries = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const size of ['100%', '200%']) {
      await page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size)
      await expect(entries).toHaveCount(4)
      for (const entry of await entries.all()) {
        await expect(entry).toBeInViewport({ ratio: 1 })
        expect(await entry.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
      }
    }
  }
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
