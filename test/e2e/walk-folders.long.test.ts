import { expect } from '../kit/expect.ts'
import { afterEach, test } from 'vitest'
import { publishLiveEvent } from '../../server/db/live-events.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs, rowOf } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [
  { displayName: 'Invoices' },
  { displayName: 'Travel' },
  { displayName: 'Work', children: [{ displayName: 'Harbour' }] },
])
afterEach(() => app.faults())

/**
 * Ends the pause after failures, however many were counted, and waits for a response: until then a mailbox makes one
 * call at a time, and one of a job would refuse that of the page.
 */
async function recover(): Promise<void> {
  await app.faults()
  await app.advance('16 min')
  const sync = () => robin.call('mail-graph', { action: 'sync-folders', mailboxId: robin.mailboxId })
  await expect(sync).toPass()
}
const open = (options: Parameters<typeof openAs>[4] = {}) =>
  openAs(browser, app, robin, '/dashboard?tab=folders', options)
/** Makes the page read the mailbox and its status again. */
const readMailboxAgain = () =>
  app.ctx.db.asService((tx) => publishLiveEvent(tx, robin.user.userId, { type: 'mailbox', mailboxId: robin.mailboxId }))

test('offers to create a folder again that was deleted in Outlook, or to switch it off', async () => {
  const { page } = await open()
  const again = page.getByRole('button', { name: 'Create Travel again' })
  const deleteInOutlook = async () => {
    await app.control('DELETE', `/control/outlook/${robin.email}/folders/Travel`)
    await page.getByRole('button', { name: 'Sync Folders' }).click()
    await expect(again).toBeVisible()
  }
  await deleteInOutlook()
  await expect(rowOf(page, 'Travel').getByRole('button', { name: 'Custom' })).toBeVisible()
  await again.click()
  await expect(toastIn(page, 'Folder created')).toBeVisible()
  await expect(again).toHaveCount(0)
  await expect(rowOf(page, 'Travel').getByRole('button', { name: 'Custom' })).toHaveCount(0)

  await deleteInOutlook()
  await page.getByRole('button', { name: 'Switch off Travel' }).click()
  await expect(again).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Active: Travel' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'Active: Travel' }).click()
  await again.click()
  await expect(rowOf(page, 'Travel').getByRole('button', { name: 'Custom' })).toHaveCount(0)
})

test('keeps drafts of instructions, also in the card of an open row', async () => {
  const { page } = await open()
  const edit = page.getByRole('button', { name: 'Edit instructions of Invoices' })
  const field = page.getByRole('textbox', { name: 'Instructions for Invoices' })
  await edit.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.type('not yet')
  await page.reload()
  await expect(rowOf(page, 'Invoices')).toContainText('No instructions')
  await expect(rowOf(page, 'Invoices')).toContainText('Unsaved draft')

  await edit.press('Enter')
  await expect(field).toHaveValue('not yet')
  await expect(page.getByText('Your unsaved text from before. Cancel discards it.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel editing' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(edit).toBeFocused()
  await expect(rowOf(page, 'Invoices')).not.toContainText('Unsaved draft')

  // The card of an open row.
  await page.getByRole('button', { name: 'Show details of Travel' }).click()
  await expect(
    page.getByText('No instructions added. Click Edit to add instructions for how emails should be sorted.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Automated Actions' })).toBeVisible()
  await expect(page.getByText('No actions run for this folder.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const card = page.getByRole('textbox', { name: 'Folder instructions for Travel' })
  await card.fill('Trains\nand hotels')
  await failCalls(page, /\/rest\/v1\/email_folders/, { when: (body) => body !== '' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(card).toHaveValue('Trains\nand hotels')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  // The cursor is at the end of the text.
  await page.getByRole('button', { name: 'Edit instructions of Travel' }).press('Enter')
  await page.keyboard.type('!')
  await expect(page.getByRole('textbox', { name: 'Instructions for Travel' })).toHaveValue('Trains\nand hotels!')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Trains and hotels').last()).toBeVisible()
})

test('edits instructions in the card on a phone, and keeps them when it is turned', async () => {
  const { page } = await open({ width: 390 })
  await page.getByRole('button', { name: 'Edit instructions of Work/Harbour' }).click()
  const field = page.getByRole('textbox', { name: 'Folder instructions for Harbour' })
  await expect(field).toBeFocused()
  await field.fill('Ships')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Harbour')).toContainText('Ships')
  const active = page.getByRole('switch', { name: 'Active: Work/Harbour' })
  await active.click()
  await expect(rowOf(page, 'Harbour')).toContainText('Not active')
  await active.click()
  await expect(rowOf(page, 'Harbour')).not.toContainText('Not active')

  // Turned while editing in the row, which is too narrow then.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.getByRole('button', { name: 'Edit instructions of Work/Harbour' }).click()
  await page.getByRole('textbox', { name: 'Instructions for Harbour', exact: true }).fill('Boats')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(field).toHaveValue('Boats')
})

test('creates folders, refuses names, keeps what Outlook cannot create yet, and syncs', async () => {
  const { page } = await open()
  const start = page.getByRole('button', { name: 'Create Folder' })
  await start.click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  const create = dialog.getByRole('button', { name: 'Create Folder' })
  const nameField = dialog.getByLabel('Folder Name')
  await expect(create).toBeDisabled()
  await nameField.fill('   ')
  await create.click()
  await expect(toastIn(page, 'Folder name required')).toContainText('Please enter a name for the folder.')
  await expect(nameField).toHaveAccessibleDescription('Please enter a name for the folder.')
  await nameField.fill('Travel')
  await create.click()
  await expect(toastIn(page, 'Failed to create folder')).toContainText('A folder with this name already exists.')
  // The toast disappears, the reason stays.
  await expect(nameField).toHaveAccessibleDescription('A folder with this name already exists.')
  await expect(nameField).toBeFocused()

  await nameField.fill('Gardening')
  await nameField.press('Enter')
  await expect(toastIn(page, 'Folder created')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // The new folder asks for its instructions.
  await expect(page.getByLabel('Instructions for Gardening')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Gardening')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit instructions of Gardening' })).toBeFocused()

  await app.faults({ service: 'graph', method: 'POST', path: 'mailFolders', status: 503 })
  await start.click()
  await nameField.fill('Later')
  await nameField.press('Enter')
  const badge = rowOf(page, 'Later').getByRole('button', { name: 'Custom' })
  await expect(badge).toBeVisible()
  await page.keyboard.press('Escape')
  await badge.focus()
  await expect(page.getByRole('tooltip')).toContainText('This folder exists only in our system and not in your mailbox')
  await recover()

  const sync = page.getByRole('button', { name: 'Sync Folders' })
  const letThrough = await holdCalls(page, /mail-graph$/)
  await sync.click()
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  letThrough()
  await expect(sync).toBeEnabled()
  await expect(toastIn(page, 'Folder Sync Failed')).toHaveCount(0)
  for (const fault of [{ status: 503 }, { status: 403 }, { drop: true }]) {
    await app.faults({ service: 'graph', path: 'mailFolders', ...fault })
    await sync.click()
    await expect(toastIn(page, 'Folder Sync Failed')).toContainText('Failed to sync email folders. Please try again.')
    await dismissToast(page, 'Folder Sync Failed')
  }
})

test('switches real-time processing in both places at once, and reports each failure', async () => {
  const { page } = await open()
  const realTime = page.getByRole('switch', { name: 'Enable real-time processing' })
  const notifications = page.getByRole('switch', { name: 'Email Notifications' })
  await expect(realTime).toBeEnabled()
  await expect(realTime).not.toBeChecked()

  await app.faults({ service: 'graph', method: 'POST', path: 'subscriptions', status: 503 })
  await realTime.click()
  await expect(toastIn(page, 'Failed to enable real-time processing')).toContainText(
    'Could not set up email notifications.',
  )
  await expect(realTime).not.toBeChecked()
  await app.faults({ service: 'graph', method: 'POST', path: 'subscriptions', drop: true })
  await notifications.click()
  await expect(toastIn(page, 'Failed to enable notifications')).toContainText('Could not set up email notifications.')
  await expect(notifications).not.toBeChecked()
  await recover()

  // Microsoft cannot reach this address.
  await app.control('PUT', '/control/config', { loopbackHttp: false })
  await realTime.click()
  const enabled = 'Real-time processing enabled'
  await expect(toastIn(page, enabled)).toContainText('New emails are sorted within a minute.')
  await expect(page.getByRole('tabpanel').getByText('New emails are sorted within a minute.')).toBeVisible()
  await dismissToast(page, enabled)
  await app.control('PUT', '/control/config', { loopbackHttp: true })
  await realTime.click()
  await dismissToast(page, 'Real-time processing disabled')
  await realTime.click()
  await expect(toastIn(page, enabled)).toContainText("You'll now receive notifications for new emails.")
  await expect(realTime).toBeChecked()
  await expect(notifications).toBeChecked()
  await page.reload()
  await expect(realTime).toBeChecked()

  // Switching off never depends on Microsoft, so only our server can fail.
  await failCalls(page, /mail-webhook-management$/, { times: 2, when: (body) => body.includes('unsubscribe') })
  await notifications.click()
  await expect(toastIn(page, 'Failed to disable notifications')).toContainText('Could not disable email notifications.')
  await expect(notifications).toBeChecked()
  await realTime.click()
  await expect(toastIn(page, 'Failed to disable real-time processing')).toContainText(
    'Could not disable email notifications.',
  )
  await app.faults({ service: 'graph', path: '', status: 503 })
  await realTime.click()
  await expect(toastIn(page, 'Real-time processing disabled')).toBeVisible()
  await expect(notifications).not.toBeChecked()
})

test('refreshes the token by hand and before it expires; is read-only while a new sign-in is needed', async () => {
  const { page } = await open()
  await expect(page.getByText('Token expires')).toBeVisible()
  await app.faults({ service: 'entra', path: 'token', status: 503 })
  const refresh = page.getByRole('button', { name: 'Refresh Token' })
  await refresh.click()
  await expect(toastIn(page, 'Error refreshing token')).toContainText('Failed to refresh mailbox token.')
  await app.faults()
  const answered = page.waitForResponse('**/functions/v1/mail-authentication')
  await refresh.click()
  expect((await answered).status()).toBe(200)

  // By the clock of the browser.
  const soon = new Date((await page.evaluate(() => Date.now())) + 4 * 60_000).toISOString()
  await page.route('**/functions/v1/microsoft-graph', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"expires_at":"[^"]*"/gu, `"expires_at":"${soon}"`)
    await route.fulfill({ response, body })
  })
  const refreshed = page.waitForRequest(
    (request) => request.url().endsWith('mail-authentication') && (request.postData() ?? '').includes('refresh'),
  )
  await readMailboxAgain()
  expect((await refreshed).postData()).toContain(robin.mailboxId)

  await page.unrouteAll({ behavior: 'wait' })
  await page.route(/\/functions\/v1\/(microsoft|mail)-graph$/u, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"active"', '"reauth_required"')
    await route.fulfill({ response, body })
  })
  await readMailboxAgain()
  await expect(page.getByText('Needs a new sign-in').first()).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Active: Invoices' })).toBeDisabled()
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Edit instructions/ })).toHaveCount(0)
  // What Microsoft would refuse is not offered.
  for (const name of ['Create Folder', 'Sync Folders']) await expect(page.getByRole('button', { name })).toBeDisabled()
  for (const name of ['Enable real-time processing', 'Email Notifications'])
    await expect(page.getByRole('switch', { name })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeEnabled()
  await page.getByRole('button', { name: 'Show details of Archive' }).click()
  await expect(page.getByRole('heading', { name: 'Folder Instructions' })).toBeVisible()
  await expect(page.getByText('Click Edit')).toHaveCount(0)
})
