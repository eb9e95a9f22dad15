import type { Page } from 'playwright-core'
import type { z } from 'zod'
import { demoPassword } from './demo-account.ts'
import type { Seeds } from './sandbox-seeds.ts'

/** Signs in to the demo account of a running `npm start`. */
export async function signInToDemo(page: Page, publicUrl: string, seeds: z.output<typeof Seeds>): Promise<void> {
  await page.goto(publicUrl)
  await page.getByLabel('Email').fill(seeds.owner.address)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  const toast = page.getByRole('listitem').filter({ hasText: 'Signed in successfully' })
  await toast.waitFor()
  await toast.waitFor({ state: 'hidden' })
}

export async function openFolders(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Folders' }).click()
  await page.getByRole('list', { name: 'Last processed emails' }).getByRole('listitem').nth(4).waitFor()
  await page.getByRole('heading', { level: 1 }).click()
}
