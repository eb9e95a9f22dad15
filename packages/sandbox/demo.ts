import type { SandboxState } from './sandbox-state.ts'
import { deliverNextDemoMail, seedDemo, seedMailbox } from './seeds/seed-demo.ts'

const MAIL_INTERVAL_MS = 6000

/**
 * Starts the demo: mailboxes with filed mail, a mailbox for any address that signs in, and new mail every few
 * seconds in each mailbox with a subscription. It follows real time, so that advancing the sandbox's clock does not
 * deliver many messages at once.
 */
export function startDemo(sandbox: SandboxState): Disposable {
  sandbox.createDemoMailbox = (email) => seedMailbox(sandbox, email)
  seedDemo(sandbox)
  // Ids of subscriptions differ from those of an earlier run, as do other ids (see `seeds/seed-demo.ts`).
  sandbox.subscriptions.counter += Math.floor(sandbox.clock.now() / 1000)
  const timer = setInterval(() => {
    if (!sandbox.demo) return
    for (const [mailbox, subscriptions] of sandbox.subscriptions.byMailbox) {
      if (subscriptions.size > 0) deliverNextDemoMail(sandbox, mailbox.account.email)
    }
  }, MAIL_INTERVAL_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
