import { setTimeout as delay } from 'node:timers/promises'

/** Polls until the condition is true. @throws after 30 seconds, so that a benchmark does not hang */
export async function waitUntil(what: string, look: () => Promise<boolean>, everyMs = 20): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`${what} took longer than 30 seconds`)
    await delay(everyMs)
  }
}
