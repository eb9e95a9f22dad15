import { expect } from '../kit/expect.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterEach, test } from 'vitest'
import { openProduct, signInOrUp } from '../../scripts/lib/product-client.ts'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { chooseMicrosoft, decideAtMicrosoft, endGrant, reconnect } from '../kit/microsoft-sign-in.ts'
import { appOfFile } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

/** Graph or Microsoft's sign-in refuses what our server requests: the page says why, and what to do. */
const app = await appOfFile()
const browser = await browserOfFile()

afterEach(() => faults())

/** Injects faults into Microsoft's services; without arguments, removes them. */
const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

test('reports a mailbox that cannot be connected, until one is', async () => {
  const account = { email: `${randomUUID()}@people.example`, password: 'correct horse battery' }
  await signInOrUp(await openProduct(app.url), account.email, account.password)
  const address = `${randomUUID()}@contoso.example`
  const inactive = `${randomUUID()}@contoso.example`
  for (const [email, kind] of [
    [address, 'work'],
    [inactive, 'inactive'],
  ])
    await app.control('POST', '/control/outlook/mailboxes', { email, kind, folders: [] })
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/dashboard?tab=mailbox`)
  const connect = page.getByRole('button', { name: 'Connect New Mailbox' })
  const expectNone = async (): Promise<void> => {
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  }

  await connect.click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, inactive)
  await expect(toastIn(page, 'Mailbox Unavailable')).toContainText(
    'This mailbox appears to be inactive, soft-deleted, or hosted on-premise. Microsoft 365 mailboxes that are ' +
      'inactive or hosted on-premise cannot be fully connected. ' +
      'Please verify the mailbox is active in your Microsoft 365 admin center.',
  )
  await expectNone()
  await connect.click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, address, 'deny')
  await expect(toastIn(page, 'Connection Issue')).toContainText('You denied access to your account')
  await expectNone()
  await faults({ service: 'graph', path: '', status: 403 })
  await connect.click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, address)
  await expect(toastIn(page, 'Connection Issue')).toContainText('The mailbox refused the request.')
  await expectNone()
  await faults()
  await connect.click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, address)
  await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
  await expect(page.getByRole('main').getByText(address).first()).toBeVisible()
})

test('each tab where sorting cannot be switched on offers to reconnect', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders')
  const realTime = page.getByRole('switch', { name: 'Enable real-time processing' })
  const refused = toastIn(page, 'Failed to enable real-time processing')
  for (const name of ['Folders', 'Overview']) {
    await page.getByRole('tab', { name }).click()
    await expect(realTime).toBeEnabled()
    await endGrant(app, who.email)
    await realTime.click()
    await expect(refused).toContainText('Could not set up email notifications. Reconnect this mailbox first.')
    await reconnect(page, who.email, page.getByRole('tabpanel', { name }).getByRole('button', { name: 'Reconnect' }))
  }

  await page.getByRole('tab', { name: 'Folders' }).click()
  await realTime.click()
  await expect(toastIn(page, 'Real-time processing enabled')).toBeVisible()
  await endGrant(app, who.email)
  await page.getByRole('button', { name: 'Sync Folders' }).click()
  await expect(page.getByText('This mailbox no longer accepts our sign-in.')).toBeVisible()
  await expect(page.getByText('Sorting is paused: new email stays in your inbox')).toBeVisible()
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await reconnect(page, who.email, page.getByRole('button', { name: `Reconnect ${who.email}` }))
  await page.getByRole('tab', { name: 'Folders' }).click()
  await expect(page.getByText('New email is sorted as it arrives.')).toBeVisible()
})

test('a refused folder can be created again, and a refused token waits for a new sign-in', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Create Folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  const failed = toastIn(page, 'Failed to create folder')
  await dialog.getByLabel('Folder Name').fill('Receipts')
  await faults({ service: 'graph', method: 'POST', path: 'mailFolders', status: 403 })
  await dialog.getByLabel('Folder Name').press('Enter')
  await expect(failed).toContainText('Please try again.')
  await expect(dialog.getByLabel('Folder Name')).toHaveValue('Receipts')
  await failed.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failed).toHaveCount(0)
  // The folder is created in Outlook at the same moment: it is adopted.
  await faults({ service: 'graph', method: 'POST', path: '(?:mailFolders|childFolders)$', action: 'takeFolderName' })
  await dialog.getByLabel('Folder Name').press('Enter')
  await expect(page.getByRole('rowheader', { name: 'Receipts' })).toBeVisible()

  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: new Date(app.clock.now().getTime() + 4 * 60_000) })
      .where('mailbox_id', '=', who.mailboxId)
      .execute(),
  )
  await faults({ service: 'entra', path: 'token', status: 400, error: '50173' })
  // The page reads the mailboxes again, and renews the token that is about to expire.
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(toastIn(page, 'Token Refresh Failed')).toContainText(
    'Failed to refresh access token. Please reconnect your mailbox.',
  )
  await page.getByRole('tab', { name: 'Folders' }).click()
  await expect(page.getByText('Needs a new sign-in').first()).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Active: Invoices' })).toBeDisabled()
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread')
  await bell(page).click()
  await expect(page.getByText('Primary Mailbox needs you to sign in again')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeVisible()
  // On a manual retry Microsoft refuses again, and the page shows what to do.
  await page.getByRole('button', { name: 'Refresh Token' }).click()
  await expect(toastIn(page, 'Error refreshing token')).toContainText('Please reconnect the mailbox')
})
