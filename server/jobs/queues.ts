import { z } from 'zod'

const mailboxPayload = z.strictObject({ mailboxId: z.uuid() })
const emptyPayload = z.strictObject({})

/**
 * Job queues by name, with their payloads: ids, never mail content. A queue with `key` has at most one waiting job per
 * value of that property (pg-boss policy `short`). `cron`: schedule in UTC.
 */
export const queues = {
  /** Processes the pending inbox events of a mailbox. */
  'drain-mailbox': { payload: mailboxPayload, key: 'mailboxId' },
  /** Finds messages without a change notification by a delta query. */
  'catch-up': { payload: mailboxPayload, key: 'mailboxId' },
  /** Synchronizes the folders from Outlook, then learns from the filed messages. */
  'sync-mailbox': { payload: mailboxPayload, key: 'mailboxId' },
  /** Makes the mailbox announce new email, or not, according to its real-time switch. */
  'ensure-subscription': { payload: mailboxPayload, key: 'mailboxId' },
  /** Refreshes the access token before it expires. */
  'refresh-token': { payload: mailboxPayload, key: 'mailboxId' },
  /** Trains the classifier with the messages filed in the folders. */
  'learn-mailbox': { payload: mailboxPayload, key: 'mailboxId' },
  /** Proposes instructions for folders without any. */
  'propose-instructions': { payload: mailboxPayload, key: 'mailboxId' },
  /** Enqueues the next messages of a backfill for sorting. */
  'feed-backfill': { payload: mailboxPayload, key: 'mailboxId' },
  /** Detects messages that the user or an Outlook rule filed in the folders. */
  'detect-manual-moves': { payload: mailboxPayload, key: 'mailboxId' },
  /** Reads the recipients of Sent Items. */
  'read-sent-mail': { payload: mailboxPayload, key: 'mailboxId' },
  /** Completes a requested move after its worker died or Outlook did not respond. */
  'complete-requested-move': { payload: z.strictObject({ logId: z.uuid() }), key: 'logId' },
  /** Moves the messages of a bulk undo back to the inbox. */
  'undo-sorting': { payload: mailboxPayload, key: 'mailboxId' },
  /** Moves the emails of the presses of Tidy up, or back. */
  'tidy-up': { payload: mailboxPayload, key: 'mailboxId' },
  /** Counts who has written to a mailbox, page by page. */
  'scan-senders': { payload: mailboxPayload, key: 'mailboxId' },
  /** Sets the Outlook category of a message that stayed in the inbox as unsure. */
  'mark-unsure': { payload: z.strictObject({ logId: z.uuid() }), key: 'logId' },
  /** Looks at the emails that stay in the inbox until they are filed. */
  'look-at-delayed': { payload: mailboxPayload, key: 'mailboxId' },
  /** Runs the folder's actions for a message, in order. */
  'run-actions': { payload: z.strictObject({ logId: z.uuid() }), key: 'logId' },
  /** Retries the failed runs whose account the user has signed in to again. */
  'retry-unblocked-runs': { payload: z.strictObject({ userId: z.uuid() }), key: 'userId' },
  /** Retries all runs that had failed when the user requested it. */
  'retry-failed-runs': {
    payload: z.strictObject({
      userId: z.uuid(),
      /** Null: of all mailboxes. */
      mailboxId: z.uuid().nullable(),
      failedUntil: z.iso.datetime(),
    }),
  },
  /** Enqueues messages whose actions are due. */
  'reconcile-actions': { payload: emptyPayload, cron: '* * * * *' },
  /** Enqueues due work of all mailboxes: catch-up, renewal, token refresh, waiting messages. */
  'reconcile-mailboxes': { payload: emptyPayload, cron: '* * * * *' },
  /** At the start of a worker: finds messages that arrived while no worker ran. */
  'catch-up-after-start': { payload: emptyPayload },
  /** Revokes the tokens of a deleted connection at the service. */
  'revoke-grant': { payload: z.strictObject({ revocationId: z.uuid() }), key: 'revocationId' },
  /** Refreshes the tokens of an unused connection before the service expires them. */
  'refresh-idle-connection': { payload: z.strictObject({ connectionId: z.uuid() }), key: 'connectionId' },
  /** Deletes abandoned OAuth flows; enqueues pending revocations and idle connections. */
  'reconcile-connections': { payload: emptyPayload, cron: '7 * * * *' },
  /** Synchronizes a user's subscription from Stripe. */
  'sync-customer': { payload: z.strictObject({ userId: z.uuid() }), key: 'userId' },
  /** Cancels the subscriptions of a deleted account at Stripe. */
  'close-customer': { payload: z.strictObject({ customerId: z.string() }), key: 'customerId' },
  /** Enqueues due Stripe syncs and customer closures; expires checkouts. */
  'maintain-billing': { payload: emptyPayload, cron: '* * * * *' },
  /** Handles missed Stripe events and synchronizes all paying users. */
  'reconcile-billing': { payload: emptyPayload, cron: '47 3 * * *' },
  /** Sends one outgoing email. */
  'send-email': { payload: z.strictObject({ emailId: z.uuid() }), key: 'emailId' },
  /** Enqueues emails whose next attempt is due. */
  'reconcile-emails': { payload: emptyPayload, cron: '* * * * *' },
  /** Enqueues the email digests that are due. */
  'enqueue-digests': { payload: emptyPayload, cron: '* * * * *' },
  /** Requires a new sign-in to everything that was connected before the owner of the address proved it. */
  'require-new-sign-ins': { payload: z.strictObject({ userId: z.uuid() }), key: 'userId' },
  /** Deletes the data of a deleted account. */
  'delete-account': { payload: z.strictObject({ userId: z.uuid() }), key: 'userId' },
  /** Purges expired tokens, flows, challenges and audit log entries. */
  'purge-expired-account-data': { payload: emptyPayload, cron: '37 3 * * *' },
  /** Emails the operators about an outage; enqueued in the transaction that opens the circuit breaker. */
  'alert-operators': { payload: z.strictObject({ provider: z.string() }) },
  /** Compares a sample of mailboxes with Outlook. */
  'self-check': { payload: emptyPayload, cron: '23 * * * *' },
  /** Writes a backup where BACKUP_DIR is set. */
  'back-up': { payload: emptyPayload },
  /** Enqueues the backup of the night, also later where no worker ran. */
  'enqueue-due-backup': { payload: emptyPayload, cron: '17 * * * *' },
  /** Purges subjects and senders after the retention period. */
  'purge-expired-logs': { payload: emptyPayload, cron: '17 3 * * *' },
} as const satisfies Record<string, { payload: z.ZodType; key?: string; cron?: string }>

export type JobName = keyof typeof queues
export type JobPayload<N extends JobName> = z.output<(typeof queues)[N]['payload']>
