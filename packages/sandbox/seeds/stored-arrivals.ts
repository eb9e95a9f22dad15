import type { SandboxState } from '../sandbox-state.ts'
import type { StoredPart } from '../storage/stored-part.ts'
import type { Arrivals } from './arrivals.ts'

/** How much of the demo's mail has arrived. */
export function storedArrivals(sandbox: SandboxState): StoredPart {
  return {
    name: 'demo',
    capture: (): Arrivals => sandbox.arrivals,
    restore: (stored: Arrivals) => void Object.assign(sandbox, { arrivals: stored }),
  }
}
