import type { SandboxState } from './sandbox-state.ts'
import { arrivedIn, isMailDue, TICK_MS } from './seeds/arrivals.ts'
import { deliverNextDemoMail, seedMailbox } from './seeds/seed-demo.ts'
import type { SeedMails } from './seeds/seed-mails.ts'

/**
 * Starts the demo: a mailbox for any address that signs in, and new mail in each mailbox with a subscription. It
 * follows real time, so that advancing the sandbox's clock does not deliver many messages at once.
 */
export function startDemo(sandbox: SandboxState, seeds: SeedMails): Disposable {
  sandbox.createDemoMailbox = (email) => seedMailbox(sandbox, seeds, email)
  const ticks = new Map<string, number>()
  const timer = setInterval(() => {
    if (!sandbox.demo) return
    for (const [{ account }, subscriptions] of sandbox.subscriptions.byMailbox) {
      if (subscriptions.size === 0) continue
      const tick = ticks.get(account.email) ?? 0
      ticks.set(account.email, tick + 1)
      const arrived = arrivedIn(sandbox.arrivals, account.email, sandbox.clock.iso())
      if (isMailDue(tick, arrived)) deliverNextDemoMail(sandbox, seeds, account.email)
    }
    sandbox.changed()
  }, TICK_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
