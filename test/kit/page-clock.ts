import type { Locator } from 'playwright-core'
import { expect } from './expect.ts'

/**
 * Lets the time of a page pass until this is seen there, so that nobody waits for what the page itself waits for (the
 * next try of a failed
 * call, the next look). The page's clock has to be installed before it is opened; afterwards its time goes on by
 * itself.
 */
export async function passUntil(wanted: Locator): Promise<void> {
  const page = wanted.page()
  const seen = async (): Promise<boolean> => {
    if (!(await wanted.isVisible())) await page.clock.runFor(500)
    return wanted.isVisible()
  }
  await expect.poll(seen, { intervals: [25] }).toBe(true)
}
