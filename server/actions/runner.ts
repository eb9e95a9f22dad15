import type { z } from 'zod'
import type { Effect, RunReason } from '../../contract/action-runs.ts'
import type { actionConfigs, UsableActionType } from '../../contract/actions.ts'
import type { TestRun } from '../../contract/functions/action-runs.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

/** The mail and the action of the folder that a run is about. */
export interface RunAbout<T extends UsableActionType> {
  userId: string
  mailboxId: string
  /** Row of the history. */
  logId: string
  /** Graph's immutable id. */
  messageId: string
  folderActionId: string
  config: z.infer<(typeof actionConfigs)[T]>
  configVersion: number
}

export interface Run<T extends UsableActionType> extends RunAbout<T> {
  /** Row of `email_action_runs`: the key of the effect, carried to the outside where that is possible. */
  runId: string
  /** What an earlier attempt kept; null where there was none. Parse it with a schema of your own. */
  progress: unknown
  /**
   * To be awaited directly before each call that has an effect: it holds, in one transaction, that this worker still has the mail
   * (I12), that mailbox, folder and action are on, saved as this run took them, not paused and not stopped (I7), and stores how far the run is.
   * `also` runs in the same transaction.
   * @throws RunStopped
   */
  before(progress: object, also?: (tx: Tx) => Promise<void>): Promise<void>
  /**
   * To be awaited now and then in work that takes long and has no effect (files of slow stores): keeps the mail for this worker.
   * @throws RunStopped
   */
  hold(): Promise<void>
}

/** How a run ended. `failed` is shown with a retry; `skipped` needs nobody to do anything. */
export interface RunEnding {
  status: 'done' | 'skipped' | 'failed'
  reason: RunReason
  effects: Effect[]
  /** At most 1,000 characters, plain words. */
  note: string | null
}

/**
 * One a type of action. `run` may be called again after a crash, a lost answer or a failure, with what it kept: it looks what took effect
 * before it does anything a second time (I5). Trouble that may pass is thrown (VendorError, MailboxProblem, ServiceProblem) and tried again by the
 * engine; everything else is an ending.
 */
export interface ActionRunner<T extends UsableActionType> {
  run(ctx: Context, run: Run<T>): Promise<RunEnding>
  /** What `run` would do to this mail. Has no effect anywhere. */
  test(ctx: Context, about: RunAbout<T>): Promise<Omit<TestRun, 'mail'>>
}

export type ActionRunners = { [T in UsableActionType]: ActionRunner<T> }
