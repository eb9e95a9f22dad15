import { expect } from '../kit/expect.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { ProcessingLog } from '../../contract/tables.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { countIn, itemsIn, ownerOf60 } from '../kit/history-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { expectToast, toastIn } from '../kit/toast.ts'
import { sortedMails } from '../kit/trained-mailbox.ts'
import { answerCalls, holdCalls, navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const item = (page: Page, subject: string) => itemsIn(page).filter({ hasText: subject })
const subjects = (page: Page): Promise<string[]> => itemsIn(page).getByRole('heading').allInnerTexts()

/** Before the page renders the first choice. */
const chooseAtOnce = (page: Page, values: Record<string, string>): Promise<void> =>
  page.evaluate((byLabel) => {
    for (const [label, value] of Object.entries(byLabel)) {
      const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)
      if (!select) throw new Error(`No ${label}`)
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }, values)

test('the history is read page by page, and filters count exactly and are kept in the URL', async () => {
  const robin = await ownerOf60(app)
  const { page } = await openAs(browser, app, robin, '/dashboard')
  await expect(page.locator('dl > div').filter({ hasText: 'To review' })).toContainText('29')
  await page.getByRole('link', { name: 'Review Them' }).click()
  await expect(page.getByRole('heading', { name: '29 to review' })).toBeVisible()
  await navigate(page, '/dashboard?tab=folders')
  await expect(page.getByRole('list', { name: 'Last processed emails' }).getByRole('listitem')).toHaveCount(5)
  await page.getByRole('link', { name: 'View All Logs' }).click()
  await expect(page).toHaveURL(`${app.url}/history?mailbox=${robin.mailboxId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Processing History' })).toBeFocused()
  await expect(itemsIn(page)).toHaveCount(25)
  await expect(countIn(page, '1–25 of 60 emails')).toBeVisible()
  await expect(itemsIn(page).nth(1)).toContainText('Stored mail 1')
  for (const shown of ['Power', 'Invoices', '87%']) await expect(itemsIn(page).first()).toContainText(shown)
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(countIn(page, '51–60 of 60 emails')).toBeFocused()
  await expect(itemsIn(page)).toHaveCount(10)
  await expect(page).toHaveURL(/page=3/)
  await page.goBack()
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await navigate(page, '/history?page=99')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(itemsIn(page)).toHaveCount(10)

  await navigate(page, '/history')
  await expect(itemsIn(page)).toHaveCount(25)
  const announcements = page.locator('output[aria-live=polite]')
  const searched = page.getByLabel('Search by subject or sender')
  await searched.fill('POWER')
  await expect(page).toHaveURL(`${app.url}/history?search=POWER`)
  await expect(countIn(page, '6 emails')).toBeVisible()
  await expect(announcements).toContainText('6 emails found')
  await searched.fill('50%_off, (really)*')
  await expect(countIn(page, '1 email')).toBeVisible()
  await expect(announcements).toContainText('1 email found')
  // A screen reader may still be about to read the one before.
  await expect(announcements).toContainText('6 emails found')
  await page.getByRole('button', { name: 'Clear Filters' }).press('Enter')
  await expect(page).toHaveURL(`${app.url}/history`)
  await expect(page.locator('[data-list-heading]')).toBeFocused()
  await expect(searched).toHaveValue('')

  await page.getByLabel('Status').selectOption('Failed')
  await expect(item(page, 'Stored mail 3')).toBeVisible()
  await expect(countIn(page, '1 email')).toBeVisible()
  await navigate(page, '/review')
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
  await page.goBack()
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
  await expect(countIn(page, '1–25 of 30 emails')).toBeVisible()
  await page.getByLabel('Mailbox', { exact: true }).selectOption(robin.email)
  await page.getByLabel('To', { exact: true }).fill('2001-01-01')
  await expect(page.getByRole('heading', { name: 'No emails match these filters' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear Filters' }).click()
  await expect(itemsIn(page)).toHaveCount(25)
  await navigate(page, '/history?status=left&reason=low_confidence')
  await expect(countIn(page, '1–25 of 29 emails')).toBeVisible()
  await chooseAtOnce(page, { Status: '', Reason: 'poison' })
  await expect(countIn(page, '1 email')).toBeVisible()
  await expect(itemsIn(page)).toContainText('Stored mail 3')
})

test('a row opens with its reason and is exported, also after what could not be read', async () => {
  const robin = await ownerOf60(app)
  const change = { status: 'limit_reached', reason: 'limit', decided_by: null } as const
  const gone = { status: 'left', reason: 'gone', target_folder_id: null } as const
  await app.ctx.db.asService(async (tx) => {
    const ofRobin = tx.updateTable('email_processing_logs').where('mailbox_id', '=', robin.mailboxId)
    await ofRobin.set(change).where('subject', '=', 'Stored mail 59').execute()
    await ofRobin.set(gone).where('subject', '=', 'Stored mail 58').execute()
  })
  let [isHistoryBroken, areFoldersBroken] = [true, true]
  const { page } = await openAs(browser, app, robin, '/history', {
    prepare: async (page) => {
      const broken = { times: Infinity, status: 400 }
      await failCalls(page, /email_processing_logs$/, { ...broken, when: () => isHistoryBroken })
      await failCalls(page, /email_folders$/, { ...broken, when: () => areFoldersBroken })
    },
  })
  await expect(toastIn(page, 'Failed to load processing logs')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The history is not available right now' })).toBeVisible()
  isHistoryBroken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(itemsIn(page)).toHaveCount(25)

  // Readable without folder names, which are requested again where one is chosen.
  await expect(item(page, 'Stored mail 22')).toContainText('Unknown Folder')
  await page.getByRole('button', { name: 'Stored mail 2', exact: true }).click()
  await page.getByRole('button', { name: 'Move “Stored mail 2” to…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  await expect(dialog.getByRole('button', { name: 'Try Again' })).toBeFocused()
  await expect(dialog.getByLabel('Find a folder')).toHaveCount(0)
  areFoldersBroken = false
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: 'Travel' })).toBeVisible()
  await expect(dialog.getByLabel('Find a folder')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // A search is read again, with the names of the folders.
  const why = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Why here?' }).last()
  await navigate(page, '/history?search=Stored%20mail%204')
  await expect(item(page, 'Stored mail 44')).toContainText('Invoices')
  await page.getByRole('button', { name: 'Stored mail 4', exact: true }).press('Enter')
  await expect(why).toContainText('How your emails are filed, and your instructions')
  for (const reason of ['87%', 'Sender bills@power.example', 'Subject <b>invoice</b>', 'Travel 11%'])
    await expect(why).toContainText(reason)
  const [log] = await robin.rows<unknown[]>('email_processing_logs?subject=eq.Stored mail 4')
  const later = { success: true, waiting: true, log: ProcessingLog.parse(log) } as const
  await answerCalls(page, /sorted-mail$/, SortedMailOutput, later)
  await page.getByRole('button', { name: 'Put “Stored mail 4” into Travel' }).press('Enter')
  await expectToast(page, 'Moving to Travel', 'does not respond right now')
  await page.getByRole('button', { name: 'Move “Stored mail 4” to the inbox' }).click()
  await expect(toastIn(page, 'Moving to Inbox')).toBeVisible()
  await expect(
    item(page, 'Stored mail 4').getByText(
      'The mailbox does not respond right now. The email is moved as soon as it does.',
    ),
  ).toBeVisible()

  // What was not decided says why, and leads to the page that changes it.
  await navigate(page, '/history?search=Stored%20mail%2059')
  await page.getByRole('button', { name: 'Stored mail 59', exact: true }).press('Enter')
  await expect(why.getByRole('link', { name: 'Open Subscription' })).toHaveAttribute('href', '/subscription')
  await expect(why).not.toContainText('Decided by')
  await navigate(page, '/history?search=Stored%20mail%2058')
  await page.getByRole('button', { name: 'Stored mail 58', exact: true }).press('Enter')
  await expect(why).toContainText('The email was deleted or moved before it could be read')
  await expect(item(page, 'Stored mail 58')).toContainText('Deleted or moved')
  await expect(item(page, 'Stored mail 58')).toContainText('Not sorted')
  await expect(page.getByRole('button', { name: 'Move “Stored mail 58” to…' })).toHaveCount(0)

  await navigate(page, '/history?status=failed')
  await expect(itemsIn(page)).toHaveCount(1)
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

test('on a phone nothing shifts, and new email appears live, but not above what is being read', async () => {
  const robin = await ownerOf60(app)
  await robin.call('mail-webhook-management', { action: 'subscribe', mailboxId: robin.mailboxId })
  let arrived = 60
  const arrive = async (subject: string): Promise<void> => {
    await robin.deliver({ subject, from: 'ana@friends.example' })
    await sortedMails(app, robin, (arrived += 1))
  }
  const gate: { release?: () => void } = {}
  const { page } = await openAs(browser, app, robin, '/history', {
    width: 390,
    height: 844,
    prepare: async (page) => {
      await watchShifts(page)
      gate.release = await holdCalls(page, /email_processing_logs$/)
    },
  })
  const newer = page.getByRole('button', { name: /new emails?$/ })
  await expect(page.getByText('Loading processing logs...')).toBeAttached()
  gate.release?.()
  await expect(itemsIn(page)).toHaveCount(25)
  expect(await shiftsOf(page)).toBeLessThan(0.05)
  await arrive('Comes by itself')
  await expect(itemsIn(page).first()).toContainText('Comes by itself')
  await expect(itemsIn(page).first()).not.toContainText('Processing')

  // An open email counts as being read.
  await page.getByRole('button', { name: 'Comes by itself', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Why here?' })).toBeVisible()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  const before = await subjects(page)
  const shifts = await shiftsOf(page)
  await arrive('Waits one')
  await expect(newer).toHaveText('1 new email')
  expect(await subjects(page)).toEqual(before)
  await expect(page.locator('[aria-live=polite]').filter({ hasText: /new emails? in the history/ })).toBeAttached()
  expect((await shiftsOf(page)) - shifts).toBeLessThan(0.05)
  await newer.press('Enter')
  await expect(itemsIn(page).first()).toContainText('Waits one')
  await expect(countIn(page, '1–25 of 62 emails')).toBeFocused()

  // So do further pages, which continue after the first.
  const first = await subjects(page)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(countIn(page, '26–50 of 62 emails')).toBeVisible()
  await expect(itemsIn(page).first()).toContainText('Stored mail 23')
  const second = await subjects(page)
  expect(second.filter((subject) => first.includes(subject))).toEqual([])
  await arrive('Waits two')
  await arrive('Waits three')
  await expect(newer).toHaveText('2 new emails')
  expect(await subjects(page)).toEqual(second)
  await expect(countIn(page, '26–50 of 62 emails')).toBeVisible()
  await newer.press('Enter')
  await expect(itemsIn(page).first()).toContainText('Waits three')
  await expect(page).toHaveURL(`${app.url}/history`)

  await page.getByLabel('Search by subject or sender').fill('power')
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toBeVisible()
  // The former rows are dimmed.
  await expect(itemsIn(page)).toHaveCount(6)
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})
