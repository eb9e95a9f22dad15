import type { Locator, Page } from 'playwright-core'
import { type ConnectedMailbox, connectedMailbox } from './mailbox.ts'
import type { App } from './start-app.ts'
import { storeHistory } from './stored-history.ts'

/** A mailbox with 60 emails of `storeHistory`: three pages. */
export async function ownerOf60(app: App): Promise<ConnectedMailbox> {
  const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Travel' }])
  await storeHistory(app, robin, 60)
  return robin
}

/** The emails that the history page lists. */
export const itemsIn = (page: Page): Locator =>
  page.getByRole('list', { name: 'Processed emails, newest first' }).locator(':scope > li')

/** The heading that counts them. */
export const countIn = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true })
