import { z } from 'zod'
import { Effect } from '../action-runs.ts'

export const ActionRunsInput = z.discriminatedUnion('action', [
  /** Repeats a failed run; completed effects are not repeated. */
  z.strictObject({ action: z.literal('retry'), runId: z.uuid() }),
  /** Number of failed runs, of one mailbox or of all. */
  z.strictObject({ action: z.literal('failed'), mailboxId: z.uuid().optional() }),
  /** Retries them, oldest first; not those whose outcome is unclear. */
  z.strictObject({ action: z.literal('retry-failed'), mailboxId: z.uuid().optional() }),
  /**
   * Dry run with this configuration on a past message of the mailbox: executes and stores nothing.
   * Without `logId`: the newest message of the folder.
   */
  z.strictObject({
    action: z.literal('test'),
    folderId: z.uuid(),
    actionId: z.uuid(),
    config: z.record(z.string(), z.unknown()),
    logId: z.uuid().optional(),
  }),
  /** Pauses or resumes all actions of a mailbox. */
  z.strictObject({ action: z.literal('pause'), mailboxId: z.uuid(), paused: z.boolean() }),
  /** True while paused. */
  z.strictObject({ action: z.literal('paused'), mailboxId: z.uuid() }),
])
export type ActionRunsInput = z.infer<typeof ActionRunsInput>

/** Result of a dry run: at most what was requested, and nothing of it was executed. */
export const DryRun = z.object({
  mail: z.object({ subject: z.string().nullable(), from: z.string().nullable() }),
  /** Effects that the run would have; the label describes each ("Store “bill.pdf” in /Finance/2026"). */
  effects: Effect.array(),
  /** Text of a draft, if any. */
  text: z.string().nullable(),
  /** Why nothing would happen, what would be skipped, which files would be read. */
  notes: z.string().array(),
})
export type DryRun = z.infer<typeof DryRun>

/** Runs that `retry-failed` retries, and those that only their user can retry one by one: their outcome is unclear. */
export const FailedRunCount = z.object({ failed: z.int(), unclear: z.int() })
export type FailedRunCount = z.infer<typeof FailedRunCount>

export const ActionRunsOutput = z.union([
  z.object({ test: DryRun }),
  FailedRunCount,
  /** Number of runs; they wait for their turn. */
  z.object({ retried: z.int() }),
  z.object({ paused: z.boolean() }),
  z.object({ success: z.literal(true) }),
])
export type ActionRunsOutput = z.infer<typeof ActionRunsOutput>
