import { setTimeout as delay } from 'node:timers/promises'

/** Polls until the condition is true. @throws after `maxSeconds`, so that a benchmark does not hang */
export async function waitUntil(
  what: string,
  look: () => Promise<boolean>,
  everyMs = 20,
  maxSeconds = 300,
): Promise<void> {
  const deadline = performance.now() + maxSeconds * 1000
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`${what} took longer than ${maxSeconds} seconds`)
    await delay(everyMs)
  }
}
