import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { z } from 'zod'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'

/** A page whose data is incomplete or outdated, since the user is busy elsewhere. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

const Ids = z.array(z.object({ id: z.string(), name: z.string().optional() }))

/** Adds two actions to the folder without the page. */
async function twoActions(): Promise<{ folderId: string; actionIds: string[] }> {
  const [folder] = Ids.parse(await robin.rows('email_folders?folder_name=eq.Invoices&select=id'))
  const all = Ids.parse(await robin.rows('email_actions?select=id,name&order=name'))
  const folderId = folder?.id ?? ''
  const wanted = all.filter(({ name }) => name === 'Draft reply' || name === 'Forward mail' || name === 'AI agent')
  const actionIds = wanted.slice(0, 2).map(({ id }) => id)
  for (const [at, action_id] of actionIds.entries()) {
    const row = { folder_id: folderId, action_id, is_active: true, action_order: at + 1, config: {} }
    await robin.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(row) })
  }
  return { folderId, actionIds }
}

/** Simulates the event that a browser fires when the user returns to the page. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** The browser puts the page into the back/forward cache, or returns it: the headless one of the tests has none. */
const passTo = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)

test('the page takes over what happens elsewhere, and keeps what it shows while it saves', async () => {
  const { folderId, actionIds } = await twoActions()
  expect(actionIds).toHaveLength(2)
  await robin.call('mail-webhook-management', { action: 'subscribe', mailboxId: robin.mailboxId })

  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders')

  // The order of actions, changed on another page.
  await page.getByRole('button', { name: 'Show details of Invoices' }).click()
  const rows = page.getByRole('region', { name: 'Automated Actions of Invoices' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const last = await rows.last().getByRole('switch').getAttribute('aria-label')
  await robin.call('email-actions', { action: 'order', folderId, actionIds: actionIds.toReversed() })
  await expect(rows.first().getByRole('switch')).toHaveAttribute('aria-label', last ?? '')

  // A change without a live event, on return to the page.
  const active = page.getByRole('switch', { name: 'Active: Invoices' })
  await expect(active).toBeChecked()
  await robin.rows('email_folders?folder_name=eq.Invoices', {
    method: 'PATCH',
    body: JSON.stringify({ active: false }),
  })
  // A read that is still under way is not repeated: the user comes back until it is shown.
  await expect
    .poll(async () => {
      await comeBack(page)
      return active.isChecked()
    })
    .toBe(false)

  // In the back/forward cache the page has no open connection, and afterwards it catches up.
  const disconnected = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'))
  await passTo(page, 'pagehide')
  await disconnected
  await robin.rows('email_folders?folder_name=eq.Invoices', {
    method: 'PATCH',
    body: JSON.stringify({ active: true }),
  })
  await passTo(page, 'pageshow')
  await expect(active).toBeChecked()

  // A switch keeps the keyboard focus while it is saved, and ignores a second press.
  const gate = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/rest/v1/email_folders?*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    calls += 1
    await gate.promise
    return route.continue()
  })
  const included = page.getByRole('switch', { name: 'Include in AI: Invoices' })
  await expect(included).toBeChecked()
  await included.press('Space')
  await expect(included).toBeDisabled()
  await expect(included).toBeFocused()
  await page.keyboard.press('Space')
  gate.resolve()
  await expect(included).toBeEnabled()
  await expect(included).toBeFocused()
  await expect(included).not.toBeChecked()
  expect(calls).toBe(1)
  await page.keyboard.press('Space')
  await expect(included).toBeChecked()

  // Disconnected on another page: done.
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await page.getByRole('button', { name: /^Disconnect / }).click()
  await failCalls(page, /mail-authentication$/, {
    status: 404,
    code: 'mailbox_not_found',
    message: 'This mailbox does not exist or is not yours.',
  })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Mailbox disconnected' })).toHaveCount(1)
  await expect(page.getByText('Disconnection failed')).toHaveCount(0)

  // Signed out elsewhere, while the page was in the back/forward cache.
  await page.evaluate(() => localStorage.clear())
  await passTo(page, 'pageshow')
  await expect(page).toHaveURL(`${app.url}/auth/login`)
})
