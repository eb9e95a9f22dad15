import { Provider } from '../../contract/providers.ts'
import type { Context } from '../../server/context.ts'
import { createVendors } from '../../server/vendors/create-vendors.ts'

/**
 * The same context on a worker that dies at its n-th step: it never comes back from it, as a killed process does not,
 * unless it is woken.
 * A step is the moment before or after a call of Outlook or of a service, or before or after a transaction. To die
 * after one and to die
 * before the next leave the same world behind: whoever goes through all deaths goes by twos. A sleeper's wakings are no
 * such pairs.
 */
export function dyingAt(ctx: Context, n: number): { ctx: Context; died: Promise<void>; wake: () => void } {
  const died = Promise.withResolvers<void>()
  const awake = Promise.withResolvers<void>()
  // Of its own: a dead process keeps no place in a queue that the next one stands in, and no answer half read.
  const vendors = createVendors(ctx.config)
  let steps = 0
  const step = (): Promise<void> => {
    if (++steps < n) return Promise.resolve()
    died.resolve()
    return awake.promise
  }

  function around<T extends object>(target: T, deeper: readonly string[]): T {
    return new Proxy(target, {
      get(object, name, receiver) {
        const value: unknown = Reflect.get(object, name, receiver)
        if (typeof value === 'object' && value !== null && deeper.includes(String(name))) return around(value, deeper)
        if (typeof value !== 'function') return value
        if (deeper.includes(String(name)))
          return (...given: unknown[]) => around(Object(Reflect.apply(value, object, given)), deeper)
        return async (...given: unknown[]) => {
          await step()
          const result: unknown = await Reflect.apply(value, object, given)
          await step()
          return result
        }
      },
    })
  }

  return {
    ctx: {
      ...ctx,
      db: around(ctx.db, ['pool']),
      vendors: {
        ...vendors,
        services: around(vendors.services, [...Provider.options, 'files', 'crm']),
        microsoft: vendors.microsoft && around(vendors.microsoft, ['graph', 'forMailbox', 'entra', 'turns']),
      },
    },
    died: died.promise,
    wake: awake.resolve,
  }
}
