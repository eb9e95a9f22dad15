import type { GraphCall, MailKind, SandboxMessage } from '../mailboxes.ts'
import type { Interruption } from '../interruptions.ts'
import type { Correction, LogRow, MonthlyCount } from '../stored-state.ts'
import type { AttemptChange } from '../attempt-history.ts'

/** Everything that is known of a mailbox after the run. All times are those of the run. */
export interface FinalState {
  /** Message id → kind of the delivered message. */
  delivered: ReadonlyMap<string, MailKind>
  /** Email waits in the inbox until it is read. */
  isFiledLater: boolean
  /** Messages in the mailbox before the first delivery. */
  before: number
  log: readonly LogRow[]
  usage: readonly MonthlyCount[]
  /** Beginnings and ends of the attempts of messages and of their actions, in their order. */
  attempts: readonly AttemptChange[]
  /** What the run did to the nodes. */
  interruptions: readonly Interruption[]
  outlook: readonly SandboxMessage[]
  calls: readonly GraphCall[]
  /**
   * Ids of subscriptions: those that are alive in Outlook, and the one that the product has stored. Null where the
   * server has none.
   */
  subscriptions: { live: readonly string[]; stored: string | null } | null
  /** What was learned from moves by hand. */
  corrections: readonly Correction[]
  /** Message id → time at which the user moved it back to the inbox. */
  movedBack: ReadonlyMap<string, Date>
}

/** @returns one line for each violation, which begins with the number of the rule in docs/invariants.md */
export type Checker = (state: FinalState) => string[]
