import type { Page } from 'playwright-core'
import type { LiveEvent } from '../../contract/live-events.ts'
import { publishLiveEvent } from '../../server/db/live-events.ts'
import type { ActingMailbox } from './acting-mailbox.ts'
import type { App } from './start-app.ts'

/** Automated actions of the folder "Bills" (`acting-mailbox`), and their runs in the history. */

export const foldersTab = '/dashboard?tab=folders'
export const announcements = (page: Page) => page.locator('output[aria-live=polite]')
export const showDetails = (page: Page) => page.getByRole('button', { name: 'Show details of Bills' }).click()
export const forwardingForm = (page: Page) => page.getByRole('dialog', { name: 'Configure Forward mail' })
export const configureForwarding = (page: Page) => page.getByRole('button', { name: 'Configure Forward mail' }).click()
export const items = (page: Page) =>
  page.getByRole('list', { name: 'Processed emails, newest first' }).locator(':scope > li')
export const rowOf = (page: Page, subject: string) => items(page).filter({ hasText: subject })
export const runsOf = (page: Page, subject: string) =>
  page.getByRole('region', { name: `What its actions did: ${subject}`, exact: true })
export const runIn = (page: Page, subject: string, action: string) =>
  runsOf(page, subject).getByRole('listitem').filter({ hasText: action }).first()
export const toggle = (page: Page, subject: string) =>
  rowOf(page, subject).getByRole('button', { name: subject }).click()
export const statusesOf = async (acting: ActingMailbox, logId: string) =>
  (await acting.runs(logId)).map(({ status }) => status)
/** Makes the pages of the user read again. */
export const publish = (app: App, acting: ActingMailbox, event: LiveEvent) =>
  app.ctx.db.asService((tx) => publishLiveEvent(tx, acting.who.userId, event))
