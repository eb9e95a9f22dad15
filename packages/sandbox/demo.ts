import type { World } from './kit/world.ts'
import { nextDemoMail, seedDemo, seedMailbox } from './seeds/demo.ts'

const BETWEEN_MAILS_MS = 6000

/**
 * The demo world: filed mail, a mailbox for whoever asks for one, and new mail every few seconds wherever somebody
 * listens. The pace is the visitor's, so it follows the real time: moving the sandbox's clock must not bring a flood.
 */
export function startDemo(world: World): Disposable {
  world.welcome = (email) => seedMailbox(world, email)
  seedDemo(world)
  // Ids of subscriptions are never those of an earlier run either (see seeds/demo.ts).
  world.subscriptions.counter += Math.floor(world.clock.now() / 1000)
  const timer = setInterval(() => {
    if (!world.demo) return
    for (const [mailbox, subscriptions] of world.subscriptions.byMailbox) {
      if (subscriptions.size > 0) nextDemoMail(world, mailbox.account.email)
    }
  }, BETWEEN_MAILS_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
