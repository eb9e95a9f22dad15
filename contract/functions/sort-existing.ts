import { z } from 'zod'

/** Messages received in the last n days; null: the whole inbox. */
const lastDays = z.int().min(1).max(3650).nullable()

/** Sorts existing messages of the inbox (backfill); runs on the server. */
export const SortExistingInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('estimate'), mailboxId: z.uuid('Give the id of a mailbox.'), lastDays }),
  z.strictObject({ action: z.literal('start'), mailboxId: z.uuid('Give the id of a mailbox.'), lastDays }),
  z.strictObject({ action: z.literal('status'), mailboxId: z.uuid('Give the id of a mailbox.') }),
  z.strictObject({ action: z.literal('pause'), mailboxId: z.uuid('Give the id of a mailbox.') }),
  /** Resumes a backfill, also one that stopped at the monthly limit. */
  z.strictObject({ action: z.literal('resume'), mailboxId: z.uuid('Give the id of a mailbox.') }),
  z.strictObject({ action: z.literal('cancel'), mailboxId: z.uuid('Give the id of a mailbox.') }),
])
export type SortExistingInput = z.infer<typeof SortExistingInput>

export const BackfillEstimate = z.object({
  /** Upper bound: messages that were processed before are skipped. */
  mails: z.int(),
  minutes: z.int(),
  /** Messages that the monthly limit still allows. */
  room: z.int(),
  /** Estimated questions to the language model, based on the last weeks; 0 without one. */
  modelQuestions: z.int(),
})
export type BackfillEstimate = z.infer<typeof BackfillEstimate>

export const Backfill = z.object({
  id: z.uuid(),
  /** `limit`: stopped at the monthly limit. */
  state: z.enum(['running', 'paused', 'limit', 'done', 'canceled']),
  /** Messages in the inbox at the start. */
  total: z.int(),
  /** Processed so far: sorted, left, failed, and skipped ones. */
  done: z.int(),
  sorted: z.int(),
  left: z.int(),
  failed: z.int(),
  /** Null where unknown: nothing runs, or it has just started. */
  secondsLeft: z.int().nullable(),
  startedAt: z.iso.datetime({ offset: true }),
  endedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type Backfill = z.infer<typeof Backfill>

export const SortExistingOutput = z.union([
  z.object({ estimate: BackfillEstimate }),
  /** The newest backfill of the mailbox; null where there is none. */
  z.object({ backfill: Backfill.nullable() }),
])
export type SortExistingOutput = z.infer<typeof SortExistingOutput>
