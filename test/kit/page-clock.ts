import type { Locator } from 'playwright-core'
import { expect } from './expect.ts'

/**
 * Advances the page's clock until the locator is visible, so that a test does not wait for the page's own timers
 * (retries, polling). Install the page's clock before opening the page; afterwards its time runs normally.
 */
export async function passUntil(wanted: Locator): Promise<void> {
  const page = wanted.page()
  const seen = async (): Promise<boolean> => {
    if (!(await wanted.isVisible())) await page.clock.runFor(500)
    return wanted.isVisible()
  }
  await expect.poll(seen, { intervals: [25] }).toBe(true)
}
