import type { Page } from 'playwright-core'

/** The screen that sets a new password after a link or code. */

export const newPassword = 'eleven slow tricycles'

export async function fillNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password').fill(confirmation)
  await page.keyboard.press('Enter')
}
