import { withShorterTimeLimits } from '../../server/vendors/time-limit.ts'
import type { App } from '../kit/start-app.ts'

type Method = (...given: unknown[]) => unknown

/** Methods without a call, and `hasWebhookEndpoint`, which the doctor's own client calls (`examine the services`). */
const uncounted: ReadonlySet<string> = new Set(['authorizeUrl', 'isIssuer', 'forMailbox', 'run', 'hasWebhookEndpoint'])

/** The part of the product's time limits that calls have now; 1 where they are the product's own. */
export interface TimeLimits {
  share: number
}

interface Watched {
  counts: Map<string, number>
  timeLimits: TimeLimits
}

/**
 * Counts the calls of every method of every vendor client, by its path in `Vendors` (`microsoft.graph.moveMessage`).
 * The methods are found in the clients themselves, so that a new one cannot be forgotten.
 */
export function watchMethods(app: App, timeLimits: TimeLimits): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  watch(app.ctx.vendors, '', { counts, timeLimits })
  return counts
}

function watch(client: object, path: string, by: Watched): void {
  for (const [name, value] of Object.entries(client)) {
    const at = path === '' ? name : `${path}.${name}`
    if (typeof value === 'object' && value !== null) watch(value, at, by)
    if (isMethod(value)) Reflect.set(client, name, watched(value, name, { at, path, by }))
  }
}

const isMethod = (value: unknown): value is Method => typeof value === 'function'

function watched(method: Method, name: string, { at, path, by }: { at: string; path: string; by: Watched }): Method {
  const { counts, timeLimits } = by
  if (!uncounted.has(name)) counts.set(at, counts.get(at) ?? 0)
  return (...given) => {
    if (!uncounted.has(name)) counts.set(at, (counts.get(at) ?? 0) + 1)
    const result = withShorterTimeLimits(timeLimits.share, () => method(...given))
    // The client of one mailbox has the same methods.
    if (name === 'forMailbox' && typeof result === 'object' && result !== null) watch(result, path, by)
    return result
  }
}
