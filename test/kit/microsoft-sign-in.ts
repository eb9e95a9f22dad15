import type { Locator, Page } from 'playwright-core'
import { expect } from './expect.ts'
import type { App } from './start-app.ts'
import { toastIn } from './toast.ts'

/** Microsoft's sign-in, which a mailbox needs when it is connected and when Microsoft has ended the grant. */

export const endGrant = (app: App, email: string) =>
  app.control('PUT', `/control/outlook/${email}/token`, { expireAccess: true, revokeRefresh: true })

/** Answers the dialog that a button to connect has opened with an address at Microsoft. */
export async function chooseMicrosoft(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connect a mailbox' })
  await dialog.getByLabel('Email address of the mailbox').fill('me@outlook.com')
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Decides on the consent page, which a button has opened. */
export async function decideAtMicrosoft(
  page: Page,
  address: string,
  decision: 'accept' | 'deny' = 'accept',
): Promise<void> {
  await page.locator('[name=account]').fill(address)
  await page.locator(`[name=decision][value=${decision}]`).click()
}

export async function reconnect(page: Page, email: string, button: Locator): Promise<void> {
  // Signed out at Microsoft, which would return immediately otherwise.
  await page.context().clearCookies({ name: 'ESTSAUTH' })
  await button.click()
  // The sign-in page gets the mailbox's address as a hint.
  await expect(page.locator('[name=account]')).toHaveValue(email)
  await page.locator('[name=decision][value=accept]').click()
  await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
}
