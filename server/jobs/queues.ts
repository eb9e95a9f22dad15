import { z } from 'zod'

const ofMailbox = z.strictObject({ mailboxId: z.uuid() })
const nothing = z.strictObject({})

/**
 * Every job by name, with its payload: ids, never mail. A queue with `key` has at most one waiting job per key
 * (pg-boss policy `short`); `every` makes it a schedule (cron, UTC).
 */
export const queues = {
  /** Wakes a mailbox up: works through its inbox table. */
  'drain-mailbox': { payload: ofMailbox, key: 'mailboxId' },
  /** Finds by delta query what no notification told. */
  'catch-up': { payload: ofMailbox, key: 'mailboxId' },
  /** Reads the folders from Outlook, then learns from the mail that is filed there. */
  'sync-mailbox': { payload: ofMailbox, key: 'mailboxId' },
  /** Makes, renews or removes the subscription at Microsoft so that it fits the mailbox's switch. */
  'tend-subscription': { payload: ofMailbox, key: 'mailboxId' },
  /** Gets a new access token before the old one ends. */
  'refresh-token': { payload: ofMailbox, key: 'mailboxId' },
  /** Learns from the mail that is filed in the folders. */
  'learn-mailbox': { payload: ofMailbox, key: 'mailboxId' },
  /** Proposes instructions for folders that have none. */
  'propose-instructions': { payload: ofMailbox, key: 'mailboxId' },
  /** Hands the next of the mail that lies in the inbox to the sorter. */
  'feed-backfill': { payload: ofMailbox, key: 'mailboxId' },
  /** Looks into the folders for mail that was put there by hand or by a rule. */
  'watch-folders': { payload: ofMailbox, key: 'mailboxId' },
  /** Reads from Sent Items whom the user has written to. */
  'read-sent-mail': { payload: ofMailbox, key: 'mailboxId' },
  /** Finishes a move that the user asked for, where whoever was at it died or Outlook did not answer. */
  'finish-asked-move': { payload: z.strictObject({ logId: z.uuid() }), key: 'logId' },
  /** Brings many mails back to the inbox, one after the other. */
  'undo-sorting': { payload: ofMailbox, key: 'mailboxId' },
  /** Gives a mail that stayed in the inbox as unsure its category in Outlook. */
  'mark-unsure': { payload: z.strictObject({ logId: z.uuid() }), key: 'logId' },
  /** Runs what the folder's actions do to a mail, in order. */
  'run-actions': { payload: z.strictObject({ logId: z.uuid() }), key: 'logId' },
  /** Every minute: wakes the mails whose actions are due. */
  'look-after-actions': { payload: nothing, every: '* * * * *' },
  /** Every minute: wakes what is due (catch-up, renewal, token refresh, waiting mail). */
  'look-after-mailboxes': { payload: nothing, every: '* * * * *' },
  /** When a worker starts: what came while nobody worked, and was not told, is found at once. */
  'catch-up-after-start': { payload: nothing },
  /** Tells a service that a connection is over: its tokens end there, too. */
  'end-grant': { payload: z.strictObject({ revocationId: z.uuid() }), key: 'revocationId' },
  /** Refreshes a connection that nothing has used for a day. */
  'keep-connection': { payload: z.strictObject({ connectionId: z.uuid() }), key: 'connectionId' },
  /** Every hour: connections that nobody came back with, grants that a service has not been told the end of, and unused connections. */
  'look-after-connections': { payload: nothing, every: '7 * * * *' },
  /** Reads from Stripe what a person has there. */
  'sync-customer': { payload: z.strictObject({ userId: z.uuid() }), key: 'userId' },
  /** Ends at Stripe what belonged to an account that is gone. */
  'end-customer': { payload: z.strictObject({ customerId: z.string() }), key: 'customerId' },
  /** Every minute: what is to be read from Stripe, ended there, or has run out. */
  'look-after-billing': { payload: nothing, every: '* * * * *' },
  /** Every night: events that were missed, and everybody who pays. */
  'reconcile-billing': { payload: nothing, every: '47 3 * * *' },
  /** Hands one waiting e-mail to the mail server. */
  'send-email': { payload: z.strictObject({ emailId: z.uuid() }), key: 'emailId' },
  /** Every minute: e-mails whose next attempt is due. */
  'look-after-emails': { payload: nothing, every: '* * * * *' },
  /** Removes an account that its owner or the operator has deleted, with everything that is theirs. */
  'delete-account': { payload: z.strictObject({ userId: z.uuid() }), key: 'userId' },
  /** Every night: tokens, flows, challenges and security events that are too old. */
  'forget-old-accounts-data': { payload: nothing, every: '37 3 * * *' },
  /** Every night: subjects and senders that are older than the history keeps them. */
  'forget-old-mail': { payload: nothing, every: '17 3 * * *' },
} as const satisfies Record<string, { payload: z.ZodType; key?: string; every?: string }>

export type JobName = keyof typeof queues
export type JobPayload<N extends JobName> = z.output<(typeof queues)[N]['payload']>
