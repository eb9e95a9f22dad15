import type { App } from '../kit/start-app.ts'

/**
 * `refused`: with a code of a closed list, for which the page has a text. `isFinal`: the user cannot repeat it, since
 * the object is gone.
 */
export type Outcome = 'waiting' | 'done' | Refusal
interface Refusal {
  refused: string
  isFinal?: boolean
}
export const isRefused = (outcome: Outcome): outcome is Refusal => typeof outcome === 'object'

/** One piece of work that a scenario has started. */
export interface Attempt {
  outcome(): Promise<Outcome>
  /** What exists at providers because of it, by kind. */
  effects(): Promise<string[]>
  /** The effects once it is done: each exactly once. */
  expected: readonly string[]
  /** What exists only until it is done. */
  replaced?: readonly string[]
  /** What the page tells the user to do where it was refused. */
  retry(): Promise<void>
}

/** A running scenario with its accounts. */
export interface StartedScenario extends AsyncDisposable {
  /** Restores the state before an attempt, without faults. */
  prepare?(n: number): Promise<void>
  /** Starts one piece of work. @param n differs from call to call */
  begin(n: number): Promise<Attempt>
  /** Signs in again where a provider no longer accepts the sign-in. */
  signInAgain(): Promise<void>
}

/** A use of the product that makes outgoing calls. */
export interface Scenario {
  name: string
  /**
   * `background`: jobs do the work. `request`: a user waits for it, sees each failure and repeats the request.
   */
  kind: 'background' | 'request'
  /** Faults that happen in each attempt, so that it makes the calls that follow them. */
  priorFaults?: readonly object[]
  /** How background work may end after a temporary fault, where no program could do better. */
  acceptedRefusals?: readonly string[]
  start(app: App): Promise<StartedScenario>
}
