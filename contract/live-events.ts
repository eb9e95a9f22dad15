import { z } from 'zod'

/** Events that `/api/events` sends to the user's pages: ids only; the page then loads the data. */
export const LiveEvent = z.discriminatedUnion('type', [
  /** A processing log was created or changed. */
  z.object({ type: z.literal('log'), mailboxId: z.uuid(), logId: z.uuid(), status: z.string() }),
  /** A mailbox was connected or disconnected, or its status or real-time switch changed. */
  z.object({ type: z.literal('mailbox'), mailboxId: z.uuid() }),
  /** A backfill started, progressed or ended. */
  z.object({ type: z.literal('backfill'), mailboxId: z.uuid() }),
  /** A bulk undo started, progressed or ended. */
  z.object({ type: z.literal('bulk-undo'), mailboxId: z.uuid() }),
  /** A press of Tidy up was made, progressed, ended or was undone. */
  z.object({ type: z.literal('tidy-up'), mailboxId: z.uuid() }),
  /** A scan of the senders of a mailbox started, progressed or ended, or the user has chosen where their emails go. */
  z.object({ type: z.literal('senders'), mailboxId: z.uuid() }),
  /** What waits for an answer has changed. */
  z.object({ type: z.literal('follow-ups') }),
  /** Folders of a mailbox were synchronized, created or changed. */
  z.object({ type: z.literal('folders'), mailboxId: z.uuid() }),
  /** A service was connected or disconnected, or needs a new sign-in. */
  z.object({ type: z.literal('connections') }),
  /** A forward address was requested or confirmed. */
  z.object({ type: z.literal('forward-addresses') }),
  /** The plan, its status or its add-ons changed. */
  z.object({ type: z.literal('subscription') }),
  /** The email digest was chosen, switched off, confirmed or sent. */
  z.object({ type: z.literal('email-digest') }),
  /** The user chose a time zone. */
  z.object({ type: z.literal('time-zone') }),
  /** A notification was created or resolved. */
  z.object({ type: z.literal('notification') }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
