import type { Locator, Page } from 'playwright-core'
import { signedIn, type TestBrowser, type TestPage } from './browser.ts'
import type { ConnectedMailbox } from './mailbox.ts'
import type { App } from './start-app.ts'

/** Opens a page of the product as the owner of this mailbox. */
export async function openAs(
  browser: TestBrowser,
  app: App,
  who: ConnectedMailbox,
  path: string,
  {
    width = 1280,
    height = 900,
    dark = false,
    prepare,
  }: { width?: number; height?: number; dark?: boolean; prepare?: (page: Page) => Promise<void> } = {},
): Promise<TestPage> {
  const opened = await browser.open({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' })
  await signedIn(opened.page, app.url, { email: who.user.email, password: 'correct horse battery' })
  await prepare?.(opened.page)
  await opened.page.goto(app.url + path)
  return opened
}

/** By how many pixels the page is wider than the viewport. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The row of a folder in the list of folders. */
export const rowOf = (page: Page, folder: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: folder }) })
