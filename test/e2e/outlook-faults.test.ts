import { expect } from '../kit/expect.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { openProduct, signInOrUp } from '../../scripts/lib/product-client.ts'
import { launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

/** Graph or Microsoft's sign-in fails behind our server: the page must show the error text of each failure. */

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterEach(() => faults())
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** Injects faults into Microsoft's services; without arguments, removes them. */
const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
const openFolders = (who: ConnectedMailbox) => openAs(browser, app, who, '/dashboard?tab=folders')
const addressFor = async (kind: string): Promise<string> => {
  const email = `${randomUUID()}@contoso.example`
  await app.control('POST', '/control/outlook/mailboxes', { email, kind, folders: [] })
  return email
}

/** The Mailbox tab of a user without a mailbox. */
async function openEmpty(): Promise<Page> {
  const account = { email: `${randomUUID()}@people.example`, password: 'correct horse battery' }
  await signInOrUp(await openProduct(app.url), account.email, account.password)
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/dashboard?tab=mailbox`)
  return page
}

async function walkThroughSignIn(page: Page, address: string, decision: 'accept' | 'deny' = 'accept'): Promise<void> {
  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await page.locator('[name=account]').fill(address)
  await page.locator(`[name=decision][value=${decision}]`).click()
}

test.for(['inactive', 'soft-deleted', 'on-premise'])(
  'a mailbox that is %s is reported as unavailable',
  async (kind) => {
    const page = await openEmpty()
    await walkThroughSignIn(page, await addressFor(kind))
    await expect(toastIn(page, 'Mailbox Unavailable')).toContainText(
      'This mailbox appears to be inactive, soft-deleted, or hosted on-premise. Microsoft 365 mailboxes that are ' +
        'inactive or hosted ' +
        'on-premise cannot be fully connected. Please verify the mailbox is active in your Microsoft 365 admin center.',
    )
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  },
)

test.for([
  ['Entra is down', { service: 'entra', path: 'token', status: 503 }, 'Outlook does not respond right now.'],
  ['Entra drops the line', { service: 'entra', path: 'token', drop: true }, 'Outlook does not respond right now.'],
  ['Outlook is down', { service: 'graph', path: '', status: 503 }, 'Outlook does not respond right now.'],
  ['Outlook is busy', { service: 'graph', path: '', status: 429, retryAfter: 1 }, 'Outlook asks us to wait.'],
  ['Outlook refuses', { service: 'graph', path: '', status: 403 }, 'Outlook refused the request.'],
] as const)('%s on the return is a connection issue, and the next attempt works', async ([, fault, words]) => {
  const page = await openEmpty()
  const address = await addressFor('work')
  // Jobs of earlier mailboxes may still run: failures of several would open the circuit breaker.
  await faults({ ...fault, ...(fault.service === 'graph' && { mailbox: address }) })
  await walkThroughSignIn(page, address)
  await expect(toastIn(page, 'Connection Issue')).toContainText(words)
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  await faults()
  await walkThroughSignIn(page, address)
  await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
  await expect(page.getByRole('main').getByText(address).first()).toBeVisible()
})

test('reports a denial at Microsoft', async () => {
  const page = await openEmpty()
  await walkThroughSignIn(page, await addressFor('work'), 'deny')
  await expect(toastIn(page, 'Connection Issue')).toContainText('You denied access to your account')
})

test('reports a refresh that Entra refuses once, with the remedy; the mailbox waits', async () => {
  // Without workers, whose job of every minute would request the token first.
  await using idle = await startApp()
  const who = await connectedMailbox(idle, [{ displayName: 'Invoices' }])
  await idle.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: new Date(idle.clock.now().getTime() + 4 * 60_000) })
      .where('mailbox_id', '=', who.mailboxId)
      .execute(),
  )
  await idle.control('PUT', '/control/faults', [{ service: 'entra', path: 'token', status: 400, error: '50173' }])
  const { page } = await openAs(browser, idle, who, '/dashboard?tab=folders')
  await expect(toastIn(page, 'Token Refresh Failed')).toContainText(
    'Failed to refresh access token. Please reconnect your mailbox.',
  )
  await expect(page.getByText('Needs a new sign-in').first()).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Active: Invoices' })).toBeDisabled()
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications: 1 unread' })
  await bell.click()
  await expect(page.getByText('Primary Mailbox needs you to sign in again')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeVisible()
  // On a manual retry Microsoft refuses again, and the page shows what to do.
  await page.getByRole('button', { name: 'Refresh Token' }).click()
  await expect(toastIn(page, 'Error refreshing token')).toContainText('Please reconnect the mailbox')
})

test('keeps the dialog where Outlook refuses a folder, and adopts one that was created there', async () => {
  const who = await connectedMailbox(app)
  const { page } = await openFolders(who)
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

  // The folder is created in Outlook at the same moment.
  await faults({ service: 'graph', method: 'POST', path: '(?:mailFolders|childFolders)$', action: 'takeFolderName' })
  await dialog.getByLabel('Folder Name').press('Enter')
  await expect(page.getByRole('rowheader', { name: 'Receipts' })).toBeVisible()
})

test('does not wait for Outlook without limit', async () => {
  const { page } = await openFolders(await connectedMailbox(app, [{ displayName: 'Invoices' }]))
  await faults({ service: 'graph', path: 'mailFolders', action: 'hang' })
  await page.getByRole('button', { name: 'Sync Folders' }).click()
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  await expect(toastIn(page, 'Folder Sync Failed')).toContainText('Failed to sync email folders. Please try again.')
  await expect(page.getByRole('button', { name: 'Sync Folders' })).toBeEnabled()
})

test('explains an ended grant after a sync', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openFolders(who)
  await expect(page.getByRole('rowheader', { name: 'Invoices' })).toBeVisible()
  await app.control('PUT', `/control/outlook/${who.email}/token`, { expireAccess: true, revokeRefresh: true })
  await page.getByRole('button', { name: 'Sync Folders' }).click()
  await expect(toastIn(page, 'Folder Sync Failed')).toContainText(
    'Please reconnect the mailbox: Microsoft no longer accepts our sign-in.',
  )
  await expect(page.getByText('Microsoft no longer accepts our sign-in to this mailbox.')).toBeVisible()
})

test.for([
  ['/dashboard?tab=folders', 'Folders'],
  ['/dashboard', 'Overview'],
] as const)('where sorting cannot be switched on, %s offers to reconnect', async ([path, tab]) => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openAs(browser, app, who, path)
  await app.control('PUT', `/control/outlook/${who.email}/token`, { expireAccess: true, revokeRefresh: true })
  await page.getByRole('switch', { name: 'Enable real-time processing' }).click()
  await expect(toastIn(page, 'Failed to enable real-time processing')).toContainText(
    'Could not set up email notifications. Reconnect this mailbox first.',
  )
  await page.getByRole('tabpanel', { name: tab }).getByRole('button', { name: 'Reconnect' }).click()
  await expect(page.locator('[name=account]')).toHaveValue(who.email)
})

test('reconnects a mailbox from its row and continues', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  const { page } = await openFolders(who)
  await expect(page.getByText('New email is sorted as it arrives.')).toBeVisible()
  await app.control('PUT', `/control/outlook/${who.email}/token`, { expireAccess: true, revokeRefresh: true })
  await page.getByRole('button', { name: 'Sync Folders' }).click()
  await expect(page.getByText('Sorting is paused: new email stays in your inbox')).toBeVisible()
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications: 1 unread')
  await page.getByRole('tab', { name: 'Overview' }).click()
  const status = page.getByRole('main').getByText('Needs a new sign-in', { exact: true })
  await expect(status).toBeVisible()
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await expect(page.getByRole('main').getByText('reauth_required', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Reconnect ${who.email}` }).click()
  // The sign-in page gets the mailbox's address as a hint.
  await expect(page.locator('[name=account]')).toHaveValue(who.email)
  await page.locator('[name=decision][value=accept]').click()
  await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Reconnect ${who.email}` })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Folders' }).click()
  await expect(page.getByText('New email is sorted as it arrives.')).toBeVisible()
  expect(await who.rows('mailboxes?select=id')).toHaveLength(1)
  await expect(bell).toHaveAccessibleName('Notifications')
  await bell.click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No notifications')
})

test('disconnects completely although Microsoft does not answer', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  const { page } = await openAs(browser, app, who, '/dashboard?tab=mailbox')
  await page.getByRole('button', { name: `Disconnect ${who.email}` }).click()
  await faults({ service: 'graph', path: '', drop: true }, { service: 'entra', path: '', drop: true })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  await expect(toastIn(page, 'Disconnection failed')).toHaveCount(0)
  expect(await who.rows('email_folders')).toEqual([])
})
