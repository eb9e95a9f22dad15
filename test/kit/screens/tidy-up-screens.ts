import type { Page } from 'playwright-core'
import { expect } from '../expect.ts'
import { failCalls, type TestBrowser } from '../browser.ts'
import { openAs } from '../folders-page.ts'
import { connectedMailbox } from '../mailbox.ts'
import type { App } from '../start-app.ts'
import { fillInbox, groupsIn, rowIn } from '../tidy-up-page.ts'
import { holdCalls, navigate } from '../walk.ts'
import type { Look } from './look.ts'

/** The inbox in groups: while it is read, its answers, dialogs and failures. */
export async function lookAtTidyUp(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Zu1qo' }])
  const { page } = await openAs(browser, app, robin, '/tidy-up', { width: 1440 })
  await expect(page.getByRole('heading', { name: 'Nothing to tidy up' })).toBeVisible()
  await look(page)

  await fillInbox(app, robin.email)
  const release = await holdCalls(page, /functions\/v1\/tidy-up$/)
  await openAgain(page)
  await expect(page.getByRole('heading', { name: 'Reading your inbox…' })).toBeVisible()
  await look(page)
  release()
  await expect(rowIn(page, '6 newsletters')).toBeVisible()
  await look(page)
  for (const [key, name] of [
    ['c', 'Choose a folder'],
    ['n', 'Create New Folder'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name })
    if (key === 'c') await page.keyboard.press('c')
    else await rowIn(page, '6 newsletters').getByRole('button', { name: 'Change' }).click()
    await expect(dialog).toBeVisible()
    await look(page, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Choose examples: Zu1qo' }).click()
  await page.getByRole('checkbox').first().check()
  await look(page, page.getByRole('dialog', { name: 'Examples for Zu1qo' }))
  await page.keyboard.press('Escape')

  await failCalls(page, /functions\/v1\/tidy-up$/, { status: 502, message: 'The mailbox does not respond right now.' })
  await rowIn(page, '4 bills').getByRole('button', { name: 'File all' }).click()
  await expect(rowIn(page, '4 bills').getByRole('alert')).toContainText('The mailbox does not respond right now.')
  await rowIn(page, '4 bills').getByRole('button', { name: 'File all' }).click()
  await expect(rowIn(page, '4 bills')).toContainText('Moved 0 of 4 to “Invoices”')
  await rowIn(page, 'Corner Shop: 4 emails').getByRole('button', { name: 'Open' }).first().click()
  await page.getByRole('button', { name: /^Leave in the inbox: .* emails from school/ }).click()
  await expect(rowIn(page, '3 emails from school')).toContainText('Stay in the inbox')
  await look(page)

  await failCalls(page, /functions\/v1\/tidy-up$/, { status: 502, message: 'The mailbox does not respond.', times: 9 })
  await openAgain(page)
  await expect(page.getByRole('alert')).toContainText('Your inbox could not be read')
  await look(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(groupsIn(page)).toBeVisible()
  // Of this mailbox, before the inbox was read again.
  await expect(page.getByRole('heading', { name: 'Earlier, in the last day' })).toBeVisible()
  await look(page)

  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ status: 'reauth_required' }).where('id', '=', robin.mailboxId).execute(),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This mailbox cannot be read right now' })).toBeVisible()
  await look(page)
}

/** Reads the inbox again. */
async function openAgain(page: Page): Promise<void> {
  await navigate(page, '/help')
  await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible()
  await navigate(page, '/tidy-up')
}
