import { z } from 'zod'
import { TimeZone } from './dashboard-overview.ts'

/** No mailbox is older. */
const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Give a day of this century.')

/** Scope of a bulk undo within one mailbox; only messages that are still where they were moved. */
export const UndoneSorting = z.discriminatedUnion('kind', [
  /** Messages sorted on one day in the user's time zone. */
  z.strictObject({ kind: z.literal('day'), day: Day, timeZone: TimeZone }),
  /** Messages sorted by one run of `sort-existing`. */
  z.strictObject({ kind: z.literal('backfill'), backfillId: z.uuid() }),
  /** Messages sorted into a folder since its instructions changed (`email_folders.instructions_changed_at`). */
  z.strictObject({ kind: z.literal('folder'), folderId: z.uuid() }),
])
export type UndoneSorting = z.infer<typeof UndoneSorting>

/** Moves many messages back to the inbox; runs on the server. */
export const UndoSortingInput = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('estimate'),
    mailboxId: z.uuid('Give the id of a mailbox.'),
    what: UndoneSorting,
  }),
  z.strictObject({ action: z.literal('start'), mailboxId: z.uuid('Give the id of a mailbox.'), what: UndoneSorting }),
  z.strictObject({ action: z.literal('status'), mailboxId: z.uuid('Give the id of a mailbox.') }),
  /** Stops: messages in the inbox stay there, the others stay in their folders. */
  z.strictObject({ action: z.literal('cancel'), mailboxId: z.uuid('Give the id of a mailbox.') }),
])
export type UndoSortingInput = z.infer<typeof UndoSortingInput>

/**
 * Why a message was not undone:
 * - `back`: already in the inbox, moved by the user
 * - `moved`: moved elsewhere by the user, in Outlook or in the processing history
 * - `gone`: no longer in the mailbox
 * - `refused`: Outlook refused the move
 * - `not_answered`: Outlook did not respond, or the sign-in was not renewed, within a day
 * - `canceled`: the user stopped the undo
 */
export const NotUndoneReason = z.enum(['back', 'moved', 'gone', 'refused', 'not_answered', 'canceled'])
export type NotUndoneReason = z.infer<typeof NotUndoneReason>

export const UndoEstimate = z.object({
  /** According to the processing log; each is checked in Outlook before it is moved. */
  mails: z.int(),
  /** Messages with a later correction: they are left alone. */
  leftAlone: z.int(),
  minutes: z.int(),
  /** Of `mails`, those whose automated actions have run: actions are not undone. */
  withActions: z.int(),
})
export type UndoEstimate = z.infer<typeof UndoEstimate>

export const BulkUndo = z.object({
  id: z.uuid(),
  what: UndoneSorting,
  state: z.enum(['running', 'done', 'canceled']),
  /** Including messages that are left alone. */
  total: z.int(),
  undone: z.int(),
  /** By reason, most frequent first; unused reasons are missing. */
  leftAlone: z.array(z.object({ reason: NotUndoneReason, mails: z.int() })),
  /** The newest of them, at most `maxUndoExceptionsShown`. */
  leftMails: z.array(
    z.object({
      logId: z.uuid(),
      reason: NotUndoneReason,
      subject: z.string().nullable(),
      fromAddress: z.string().nullable(),
      fromName: z.string().nullable(),
    }),
  ),
  /** Outlook does not respond, or the mailbox needs a new sign-in: it continues automatically, for a day. */
  waiting: z.boolean(),
  startedAt: z.iso.datetime({ offset: true }),
  endedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type BulkUndo = z.infer<typeof BulkUndo>

export const UndoSortingOutput = z.union([
  z.object({ estimate: UndoEstimate }),
  /** The newest bulk undo of the mailbox; null where there is none. */
  z.object({ undo: BulkUndo.nullable() }),
])
export type UndoSortingOutput = z.infer<typeof UndoSortingOutput>
