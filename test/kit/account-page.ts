import type { BrowserContextOptions, Page } from 'playwright-core'
import { z } from 'zod'
import { signedIn, type TestBrowser, type TestPage } from './browser.ts'
import type { App } from './start-app.ts'
import type { Account } from './visitors.ts'

/** Opens the account settings in the user's own browser page. */
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

export const fieldIn = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const devicesIn = (page: Page) =>
  page.getByRole('list', { name: 'Devices that are signed in' }).getByRole('listitem')
export const dialogIn = (page: Page) => page.getByRole('dialog')
/** The secret of the authenticator app that is being added. */
export const secretIn = async (page: Page): Promise<string> =>
  (await dialogIn(page).locator('[translate=no]').innerText()).replaceAll(' ', '')

/** The texts of the emails to this address, newest first. */
async function mailedTexts(app: App, email: string): Promise<string[]> {
  await app.runDueJobs()
  const outbox = Mails.parse(await app.control('GET', '/control/outbox'))
  return outbox
    .filter(({ to }) => to === email)
    .map(({ text }) => text)
    .toReversed()
}
const Mails = z.array(z.object({ to: z.string(), text: z.string() }))

/** The confirmation links in these emails. */
export const mailedLinks = async (app: App, email: string): Promise<string[]> =>
  (await mailedTexts(app, email)).flatMap((text) => /http\S+\/verify\?\S+/.exec(text)?.[0] ?? [])

/** The code in the newest email that contains one. */
export async function mailedCode(app: App, email: string): Promise<string> {
  const [code] = (await mailedTexts(app, email)).flatMap((text) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  if (code === undefined) throw new Error(`No e-mail to ${email} has a code`)
  return code
}
