import type { Locator, Page } from 'playwright-core'
import { expect } from '../expect.ts'
import { atEachWidth, expectNoAxeViolations } from '../browser.ts'
import { horizontalOverflow } from '../folders-page.ts'

/**
 * Checks a screen in one of its final states.
 * @param part where only this part is new: a dialog, or what replaces a list
 */
export type Look = (page: Page, part?: Locator) => Promise<void>

export const lookOnce: Look = async (page, part) => {
  // What is read again after a change, such as another width, is dimmed until then.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectNoAxeViolations(page, part)
  await expectToFit(page)
}

/** A screen is no wider than the window, and of a dialog only the part below the title scrolls. */
export async function expectToFit(page: Page): Promise<void> {
  expect(await horizontalOverflow(page), page.url()).toBeLessThanOrEqual(0)
  const dialogs = page.locator('[role=dialog], [role=alertdialog]')
  const hidden = await dialogs.evaluateAll((boxes) => boxes.map((box) => box.scrollHeight - box.clientHeight))
  expect(Math.max(0, ...hidden), page.url()).toBe(0)
}

/** At each width, light and dark. */
export const lookEverywhere: Look = async (page, part) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await atEachWidth(page, () => lookOnce(page, part))
  }
}
