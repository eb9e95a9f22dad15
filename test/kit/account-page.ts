import { randomBytes } from 'node:crypto'
import type { BrowserContextOptions } from 'playwright-core'
import { openProduct, signInOrUp } from '../../scripts/lib/person.ts'
import { signedIn, type TestBrowser, type TestPage } from './browser.ts'
import type { App } from './start-app.ts'

export interface Account {
  email: string
  password: string
}

export async function newAccount(app: App): Promise<Account> {
  const account = { email: `${randomBytes(5).toString('hex')}@people.example`, password: 'correct horse battery' }
  await signInOrUp(await openProduct(app.url), account.email, account.password)
  return account
}

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
