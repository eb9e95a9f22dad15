import { listMailboxes } from '../../server/mail/mailboxes/mailbox-queries.ts'
import { addMailbox, callFunction, newMailbox, signUp } from './outlook.ts'
import type { App } from './start-app.ts'

interface MicrosoftSubscription {
  id: string
  mailbox: string
  expirationDateTime: string
  notificationUrl: string
}

/** Afterwards `reconcile` has nothing to do for the mailboxes of earlier tests of the file. */
export const switchOffMailboxes = (app: App) =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false, status: 'reauth_required' }).execute(),
  )

/** A user with a mailbox, and helpers to inspect its change-notification subscription here and at Microsoft. */
export async function liveMailbox(app: App) {
  const who = await signUp(app)
  const email = await newMailbox(app)
  const mailboxId = await addMailbox(app, who.userId, email)
  await app.runDueJobs()
  const manage = (input: object, visitor = who) => callFunction(app, visitor, 'mail-webhook-management', input)

  return {
    who,
    email,
    mailboxId,
    manage,
    /** Switches real-time processing on. @returns the subscription's id */
    subscribe: async (): Promise<string> => {
      const { status, body } = await manage({ action: 'subscribe', mailboxId })
      const { subscription } = body
      if (typeof subscription === 'object' && subscription !== null && 'id' in subscription)
        return String(subscription.id)
      throw new Error(`subscribe returned ${status} ${JSON.stringify(body)}`)
    },
    atMicrosoft: async (): Promise<MicrosoftSubscription[]> => {
      const all = await app.control('GET', '/control/subscriptions')
      return Array.isArray(all) ? all.filter((one: MicrosoftSubscription) => one.mailbox === email) : []
    },
    row: () =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('app.graph_subscriptions').selectAll().where('mailbox_id', '=', mailboxId).executeTakeFirst(),
      ),
    /** The messages that were recorded, whether still waiting or already sorted. */
    recordedMessageIds: async (): Promise<string[]> => {
      const rows = await app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.inbox_events')
          .select('message_id')
          .where('mailbox_id', '=', mailboxId)
          .union(tx.selectFrom('email_processing_logs').select('message_id').where('mailbox_id', '=', mailboxId))
          .execute(),
      )
      return rows.map((row) => row.message_id)
    },
    hasWebhook: async (): Promise<boolean | undefined> => {
      return (await app.ctx.db.asService((tx) => listMailboxes(tx, who.userId, mailboxId)))[0]?.has_webhook
    },
    fault: (action: string, options: object = {}) =>
      app.control('POST', '/control/faults', { action, match: { mailbox: email }, options }),
    /** Runs the job that runs every minute in production. */
    reconcile: async (): Promise<void> => {
      await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
      await app.runDueJobs()
    },
  }
}
