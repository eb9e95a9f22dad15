import type { Page } from 'playwright-core'
import type { History } from './sorted-mail.ts'
import type { App } from './start-app.ts'

/** Undo of many emails at once. */

export const dialogIn = (page: Page, name: string) => page.getByRole('dialog', { name })
/** The Outlook folder of each. */
export const places = (history: History, mails: { messageId: string }[]) =>
  Promise.all(mails.map(({ messageId }) => history.outlookFolderOf(messageId)))
export const failNextMove = (app: App) =>
  app.faults({ service: 'graph', method: 'POST', path: '/move$', status: 503, times: 1 })
