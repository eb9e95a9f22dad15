import type { App } from './start-app.ts'

/** Deletes a mailbox and its dependent rows from the database, without calling Graph. */
export const removeMailbox = (app: App, mailboxId: string): Promise<unknown> =>
  app.ctx.db.asService((tx) => tx.deleteFrom('mailboxes').where('id', '=', mailboxId).execute())
