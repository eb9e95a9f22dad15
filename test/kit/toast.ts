import type { Locator, Page } from 'playwright-core'
import { toastRegionId } from '../../web/ui/toast-store.ts'

export const toastIn = (page: Page, title: string): Locator =>
  page.locator(`#${toastRegionId}`).getByRole('listitem').filter({ hasText: title })
