import { z } from 'zod'
import { TimeZone } from './dashboard-overview.ts'

/** No mailbox of ours is older, and the database knows no year 0. */
const Day = z.iso.date().refine((day) => day >= '2000-01-01', 'Give a day of this century.')

/** What is undone: always of one mailbox, and only what stands there by now. */
export const UndoneSorting = z.discriminatedUnion('kind', [
  /** All that was sorted on a day of the person's. */
  z.strictObject({ kind: z.literal('day'), day: Day, timeZone: TimeZone }),
  /** All that a run of `sort-existing` sorted. */
  z.strictObject({ kind: z.literal('backfill'), backfillId: z.uuid() }),
  /** All that was sorted into a folder since its instructions changed (`email_folders.instructions_changed_at`). */
  z.strictObject({ kind: z.literal('folder'), folderId: z.uuid() }),
])
export type UndoneSorting = z.infer<typeof UndoneSorting>

/** Brings many mails back to the inbox, on the server: the page may be closed. */
export const UndoSortingInput = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('estimate'),
    mailboxId: z.uuid('Give the id of a mailbox.'),
    what: UndoneSorting,
  }),
  z.strictObject({ action: z.literal('start'), mailboxId: z.uuid('Give the id of a mailbox.'), what: UndoneSorting }),
  z.strictObject({ action: z.literal('status'), mailboxId: z.uuid('Give the id of a mailbox.') }),
  /** What is back in the inbox stays there; what is not undone yet stays in its folder. */
  z.strictObject({ action: z.literal('cancel'), mailboxId: z.uuid('Give the id of a mailbox.') }),
])
export type UndoSortingInput = z.infer<typeof UndoSortingInput>

/**
 * Why a mail was left alone:
 * - `back`: it is in the inbox already, brought back by the person before
 * - `moved`: the person has put it somewhere else, in Outlook or in the history
 * - `gone`: it is no longer in the mailbox
 * - `refused`: Outlook refused to move it
 * - `not_answered`: Outlook, or the sign-in, did not come back within a day
 * - `canceled`: the person stopped the undo before
 */
export const LeftAlone = z.enum(['back', 'moved', 'gone', 'refused', 'not_answered', 'canceled'])
export type LeftAlone = z.infer<typeof LeftAlone>

export const UndoEstimate = z.object({
  /** As far as we know they are where we put them; Outlook is asked of each before it is moved. */
  mails: z.int(),
  /** The person has said otherwise of these before: they are left alone. */
  leftAlone: z.int(),
  minutes: z.int(),
  /** Of `mails`, those of which an automated action has run: that is not undone. */
  withActions: z.int(),
})
export type UndoEstimate = z.infer<typeof UndoEstimate>

export const BulkUndo = z.object({
  id: z.uuid(),
  what: UndoneSorting,
  state: z.enum(['running', 'done', 'canceled']),
  /** With those that are left alone. */
  total: z.int(),
  undone: z.int(),
  /** By reason, most first; reasons that no mail has are missing. */
  leftAlone: z.array(z.object({ reason: LeftAlone, mails: z.int() })),
  /** The newest of them, at most `leftAloneShown`. */
  leftMails: z.array(
    z.object({
      logId: z.uuid(),
      reason: LeftAlone,
      subject: z.string().nullable(),
      fromAddress: z.string().nullable(),
      fromName: z.string().nullable(),
    }),
  ),
  /** Outlook does not answer, or the mailbox must be connected again: it goes on by itself, for a day. */
  waiting: z.boolean(),
  startedAt: z.iso.datetime({ offset: true }),
  endedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type BulkUndo = z.infer<typeof BulkUndo>

export const UndoSortingOutput = z.union([
  z.object({ estimate: UndoEstimate }),
  /** The newest of the mailbox; null where there never was one. */
  z.object({ undo: BulkUndo.nullable() }),
])
export type UndoSortingOutput = z.infer<typeof UndoSortingOutput>
