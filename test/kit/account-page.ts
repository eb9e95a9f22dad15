import type { BrowserContextOptions } from 'playwright-core'
import { signedIn, type TestBrowser, type TestPage } from './browser.ts'
import type { App } from './start-app.ts'
import type { Account } from './visitors.ts'

/** The account's settings, as its owner sees them in a browser of their own. */
export async function openSettings(
  app: App,
  browser: TestBrowser,
  account: Account,
  options: BrowserContextOptions = {},
): Promise<TestPage> {
  const opened = await browser.open(options)
  await signedIn(opened.page, app.url, account)
  await opened.page.goto(`${app.url}/account`)
  await opened.page.getByRole('button', { name: 'Update Email Address' }).waitFor()
  return opened
}
