import type { Locator, Page } from 'playwright-core'
import { signedIn, type TestBrowser, type TestPage } from './browser.ts'
import { newServiceAccount } from './services.ts'
import { expect } from './expect.ts'
import { toastIn } from './toast.ts'
import type { Provider } from '../../contract/providers.ts'
import type { App } from './start-app.ts'
import type { Account } from './visitors.ts'

/** @param prepare runs before the page is opened, e.g. to inject failures */
export async function openConnections(
  browser: TestBrowser,
  app: App,
  account: Account,
  prepare: (page: Page) => Promise<unknown>,
): Promise<TestPage> {
  const opened = await browser.open()
  await signedIn(opened.page, app.url, account)
  await prepare(opened.page)
  await opened.page.goto(`${app.url}/connections`)
  return opened
}

/** The card of a service on the connections page. */
export const serviceCard = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })

/** Answers on the service's own page, by keyboard. */
export async function decideAtService(page: Page, email: string, decision: 'accept' | 'deny'): Promise<void> {
  await page.locator('[name=account]').first().fill(email)
  await page.locator(`[name=decision][value=${decision}]`).first().press('Enter')
}

/** Connects a new account on the open page, and disconnects it. */
export async function connectAndDisconnect(app: App, page: Page, name: string, provider: Provider): Promise<void> {
  const email = await newServiceAccount(app, provider)
  const card = serviceCard(page, name)
  await card.getByRole('button', { name: `Connect ${name}` }).press('Enter')
  await decideAtService(page, email, 'accept')
  await expect(page).toHaveURL(`${app.url}/connections`)
  await expect(toastIn(page, `${name} Connected`)).toContainText(
    `Successfully connected your ${name} account (${email})`,
  )
  await expect(card).toContainText(`Connected as: ${email}`)
  await expect(card).toContainText(/Connected: \w+ \d+, \d{4}/)
  const disconnect = card.getByRole('button', { name: `Disconnect ${name}` })
  await disconnect.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Disconnect ${name}?` })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(disconnect).toBeFocused()
  await disconnect.press('Enter')
  await dialog.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(toastIn(page, 'Service Disconnected')).toContainText(`${name} has been disconnected successfully.`)
  await expect(card).toContainText('Not Connected')
  await expect(card).not.toContainText(email)
}
