import { expect } from '../kit/expect.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { storeHistory } from '../kit/stored-history.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Travel' }])
  await storeHistory(app, robin, 60)
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const open = (query = '', options: Parameters<typeof openAs>[4] = {}) =>
  openAs(browser, app, robin, `/history${query}`, options)
const items = (page: Page) => page.getByRole('list', { name: 'Processed emails, newest first' }).locator(':scope > li')
const item = (page: Page, subject: string) => items(page).filter({ hasText: subject })

test('View All Logs leads to the history: 25 per page, newest first, an exact count, pages in the URL', async () => {
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  await expect(page.getByRole('list', { name: 'Last processed emails' }).getByRole('listitem')).toHaveCount(5)
  await page.getByRole('link', { name: 'View All Logs' }).click()
  await expect(page).toHaveURL(`${app.url}/history?mailbox=${robin.mailboxId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Processing History' })).toBeFocused()
  await expect(items(page)).toHaveCount(25)
  await expect(page.getByRole('heading', { name: '1–25 of 60 emails' })).toBeVisible()
  await expect(items(page).nth(1)).toContainText('Stored mail 1')
  await expect(items(page).first()).toContainText('Power')
  await expect(items(page).first()).toContainText('Invoices')
  await expect(items(page).first()).toContainText('87%')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(page.getByRole('heading', { name: '51–60 of 60 emails' })).toBeVisible()
  await expect(page.getByText('51–60 of 60 emails')).toBeFocused()
  await expect(items(page)).toHaveCount(10)
  await expect(page).toHaveURL(/page=3/)
  await page.goBack()
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  expect(complaints).toEqual([])
})

test('keeps filters in the URL, counts exactly, and names them', async () => {
  const { page } = await open()
  const announcements = page.locator('output[aria-live=polite]')
  await expect(items(page)).toHaveCount(25)
  const searched = page.getByLabel('Search by subject or sender')
  await searched.fill('POWER')
  await expect(page).toHaveURL(`${app.url}/history?search=POWER`)
  await expect(page.getByRole('heading', { name: '6 emails' })).toBeVisible()
  await expect(announcements).toContainText('6 emails found')
  await searched.fill('50%_off, (really)*')
  await expect(page.getByRole('heading', { name: '1 email' })).toBeVisible()
  await expect(announcements).toContainText('1 email found')
  // A screen reader may still be about to read the one before.
  await expect(announcements).toContainText('6 emails found')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(`${app.url}/history`)
  await expect(searched).toHaveValue('')

  await page.getByLabel('Status').selectOption('Failed')
  await expect(item(page, 'Stored mail 3')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 email' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('failed')
  await page.emulateMedia({ media: 'print' })
  const printed = page.getByRole('main').locator('dl')
  await expect(printed).toHaveText(`Mailbox${robin.email}StatusFailed`)
  await expect(printed).toBeVisible()
  await expect(item(page, 'Stored mail 3').getByText('Failed', { exact: true })).toHaveCSS('position', 'static')
  await page.emulateMedia({ media: null })
  await expect(printed).toBeHidden()
  await page.getByLabel('Status').selectOption('All statuses')
  await page.getByLabel('Folder', { exact: true }).selectOption('Invoices')
  await expect(page.getByRole('heading', { name: '1–25 of 30 emails' })).toBeVisible()
  await page.getByLabel('Mailbox', { exact: true }).selectOption(robin.email)
  await page.getByLabel('To', { exact: true }).fill('2001-01-01')
  await expect(page.getByRole('heading', { name: 'No emails match these filters' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('main').getByRole('button', { name: 'Clear Filters' }).click()
  await expect(items(page)).toHaveCount(25)
  await page.goto(`${app.url}/history?page=99`)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(items(page)).toHaveCount(10)
})

test('opens a row with the reason', async () => {
  const { page, complaints } = await open()
  await page.getByRole('button', { name: 'Stored mail 2', exact: true }).press('Enter')
  const why = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Why here?' }).last()
  await expect(why).toContainText('The sorter, from how your email is filed and from your instructions')
  await expect(why).toContainText('87%')
  await expect(why).toContainText('Sender bills@power.example')
  await expect(why).toContainText('Subject <b>invoice</b>')
  await expect(why).toContainText('Travel 11%')
  await expectNoAxeViolations(page)

  // What was not decided says why, and leads to the page that changes it.
  const change = { status: 'limit_reached', reason: 'limit', decided_by: null } as const
  await app.ctx.db.asService((tx) =>
    tx.updateTable('email_processing_logs').set(change).where('subject', '=', 'Stored mail 59').execute(),
  )
  await page.goto(`${app.url}/history?search=Stored%20mail%2059`)
  await page.getByRole('button', { name: 'Stored mail 59', exact: true }).press('Enter')
  await expect(why.getByRole('link', { name: 'Open Subscription' })).toHaveAttribute('href', '/subscription')
  await expect(why).not.toContainText('Decided by')

  const gone = { status: 'left', reason: 'gone', target_folder_id: null } as const
  await app.ctx.db.asService((tx) =>
    tx.updateTable('email_processing_logs').set(gone).where('subject', '=', 'Stored mail 58').execute(),
  )
  await page.goto(`${app.url}/history?search=Stored%20mail%2058`)
  await page.getByRole('button', { name: 'Stored mail 58', exact: true }).press('Enter')
  await expect(why).toContainText('The email was deleted or moved before it could be read')
  await expect(item(page, 'Stored mail 58')).toContainText('Deleted or moved')
  await expect(item(page, 'Stored mail 58')).toContainText('Not sorted')
  await expect(page.getByRole('button', { name: 'Move “Stored mail 58” to…' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('moves and undoes: busy, done, refused, failed', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Travel' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  const { page, complaints } = await openAs(browser, app, who, '/history')
  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()
  await expectNoAxeViolations(page)
  await who.deliver({ subject: 'A ferry ticket', from: 'ana@friends.example', fromName: 'Ana' })
  await expect(item(page, 'A ferry ticket')).toBeVisible()
  await expect(item(page, 'A ferry ticket')).not.toContainText('Processing')
  await page.getByRole('button', { name: 'A ferry ticket', exact: true }).click()

  const move = page.getByRole('button', { name: 'Move “A ferry ticket” to…' })
  await move.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await dialog.getByLabel('Find a folder').fill('trav')
  await dialog.getByRole('radio', { name: 'Travel' }).check()
  // A folder that the search hides cannot be chosen.
  await dialog.getByLabel('Find a folder').fill('invo')
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await dialog.getByLabel('Find a folder').press('Enter')
  await dialog.getByLabel('Find a folder').fill('trav')
  await expect(dialog.getByRole('radio', { name: 'Travel' })).toBeChecked()
  await expectNoAxeViolations(page)
  await failCalls(page, /sorted-mail$/, {
    status: 409,
    code: 'mail_gone',
    message: 'This email is no longer in your mailbox.',
  })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('This email is no longer in your mailbox.')
  const busyText = 'Outlook asks us to wait. Please try again in a moment.'
  await failCalls(page, /sorted-mail$/, { status: 503, code: 'outlook_busy', message: busyText })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(busyText)
  const gate = Promise.withResolvers<void>()
  await page.route('**/functions/v1/sorted-mail', async (route) => {
    await gate.promise
    await route.fallback()
  })
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Moving...' })).toBeDisabled()
  gate.resolve()
  await expect(toastIn(page, 'Moved to Travel')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(move).toBeFocused()
  await expect(item(page, 'A ferry ticket')).toContainText('Travel')
  await expect(page.getByText('You', { exact: true })).toBeVisible()
  await expect.poll(async () => (await who.inOutlook())['Travel']).toEqual(['A ferry ticket'])

  await failCalls(page, /sorted-mail$/, {
    status: 409,
    code: 'mail_moved_meanwhile',
    message: 'You moved this email in Outlook in the meantime, so it was left where you put it.',
  })
  const undo = page.getByRole('button', { name: /^Undo: / })
  await undo.click()
  await expect(page.getByRole('alert')).toContainText('You moved this email in Outlook in the meantime')
  await expectNoAxeViolations(page)
  await undo.press('Enter')
  await expect(toastIn(page, 'Moved to Inbox')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect.poll(async () => (await who.inOutlook())['Inbox']).toContain('A ferry ticket')
  expect(complaints).toEqual([])
})

test('is readable without folder names, and asks for the folders again where one is chosen', async () => {
  let broken = true
  const { page } = await open('', {
    prepare: (page) => failCalls(page, /email_folders$/, { times: Infinity, status: 400, when: () => broken }),
  })
  await expect(item(page, 'Stored mail 22')).toContainText('Unknown Folder')
  await page.getByRole('button', { name: 'Stored mail 2', exact: true }).click()
  await page.getByRole('button', { name: 'Move “Stored mail 2” to…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  await expect(dialog.getByRole('button', { name: 'Try Again' })).toBeFocused()
  await expect(dialog.getByLabel('Find a folder')).toHaveCount(0)
  await expectNoAxeViolations(page)
  broken = false
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: 'Travel' })).toBeVisible()
  await expect(dialog.getByLabel('Find a folder')).toBeFocused()
})

test('says that an email is moved later when Outlook does not answer', async () => {
  const { page } = await open()
  await page.route('**/functions/v1/sorted-mail', async (route) => {
    const [log] = await robin.rows<object[]>('email_processing_logs?subject=eq.Stored mail 4')
    await route.fulfill({ json: { success: true, waiting: true, log } })
  })
  await page.getByRole('button', { name: 'Stored mail 4', exact: true }).click()
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect(toastIn(page, 'Moving to Inbox')).toBeVisible()
  await expect(
    item(page, 'Stored mail 4').getByText('Outlook does not respond right now. The email is moved as soon as it does.'),
  ).toBeVisible()
})

test('exports what the filters select', async () => {
  const { page } = await open('?status=failed')
  await expect(items(page)).toHaveCount(1)
  await failCalls(page, /processing-logs$/)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toastIn(page, 'Export failed')).toContainText('Failed to export the history. Please try again.')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^processing-history-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text).toContain('Stored mail 3')
  expect(text).not.toContain('Stored mail 2')
  await expect(toastIn(page, 'History exported')).toContainText('1 email in the file.')
})

test('reports an unreadable history and retries', async () => {
  let broken = true
  const { page } = await open('', {
    prepare: (page) => failCalls(page, /email_processing_logs$/, { times: Infinity, status: 400, when: () => broken }),
  })
  await expect(toastIn(page, 'Failed to load processing logs')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The history is not available right now' })).toBeVisible()
  await expectNoAxeViolations(page)
  broken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(items(page)).toHaveCount(25)
})

test('fits a phone and a tablet', async () => {
  const { page } = await open('', { width: 768, height: 800 })
  const height = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y
  await expect(items(page)).toHaveCount(25)
  expect(await height('From')).toBe(await height('To'))
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(items(page)).toHaveCount(25)
  await page.getByLabel('Search by subject or sender').fill('power')
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toBeVisible()
  // The former rows are dimmed.
  await expect(items(page)).not.toHaveCount(25)
  await items(page).first().getByRole('button').click()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)
})

test("never shows another user's history", async () => {
  const other = await connectedMailbox(app)
  const { page } = await openAs(browser, app, other, `/history?mailbox=${robin.mailboxId}`)
  await expect(page.getByRole('heading', { name: 'No emails match these filters' })).toBeVisible()
})
