import type { App } from './start-app.ts'

/** Takes a mailbox out of the database, with everything that hangs on it; Outlook hears nothing. */
export const removeMailbox = (app: App, mailboxId: string): Promise<unknown> =>
  app.ctx.db.asService((tx) => tx.deleteFrom('mailboxes').where('id', '=', mailboxId).execute())
