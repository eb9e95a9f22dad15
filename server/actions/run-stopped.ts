import type { RunEnding } from './runner.ts'

/**
 * Thrown out of `run.before` where this run may not go on; only the engine catches it.
 * - `lost`: another worker has the mail, nothing may be written any more
 * - `waits`: paused by its owner or stopped by the operator; it goes on from here later
 * - an ending: what made the run possible is over
 */
export class RunStopped extends Error {
  readonly stop: 'lost' | 'waits' | Pick<RunEnding, 'status' | 'reason'>

  constructor(stop: RunStopped['stop']) {
    super(`The run was stopped: ${typeof stop === 'string' ? stop : stop.reason}`)
    this.name = 'RunStopped'
    this.stop = stop
  }
}
