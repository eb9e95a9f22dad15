import type { App } from '../kit/start-app.ts'

type Method = (...given: unknown[]) => unknown

/** Methods without a call, and `hasWebhookEndpoint`, which the doctor's own client calls (`examine the services`). */
const uncounted: ReadonlySet<string> = new Set(['authorizeUrl', 'isIssuer', 'forMailbox', 'run', 'hasWebhookEndpoint'])

/**
 * Counts the calls of every method of every vendor client, by its path in `Vendors` (`microsoft.graph.moveMessage`).
 * The methods are found in the clients themselves, so that a new one cannot be forgotten.
 */
export function countMethodCalls(app: App): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  watch(app.ctx.vendors, '', counts)
  return counts
}

function watch(client: object, path: string, counts: Map<string, number>): void {
  for (const [name, value] of Object.entries(client)) {
    const at = path === '' ? name : `${path}.${name}`
    if (typeof value === 'object' && value !== null) watch(value, at, counts)
    if (isMethod(value)) Reflect.set(client, name, watched(value, name, { at, path, counts }))
  }
}

const isMethod = (value: unknown): value is Method => typeof value === 'function'

function watched(
  method: Method,
  name: string,
  { at, path, counts }: { at: string; path: string; counts: Map<string, number> },
): Method {
  if (!uncounted.has(name)) counts.set(at, counts.get(at) ?? 0)
  return (...given) => {
    if (!uncounted.has(name)) counts.set(at, (counts.get(at) ?? 0) + 1)
    const result = method(...given)
    // The client of one mailbox has the same methods.
    if (name === 'forMailbox' && typeof result === 'object' && result !== null) watch(result, path, counts)
    return result
  }
}
