import type { RunResult } from './action-runner.ts'

/**
 * Thrown by `run.beforeEffect` if the run may not continue; `run-actions.ts` catches it.
 * - `claim_lost`: another worker has the message, nothing may be written any more
 * - `paused`: paused by the user or stopped by the operator; the run continues later from here
 * - a result: a precondition of the run no longer holds
 */
export class RunStopped extends Error {
  readonly stop: 'claim_lost' | 'paused' | Pick<RunResult, 'status' | 'reason'>

  constructor(stop: RunStopped['stop']) {
    super(`The run was stopped: ${typeof stop === 'string' ? stop : stop.reason}`)
    this.name = 'RunStopped'
    this.stop = stop
  }
}
