/** Policy values that several files of `server/mail` share. */

export const catchUpIntervalMs = 15 * 60_000
/** Overlap of two reads by date: clocks differ, and Graph shows messages late. */
export const readOverlapMs = 10 * 60_000
export const folderSyncIntervalMs = 6 * 60 * 60_000
/** Mailboxes per kind of job that one run of `reconcile-mailboxes` enqueues; the rest follows a minute later. */
export const reconcileBatchSize = 1000
export const subscriptionRenewalMs = 24 * 60 * 60_000
/** Graph accepts four concurrent requests per app and mailbox (learn.microsoft.com/graph/throttling-limits). */
export const mailboxConcurrency = 4
