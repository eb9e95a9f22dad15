import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfFile } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { failDownloads } from '../kit/walk.ts'

/** Parts of a screen that are loaded on demand and fail to load. */
const app = await appOfFile({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a tab, a part of it or a dialog that cannot be loaded is reported, and opens at the next try', async () => {
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Folders')).toBeEnabled()
  let { restore } = await failDownloads(page)
  await tab('Folders').click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('This could not be loaded.')
  await restore()
  await tab('Mailbox').click()
  await expect(button(page, /^Settings: /)).toBeVisible()
  await tab('Folders').click()
  await expect(button(page, 'Show details of Invoices')).toBeVisible()

  ;({ restore } = await failDownloads(page))
  await button(page, 'Show details of Invoices').click()
  await expect(page.getByRole('alert')).toContainText('This could not be loaded. Please try again.')
  await button(page, 'Try Again').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await restore()
  await button(page, 'Try Again').click()
  await expect(page.getByRole('heading', { name: 'Folder Instructions' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  const create = button(page, 'Create Folder')
  await expect(create).toBeVisible()
  ;({ restore } = await failDownloads(page))
  await create.press('Enter')
  await expect(toastIn(page, 'Connection Error')).toContainText('This could not be loaded. Please try again.')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(create).toBeFocused()
  await dismissToast(page, 'Connection Error')
  await restore()
  await create.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Create New Folder' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(create).toBeFocused()
  expect(complaints).toEqual([])
})
