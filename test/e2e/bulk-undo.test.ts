import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { startHistory, type History } from '../kit/sorted-mail.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
let history: History
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await app.control('PUT', '/control/faults', [])
  history = await startHistory(app)
})

const open = (path: string, width = 1280) => openAs(browser, app, history.mailbox, path, { width })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const places = (mails: { messageId: string }[]) =>
  Promise.all(mails.map(({ messageId }) => history.outlookFolderOf(messageId)))

// Must run first: the time of instruction changes is the database's, and later tests advance only the app's clock.
test('undoes what a folder received since its instructions changed, from its details', async () => {
  const before = await history.deliverAndSort(invoice(71))
  await history.mailbox.rows(`email_folders?id=eq.${history.folderId('Invoices')}`, {
    method: 'PATCH',
    body: JSON.stringify({ instructions: 'Bills and invoices for electricity' }),
  })
  const after = [await history.deliverAndSort(invoice(72)), await history.deliverAndSort(invoice(73))]
  const { page, complaints } = await open('/dashboard?tab=folders', 390)
  await page.getByRole('button', { name: 'Show details of Invoices' }).click()
  await page.getByRole('button', { name: 'Undo since instructions changed (2)' }).click()
  const box = dialog(page, 'Undo Sorting into Invoices')
  await expect(box).toContainText('Back to the inbox2 emails')
  expect(await horizontalOverflow(page)).toBe(0)
  await box.getByRole('button', { name: 'Undo 2 emails' }).click()
  await expect(box).toContainText('0 of 2 emails')
  await app.runDueJobs()
  await expect(box).toContainText('2 emails are back in the inbox.')
  await box.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Undo since instructions changed (0)' })).toBeFocused()
  expect(await places([before, ...after])).toEqual(['Invoices', 'Inbox', 'Inbox'])
  expect(complaints).toEqual([])
})

test('undoes what a run over existing email sorted, from its card', async () => {
  const { mailbox } = history
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailbox.mailboxId).execute(),
  )
  const mails = [{ messageId: await mailbox.deliver(invoice(81)) }, { messageId: await mailbox.deliver(invoice(82)) }]
  await mailbox.call('sort-existing', { action: 'start', mailboxId: mailbox.mailboxId, lastDays: null })
  await app.runDueJobs()
  expect(await places(mails)).toEqual(['Invoices', 'Invoices'])
  const { page, complaints } = await open('/dashboard?tab=mailbox')
  await page.getByRole('button', { name: 'Undo…' }).press('Enter')
  const box = dialog(page, 'Undo Sorting Existing Email')
  await box.getByRole('button', { name: 'Undo 2 emails' }).press('Enter')
  await expect(box).toContainText('0 of 2 emails')
  await app.runDueJobs()
  await expect(box).toContainText('2 emails are back in the inbox.')
  await page.keyboard.press('Escape')
  expect(await places(mails)).toEqual(['Inbox', 'Inbox'])
  expect(complaints).toEqual([])
})

test('shows the progress of an undo on every screen after its dialog is closed, and then the result', async () => {
  await history.deliverAndSort(invoice(91))
  await history.deliverAndSort(invoice(92))
  await app.control('PUT', '/control/faults', [
    { service: 'graph', method: 'POST', path: '/move$', status: 503, times: 1 },
  ])
  const { page, complaints } = await open('/history', 390)
  const opener = page.getByRole('button', { name: 'Undo a Day…' })
  const strip = page.getByRole('region', { name: 'Undo', exact: true })
  await opener.click()
  await dialog(page, 'Undo a Day').getByRole('button', { name: 'Undo 2 emails' }).click()
  await expect(dialog(page, 'Undo a Day')).toContainText('0 of 2 emails')
  await page.keyboard.press('Escape')
  await expect(strip).toContainText('Undoing: 0 of 2 emails')
  await expect(strip.getByRole('progressbar', { name: 'Undone so far' })).toBeVisible()
  expect(await horizontalOverflow(page)).toBe(0)
  await expectNoAxeViolations(page)

  await app.runDueJobs()
  await page.goto(`${app.url}/account`)
  await expect(strip).toContainText('Undo waits for Outlook')
  const show = strip.getByRole('button', { name: 'Show the undo' })
  await show.press('Enter')
  await expect(dialog(page, 'Undo')).toContainText('Outlook accepts no requests for this mailbox right now')
  await expect(dialog(page, 'Undo').getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()

  await app.advance('2 min')
  await app.runDueJobs()
  await expect(strip).toContainText('2 emails are back in the inbox.')
  await expect(page.locator('output[aria-live=polite]')).toContainText('2 emails are back in the inbox.')
  await expectNoAxeViolations(page)
  await strip.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(strip).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(strip).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('undoes a day from the history: estimated, waiting for Outlook, done, with what was left and why', async () => {
  const first = await history.deliverAndSort(invoice(61))
  const second = await history.deliverAndSort(invoice(62))
  const third = await history.deliverAndSort(invoice(63))
  const corrected = await history.deliverAndSort(invoice(64))
  await history.callSortedMail({ action: 'move', logId: corrected.logId, folderId: history.folderId('Newsletters') })
  await history.moveInOutlook(third.messageId, 'Newsletters')

  const { page, complaints } = await open('/history')
  const opener = page.getByRole('button', { name: 'Undo a Day…' })
  // Enabled once mailboxes and mail are loaded; a key press does not wait for that.
  await expect(opener).toBeEnabled()
  await expect(page.getByRole('heading', { name: '4 emails' })).toBeVisible()
  await opener.press('Enter')
  const box = dialog(page, 'Undo a Day')
  await expect(box.getByRole('definition').first()).toHaveText('3 emails')
  await expect(box).toContainText('Not moved, because you moved them1 email')
  await expect(box).toContainText('It makes no rule about a sender')
  await expect(box).toContainText('What automated actions have done is not undone')
  await expectNoAxeViolations(page)
  // Nothing was sorted on this day, so there is nothing to undo.
  const today = await box.getByLabel('Day').inputValue()
  await box.getByLabel('Day').fill('2026-01-05')
  await expect(box).toContainText('there is nothing to undo')
  await expect(box.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
  await box.getByLabel('Day').fill(today)

  await app.control('PUT', '/control/faults', [
    { service: 'graph', method: 'POST', path: '/move$', status: 503, times: 1 },
  ])
  await box.getByRole('button', { name: 'Undo 3 emails' }).press('Enter')
  await expect(box).toContainText('0 of 3 emails')
  await app.runDueJobs()
  await expect(box).toContainText('Outlook accepts no requests for this mailbox right now')
  // Reopening the dialog meanwhile shows the undo in progress.
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(box.getByRole('progressbar', { name: 'Undone' })).toBeVisible()
  await app.advance('2 min')
  await app.runDueJobs()
  await expect(box).toContainText('2 emails are back in the inbox.')
  const left = box.getByRole('region', { name: 'Not moved' })
  await expect(left).toContainText('2 emails: moved by you since, and left where you put them')
  await expect(box.getByRole('list', { name: 'Emails that were not moved' }).getByRole('listitem')).toHaveText([
    /Invoice 64.*You moved it/,
    /Invoice 63.*You moved it/,
  ])
  await expect(page.locator('output[aria-live=polite]')).toContainText('2 emails are back in the inbox.')
  // The dialog has already shown the result.
  await expect(page.getByRole('region', { name: 'Undo', exact: true, includeHidden: true })).toHaveCount(0)
  await expectNoAxeViolations(page)
  await box.getByRole('button', { name: 'Close' }).press('Enter')
  // The result can also be read later.
  await opener.press('Enter')
  await expect(box).toContainText('2 emails are back in the inbox.')
  await box.getByRole('button', { name: 'Show Result' }).press('Enter')
  await expect(left).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listitem').filter({ hasText: 'Invoice 61' })).toContainText('Inbox')
  expect(await places([first, second, third, corrected])).toEqual(['Inbox', 'Inbox', 'Newsletters', 'Newsletters'])
  expect(complaints).toEqual([])
})
