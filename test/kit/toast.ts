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

/** Expects a toast and dismisses it, so that a later one with the same title is not mistaken for it. */
export async function expectToast(page: Page, title: string, words: string): Promise<void> {
  const toast = toastIn(page, title).filter({ hasText: words })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toHaveCount(0)
}
