import type { Page } from 'playwright-core'

/** What each page shows of the active mailbox. */

export const mailboxPicker = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Mailbox: / })
export const lastMails = (page: Page) => page.getByRole('list', { name: 'Last processed emails' })
