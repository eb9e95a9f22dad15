import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { failDownloads } from '../kit/walk.ts'

/** Parts that are loaded on demand and fail to load; what pages load at once is in `page-weight.long`. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

test('a tab or a dialog that cannot be loaded is reported, and opens after a reload', async () => {
  const { page } = await openAs(browser, app, robin, '/dashboard')
  const folders = page.getByRole('tab', { name: 'Folders' })
  await expect(folders).toBeEnabled()
  let { restore } = await failDownloads(page)
  await folders.click()
  // Not one of the overview, whose parts may be loading.
  const failure = page.getByRole('tabpanel', { name: 'Folders' }).getByRole('alert')
  await expect(failure).toContainText('This could not be loaded. Reload the page to try again.')
  await restore()
  await failure.getByRole('button', { name: 'Reload Page' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Show details of Invoices' })).toBeVisible()

  const create = page.getByRole('button', { name: 'Create Folder' })
  await expect(create).toBeVisible()
  ;({ restore } = await failDownloads(page))
  await create.press('Enter')
  // Before the download has failed, it would succeed.
  await expect(toastIn(page, 'Connection Error')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(create).toBeFocused()
  await restore()
  // The toast goes at once; a press before the page is another one would open nothing.
  const reloaded = page.waitForEvent('load')
  await toastIn(page, 'Connection Error').getByRole('button', { name: 'Reload Page' }).press('Enter')
  await reloaded
  await expect(toastIn(page, 'Connection Error')).toHaveCount(0)
  await create.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Create New Folder' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(create).toBeFocused()
})
