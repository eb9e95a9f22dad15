import { Provider } from '../../contract/providers.ts'
import type { Context } from '../../server/context.ts'
import { mailboxConcurrency } from '../../server/mail/limits.ts'
import { VendorError } from '../../server/vendors/http/vendor-error.ts'
import { createConcurrencyLimiter } from '../../server/vendors/http/concurrency-limiter.ts'
import { createVendors } from '../../server/vendors/create-vendors.ts'

/** Methods of the connection to a mail server that make no call. */
const withoutCall = ['canMove', 'movesInOneStep', 'keepsSentMail']
/** Of the methods of a mailbox client. */
const groups = ['inbox', 'attachments', 'effect', 'subscriptions']

const lost = (): VendorError => new VendorError('imap', 0, 'not_reachable')

interface CrashingNode {
  ctx: Context
  died: Promise<void>
  /** The process was only suspended, and continues. */
  wake: () => void
  /** The call at which the process died was in flight and takes effect now. */
  endCall: () => Promise<void>
}

/**
 * A context whose worker crashes at its n-th step: the step never returns, as in a killed process, unless `wake` is
 * called. A step is the moment before or after a call of a vendor, or before or after a transaction. A crash after one
 * call and a crash before the next leave the same state, so tests of all crashes use every second n. Tests that call
 * `wake` need every n.
 * @param at n, or the name of the vendor's function that is being called, such as `move` or `effect.send`
 */
export function crashAtStep(ctx: Context, at: number | string): CrashingNode {
  const died = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const inFlight = Promise.withResolvers<void>()
  const awake = Promise.withResolvers<void>()
  // Separate vendor clients: a dead process holds no place in an in-process queue and no half-read response.
  const limiter = createConcurrencyLimiter()
  const vendors = createVendors(ctx.config, ctx.clock, {
    mailboxLimiter: { run: (mailboxId, work) => limiter.run(mailboxId, mailboxConcurrency, work) },
    imap: ctx.vendors.imap,
  })
  let steps = 0
  let isDead = false
  const step = (call: string): Promise<void> => {
    steps++
    if (isDead) {
      ended.resolve()
      return awake.promise
    }
    if (typeof at === 'number' ? steps < at : call !== at) return Promise.resolve()
    isDead = true
    died.resolve()
    return Promise.race([inFlight.promise, awake.promise])
  }

  function around<T extends object>(target: T, deeper: readonly string[], group = ''): T {
    return new Proxy(target, {
      get(object, name, receiver) {
        const value: unknown = Reflect.get(object, name, receiver)
        if (typeof value === 'object' && value !== null && deeper.includes(String(name)))
          return around(value, deeper, groups.includes(String(name)) ? `${String(name)}.` : '')
        if (typeof value !== 'function' || withoutCall.includes(String(name))) return value
        if (deeper.includes(String(name)))
          return (...given: unknown[]) => around(Object(Reflect.apply(value, object, given)), deeper)
        return async (...given: unknown[]) => {
          await step(`${group}${String(name)}`)
          const result: unknown = await Reflect.apply(value, object, given)
          await step('')
          return result
        }
      },
    })
  }

  const whileAlive = async <T>(work: Promise<T>): Promise<T> => {
    const [result] = await Promise.allSettled([work])
    if (isDead) await awake.promise
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
  const imap: Context['vendors']['imap'] = {
    ...ctx.vendors.imap,
    // The connection of a dead process is free, once the call in flight has taken effect.
    run: (mailbox, work, options) =>
      whileAlive(
        ctx.vendors.imap.run(
          mailbox,
          (session) => Promise.race([work(around(session, [])), died.promise.then(() => Promise.reject(lost()))]),
          options,
        ),
      ),
    async send(...given) {
      await step('effect.send')
      await ctx.vendors.imap.send(...given)
      await step('')
    },
  }

  return {
    ctx: {
      ...ctx,
      db: around(ctx.db, ['pool']),
      vendors: {
        ...vendors,
        imap,
        services: around(vendors.services, [...Provider.options, 'files', 'crm']),
        microsoft: vendors.microsoft && around(vendors.microsoft, ['graph', 'forMailbox', 'entra', 'turns', ...groups]),
      },
    },
    died: died.promise,
    wake: awake.resolve,
    endCall() {
      inFlight.resolve()
      return ended.promise
    },
  }
}
