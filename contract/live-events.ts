import { z } from 'zod'

/** What `/api/events` tells the signed-in person's pages: ids only; the page then reads what it shows. */
export const LiveEvent = z.discriminatedUnion('type', [
  /** A row of the processing history is new or has changed. */
  z.object({ type: z.literal('log'), mailboxId: z.uuid(), logId: z.uuid(), status: z.string() }),
  /** A mailbox was connected, disconnected, or its status or notifications changed. */
  z.object({ type: z.literal('mailbox'), mailboxId: z.uuid() }),
  /** Sorting of existing mail has begun, gone on or ended. */
  z.object({ type: z.literal('backfill'), mailboxId: z.uuid() }),
  /** An undo of many mails has begun, gone on or ended. */
  z.object({ type: z.literal('bulk-undo'), mailboxId: z.uuid() }),
  /** Folders of a mailbox were synced, created or changed. */
  z.object({ type: z.literal('folders'), mailboxId: z.uuid() }),
  /** A service was connected, disconnected, or needs a new sign-in. */
  z.object({ type: z.literal('connections') }),
  /** An address to forward to was asked, or has agreed. */
  z.object({ type: z.literal('forward-addresses') }),
  /** The plan, its status or its add-ons changed. */
  z.object({ type: z.literal('subscription') }),
  /** The bell has something new, or less. */
  z.object({ type: z.literal('notification') }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
