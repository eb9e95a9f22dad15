import { failCalls, signedIn, type TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { connectService } from '../services.ts'
import { userMenuEntry } from '../sign-in-page.ts'
import type { App } from '../start-app.ts'
import { newAccount } from '../visitors.ts'
import { navigate } from '../walk.ts'
import type { Look } from './look.ts'

/** What surrounds the screens, and the connections. */
export async function lookAtShell(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const account = await newAccount(app)
  for (const provider of ['dropbox', 'google_drive'] as const) await connectService(app, account, provider)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.service_connections')
      .set({ status: 'needs_reauth' })
      .where('user_id', '=', account.userId)
      .where('provider', '=', 'dropbox')
      .execute(),
  )
  const { page } = await browser.open({ viewport: { width: 1440, height: 900 } })
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/connections`)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await expect(page.getByText('Needs a new sign-in')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Disconnect Google Drive' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await look(page, question)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await (await userMenuEntry(page, 'Help')).hover()
  await look(page, page.getByRole('banner'))
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(dialog.getByRole('heading', { name: 'Connect other services' })).toBeVisible()
  await look(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'More' }).click()
  await look(page, menu)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Search or run a command' })).toBeFocused()
  await look(page, dialog)
  await page.keyboard.press('Escape')
  await navigate(page, '/nowhere')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await look(page)

  await failCalls(page, /service-connections$/, { status: 400, times: 9 })
  await page.goto(`${app.url}/connections`)
  await expect(page.getByRole('heading', { name: 'Error Loading Connections' })).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    dispatchEvent(new Event('offline'))
  })
  await expect(page.getByText('You are offline.')).toBeVisible()
  await look(page)
  await page.route(/\/assets\/review-screen-/, (route) => route.abort())
  await menu.getByRole('link', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeFocused()
  await look(page, main)
}
