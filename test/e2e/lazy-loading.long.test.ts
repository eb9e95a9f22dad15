import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfFile } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { failDownloads } from '../kit/walk.ts'

const app = await appOfFile({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('reloads optional parts automatically', async () => {
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=mailbox', {
    prepare: async (page) => {
      await page.clock.install()
      await page.route('**/assets/toaster-*.js', (route) => route.abort())
    },
  })
  await expect(button(page, /^Settings: /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toHaveCount(0)
  await page.unrouteAll()
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toHaveCount(1, { timeout: 500 })
  }).toPass()
})

test('dialogs that cannot be loaded are reported, and open at the next try', async () => {
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=mailbox')
  for (const [opener, title] of [
    [/^Settings: /, 'Mailbox Settings'],
    [/^Disconnect /, 'Disconnect mailbox?'],
  ] as const) {
    await expect(button(page, opener)).toBeVisible()
    const { restore } = await failDownloads(page)
    await button(page, opener).press('Enter')
    await expect(toastIn(page, 'Connection Error')).toContainText('This could not be loaded. Please try again.')
    await expect(button(page, opener)).toBeFocused()
    await dismissToast(page, 'Connection Error')
    await restore()
    await button(page, opener).press('Enter')
    const dialog = page.locator('[role=dialog], [role=alertdialog]')
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button(page, opener)).toBeFocused()
  }
  expect(complaints).toEqual([])
})
