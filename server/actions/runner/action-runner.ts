import type { z } from 'zod'
import type { Effect, RunReason } from '../../../contract/action-runs.ts'
import type { actionConfigs, UsableActionType } from '../../../contract/actions.ts'
import type { DryRun } from '../../../contract/functions/action-runs.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

/** The message and the configured action that a run or a dry run is about. */
export interface ActionTarget<T extends UsableActionType> {
  userId: string
  mailboxId: string
  /** Row of `email_processing_logs`. */
  logId: string
  /** The id of the mailbox's provider, which moves do not change. */
  messageId: string
  /** Null in a dry run of an action that was not saved yet. */
  folderActionId: string | null
  config: z.infer<(typeof actionConfigs)[T]>
  /** The user has started it although the message looked like the answer to a forward. */
  isRequested?: boolean
}

export interface ActiveRun<T extends UsableActionType> extends ActionTarget<T> {
  folderActionId: string
  configVersion: number
  /**
   * Row of `email_action_runs`. Serves as idempotency key of the effect and is sent along where the service can store
   * it.
   */
  runId: string
  /** What an earlier attempt saved; null if there was none. Parse it with a schema. */
  progress: unknown
  /**
   * Await it directly before each call that has an effect. In one transaction it checks that this worker still has
   * the message (fencing token) and that all preconditions hold (`run-preconditions.ts`), and saves `progress`.
   * `inTransaction` runs in the same transaction.
   * @throws RunStopped
   */
  beforeEffect(progress: object, inTransaction?: (tx: Tx) => Promise<void>): Promise<void>
  /** As `beforeEffect`, directly before a call that only restores the read state of the email. @throws RunStopped */
  beforeRestore(progress: object): Promise<void>
  /**
   * Await it regularly in long work without effects (reading files from slow services): extends this worker's claim.
   * @throws RunStopped
   */
  extendClaim(): Promise<void>
}

/** How a run ended. `failed` is shown with a retry; `skipped` needs no action by the user. */
export interface RunResult {
  status: 'done' | 'skipped' | 'failed'
  reason: RunReason
  effects: Effect[]
  /** At most 1,000 characters, plain text for the user. */
  note: string | null
}

/**
 * One implementation for each action type. `run` may be called again after a crash, a lost response or a failure,
 * with the saved progress: it must check what took effect before it repeats anything. Errors that may pass
 * (VendorError, MailboxAccessError, ConnectionAccessError) are thrown, and `run-actions.ts` retries them;
 * everything else is returned as a result.
 */
export interface ActionRunner<T extends UsableActionType> {
  run(ctx: Context, run: ActiveRun<T>): Promise<RunResult>
  /** What `run` would do to this message. Has no effect. */
  dryRun(ctx: Context, target: ActionTarget<T>): Promise<Omit<DryRun, 'mail'>>
}

export type ActionRunners = { [T in UsableActionType]: ActionRunner<T> }
