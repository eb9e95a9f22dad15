import { withTimeLimitsUpTo } from '../../server/vendors/http/time-limit.ts'
import type { App } from '../kit/start-app.ts'

type Method = (...given: unknown[]) => unknown

/** Methods without a call, and `hasWebhookEndpoint`, which the doctor's own client calls (`examine the services`). */
const uncounted: ReadonlySet<string> = new Set(['authorizeUrl', 'isIssuer', 'forMailbox', 'run', 'hasWebhookEndpoint'])

/** The longest time limit that calls have now; infinite where they have the product's own. */
export interface TimeLimits {
  maxMs: number
}

interface Watched {
  /** Calls by the path of their method in `Vendors` (`microsoft.graph.move`). */
  counts: Map<string, number>
  timeLimits: TimeLimits
}

/**
 * Counts the calls of every method of every vendor client. The methods are found in the clients themselves, so that a
 * new one cannot be forgotten.
 */
export const watchMethods = (app: App, by: Watched): void => watch(app.ctx.vendors, '', by)

function watch(client: object, path: string, by: Watched): void {
  for (const [name, value] of Object.entries(client)) {
    const at = path === '' ? name : `${path}.${name}`
    if (typeof value === 'object' && value !== null) watch(value, at, by)
    if (isMethod(value)) Reflect.set(client, name, watched(value, name, { at, path, by }))
    // Its methods are known before the first call.
    if (isMethod(value) && name === 'forMailbox') watch(Object(value('', null)), path, by)
  }
}

const isMethod = (value: unknown): value is Method => typeof value === 'function'

function watched(method: Method, name: string, { at, path, by }: { at: string; path: string; by: Watched }): Method {
  const { counts, timeLimits } = by
  if (!uncounted.has(name)) counts.set(at, counts.get(at) ?? 0)
  return (...given) => {
    if (!uncounted.has(name)) counts.set(at, (counts.get(at) ?? 0) + 1)
    const result = withTimeLimitsUpTo(timeLimits.maxMs, () => method(...given))
    // Each task on a mailbox has a client of its own.
    if (name === 'forMailbox' && typeof result === 'object' && result !== null) watch(result, path, by)
    return result
  }
}
