import type { Locator, Page } from 'playwright-core'
import { toastRegionId } from '../../web/ui/toast-store.ts'
import { expect } from './expect.ts'

export const toastIn = (page: Page, title: string): Locator =>
  page.locator(`#${toastRegionId}`).getByRole('listitem').filter({ hasText: title })

/** Dismisses the toast, so that the next one with this title is another one. */
export async function dismissToast(page: Page, title: string): Promise<void> {
  await toastIn(page, title).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toastIn(page, title)).toHaveCount(0)
}
