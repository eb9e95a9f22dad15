import { z } from 'zod'
import { Effect } from '../action-runs.ts'

export const ActionRunsInput = z.discriminatedUnion('action', [
  /** Runs a failed one again; what has taken effect already is not done a second time. */
  z.strictObject({ action: z.literal('retry'), runId: z.uuid() }),
  /**
   * What the action would do to a past mail of the folder's mailbox, with this configuration. Nothing is done or stored.
   * Without `logId`: the newest mail of the folder.
   */
  z.strictObject({
    action: z.literal('test'),
    folderId: z.uuid(),
    actionId: z.uuid(),
    config: z.record(z.string(), z.unknown()),
    logId: z.uuid().optional(),
  }),
  /** All actions of a mailbox wait, or go on. */
  z.strictObject({ action: z.literal('pause'), mailboxId: z.uuid(), paused: z.boolean() }),
  /** Whether they wait. */
  z.strictObject({ action: z.literal('paused'), mailboxId: z.uuid() }),
])
export type ActionRunsInput = z.infer<typeof ActionRunsInput>

/** What a test run says: never more than was asked, and nothing of it has happened. */
export const TestRun = z.object({
  mail: z.object({ subject: z.string().nullable(), from: z.string().nullable() }),
  /** What would be there to look at; the label says it in words ("Store “bill.pdf” in /Finance/2026"). */
  effects: Effect.array(),
  /** The text of a draft, where there is one. */
  text: z.string().nullable(),
  /** Why nothing would happen, what would be left out, which files would be read. */
  notes: z.string().array(),
})
export type TestRun = z.infer<typeof TestRun>

export const ActionRunsOutput = z.union([
  z.object({ test: TestRun }),
  z.object({ paused: z.boolean() }),
  z.object({ success: z.literal(true) }),
])
export type ActionRunsOutput = z.infer<typeof ActionRunsOutput>
