import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterEach, test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { endGrant, reconnect } from '../kit/microsoft-sign-in.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { sortedMails } from '../kit/trained-mailbox.ts'

/** Microsoft no longer accepts the sign-in: the page says so, and what to do. */
const app = await appOfPages()
const browser = await browserOfFile()

afterEach(() => app.faults())

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

test('an ended grant is reported wherever it is noticed, and after a new sign-in sorting continues', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(page.getByText('New emails are sorted as they arrive.')).toBeVisible()
  await endGrant(app, who.email)
  await page.getByRole('button', { name: 'Sync Folders' }).click()
  await expect(toastIn(page, 'Folder Sync Failed')).toContainText(
    'Please reconnect the mailbox: it no longer accepts the sign-in.',
  )
  await expect(page.getByText('This mailbox no longer accepts the sign-in.')).toBeVisible()
  await expect(page.getByText('Sorting is paused: new emails stay in your inbox')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread')
  await tab('Overview').click()
  await expect(page.getByRole('main').getByText('Needs a new sign-in', { exact: true })).toBeVisible()
  await tab('Mailbox').click()
  await expect(page.getByRole('main').getByText('reauth_required', { exact: true })).toBeVisible()
  await reconnect(page, who.email, page.getByRole('button', { name: `Reconnect ${who.email}` }))
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Reconnect ${who.email}` })).toHaveCount(0)
  expect(await who.rows('mailboxes?select=id')).toHaveLength(1)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await bell(page).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No notifications')
  await page.keyboard.press('Escape')

  await tab('Folders').click()
  await expect(page.getByText('New emails are sorted as they arrive.')).toBeVisible()
  await who.deliver({ subject: 'Are you there?' })
  await sortedMails(app, who, 1)
  await expect(page.getByRole('list', { name: 'Last processed emails' }).getByText('Are you there?')).toBeVisible()

  // It is disconnected completely, although Microsoft does not respond.
  await tab('Mailbox').click()
  await page.getByRole('button', { name: `Disconnect ${who.email}` }).click()
  await app.faults({ service: 'graph', path: '', drop: true }, { service: 'entra', path: '', drop: true })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  await expect(toastIn(page, 'Disconnection failed')).toHaveCount(0)
  expect(await who.rows('email_folders')).toEqual([])
})
