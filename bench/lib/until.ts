import { setTimeout as delay } from 'node:timers/promises'

/** Asks again and again until it is so. @throws after half a minute: a bench that hangs measures nothing */
export async function until(what: string, look: () => Promise<boolean>, everyMs = 20): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within 30 seconds`)
    await delay(everyMs)
  }
}
