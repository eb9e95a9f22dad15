import { z } from 'zod'

/** Mail received in the last so many days; null: all of the inbox. */
const lastDays = z.int().min(1).max(3650).nullable()

/** Sorts mail that lies in the inbox already, on the server: the page may be closed. */
export const SortExistingInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('estimate'), mailboxId: z.uuid('Give the id of a mailbox.'), lastDays }),
  z.strictObject({ action: z.literal('start'), mailboxId: z.uuid('Give the id of a mailbox.'), lastDays }),
  z.strictObject({ action: z.literal('status'), mailboxId: z.uuid('Give the id of a mailbox.') }),
  z.strictObject({ action: z.literal('pause'), mailboxId: z.uuid('Give the id of a mailbox.') }),
  /** Also where it stopped at the month's limit. */
  z.strictObject({ action: z.literal('resume'), mailboxId: z.uuid('Give the id of a mailbox.') }),
  z.strictObject({ action: z.literal('cancel'), mailboxId: z.uuid('Give the id of a mailbox.') }),
])
export type SortExistingInput = z.infer<typeof SortExistingInput>

export const BackfillEstimate = z.object({
  /** At most: mail that was looked at before is not looked at again. */
  mails: z.int(),
  minutes: z.int(),
  /** How many more the month's limit takes now. */
  room: z.int(),
  /** How many of them the language model will be asked about, as far as the last weeks tell; 0 where there is none. */
  modelQuestions: z.int(),
})
export type BackfillEstimate = z.infer<typeof BackfillEstimate>

export const Backfill = z.object({
  id: z.uuid(),
  /** `limit`: it stopped exactly at the month's limit. */
  state: z.enum(['running', 'paused', 'limit', 'done', 'canceled']),
  /** Of the inbox when it began. */
  total: z.int(),
  /** Looked at so far: sorted, left, failed, and what was looked at before. */
  done: z.int(),
  sorted: z.int(),
  left: z.int(),
  failed: z.int(),
  /** Null where it is not known: nothing runs, or it has just begun. */
  secondsLeft: z.int().nullable(),
  startedAt: z.iso.datetime({ offset: true }),
  endedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type Backfill = z.infer<typeof Backfill>

export const SortExistingOutput = z.union([
  z.object({ estimate: BackfillEstimate }),
  /** The newest of the mailbox; null where there never was one. */
  z.object({ backfill: Backfill.nullable() }),
])
export type SortExistingOutput = z.infer<typeof SortExistingOutput>
