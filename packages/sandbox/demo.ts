import type { SandboxState } from './sandbox-state.ts'
import { arrivedIn, isMailDue, TICK_MS } from './seeds/arrivals.ts'
import { deliverNextImapMail } from './seeds/imap-accounts.ts'
import { deliverNextDemoMail, seedMailbox } from './seeds/seed-demo.ts'
import type { SeedMails } from './seeds/seed-mails.ts'

/**
 * Starts the demo: a mailbox for any address that signs in, and new mail in each mailbox with a subscription or a
 * client that waits for mail. It
 * follows real time, so that advancing the sandbox's clock does not deliver many messages at once.
 */
export function startDemo(sandbox: SandboxState, seeds: SeedMails): Disposable {
  sandbox.createDemoMailbox = (email) => seedMailbox(sandbox, seeds, email)
  const ticks = new Map<string, number>()
  const isDue = (email: string): boolean => {
    const tick = ticks.get(email) ?? 0
    ticks.set(email, tick + 1)
    return isMailDue(tick, arrivedIn(sandbox.arrivals, email, sandbox.clock.iso()))
  }
  const timer = setInterval(() => {
    if (!sandbox.demo) return
    for (const [{ account }, subscriptions] of sandbox.subscriptions.byMailbox)
      if (subscriptions.size > 0 && isDue(account.email)) deliverNextDemoMail(sandbox, seeds, account.email)
    for (const mailbox of sandbox.imap.watchers.keys())
      if (isDue(mailbox.address)) deliverNextImapMail(sandbox, seeds, mailbox)
    sandbox.changed()
  }, TICK_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
