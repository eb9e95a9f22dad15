import type { Page } from 'playwright-core'
import type { ConnectedMailbox } from './mailbox.ts'
import type { App } from './start-app.ts'
import { invoice, trainedMailbox } from './trained-mailbox.ts'

/** Sorts the email that was in the inbox before the mailbox was connected. */

/** A trained mailbox whose inbox has this many invoices, which arrived without change notifications. */
export async function mailboxToSort(app: App, invoices: number): Promise<ConnectedMailbox> {
  const mailbox = await trainedMailbox(app, { proposals: false })
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailbox.mailboxId).execute(),
  )
  for (let n = 1; n <= invoices; n++) await mailbox.deliver(invoice(`old ${n}`))
  return mailbox
}

export const inboxCount = async (mailbox: ConnectedMailbox): Promise<number> =>
  (await mailbox.inOutlook())['Inbox']?.length ?? 0
export const opener = (page: Page) => page.getByRole('button', { name: 'Sort Existing Emails' })
export const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Sort Existing Emails' })
export const startButton = (page: Page) => dialogIn(page).getByRole('button', { name: 'Start Sorting' })
export const cardIn = (page: Page, state: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: `Existing Emails ${state}`, exact: true }) })
