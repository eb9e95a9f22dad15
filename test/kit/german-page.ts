import type { Page } from 'playwright-core'
import { expect } from './expect.ts'
import type { ConnectedMailbox } from './mailbox.ts'

/** Fills the login form, which is shown in German. */
export async function signInInGerman(page: Page, { user }: ConnectedMailbox): Promise<void> {
  await page.getByLabel('E-Mail').fill(user.email)
  await page.getByLabel('Kennwort', { exact: true }).fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible()
}
