import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { startHistory, type History } from '../kit/sorted-mail.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { navigate } from '../kit/walk.ts'

let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const places = (history: History, mails: { messageId: string }[]) =>
  Promise.all(mails.map(({ messageId }) => history.outlookFolderOf(messageId)))
const failNextMove = () =>
  app.control('PUT', '/control/faults', [{ service: 'graph', method: 'POST', path: '/move$', status: 503, times: 1 }])

// Must run first: the time of instruction changes is the database's, and `advance` moves only the app's clock.
test('what a folder received since its instructions changed, then a run over existing email, on a phone', async () => {
  const history = await startHistory(app)
  const { mailbox } = history
  const before = await history.deliverAndSort(invoice(71))
  await mailbox.rows(`email_folders?id=eq.${history.folderId('Invoices')}`, {
    method: 'PATCH',
    body: JSON.stringify({ instructions: 'Bills and invoices for electricity' }),
  })
  const after = [await history.deliverAndSort(invoice(72)), await history.deliverAndSort(invoice(73))]
  const { page, complaints } = await openAs(browser, app, mailbox, '/dashboard?tab=folders', { width: 390 })
  await page.getByRole('button', { name: 'Show details of Invoices' }).click()
  await page.getByRole('button', { name: 'Undo since instructions changed (2)' }).click()
  const ofFolder = dialog(page, 'Undo Sorting into Invoices')
  await expect(ofFolder).toContainText('Back to the inbox2 emails')
  expect(await horizontalOverflow(page)).toBe(0)
  await ofFolder.getByRole('button', { name: 'Undo 2 emails' }).click()
  await expect(ofFolder).toContainText('0 of 2 emails')
  await app.runDueJobs()
  await expect(ofFolder).toContainText('2 emails are back in the inbox.')
  await ofFolder.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Undo since instructions changed (0)' })).toBeFocused()
  expect(await places(history, [before, ...after])).toEqual(['Invoices', 'Inbox', 'Inbox'])

  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailbox.mailboxId).execute(),
  )
  const mails = [{ messageId: await mailbox.deliver(invoice(81)) }, { messageId: await mailbox.deliver(invoice(82)) }]
  await mailbox.call('sort-existing', { action: 'start', mailboxId: mailbox.mailboxId, lastDays: null })
  await app.runDueJobs()
  expect(await places(history, mails)).toEqual(['Invoices', 'Invoices'])
  await navigate(page, '/dashboard?tab=mailbox')
  await page.getByRole('button', { name: 'Undo…' }).press('Enter')
  const ofRun = dialog(page, 'Undo Sorting Existing Email')
  await failNextMove()
  await ofRun.getByRole('button', { name: 'Undo 2 emails' }).press('Enter')
  await expect(ofRun).toContainText('0 of 2 emails')

  // After its dialog is closed, each screen shows the progress and then the result.
  const strip = page.getByRole('region', { name: 'Undo', exact: true })
  await page.keyboard.press('Escape')
  await expect(strip).toContainText('Undoing: 0 of 2 emails')
  await expect(strip.getByRole('progressbar', { name: 'Undone so far' })).toBeVisible()
  expect(await horizontalOverflow(page)).toBe(0)
  await app.runDueJobs()
  // Also one that is loaded meanwhile.
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
  expect(await places(history, mails)).toEqual(['Inbox', 'Inbox'])
  await strip.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(strip).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(strip).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a day of the history: estimated, waiting for Outlook, done, with what was left and why', async () => {
  const history = await startHistory(app)
  const first = await history.deliverAndSort(invoice(61))
  const second = await history.deliverAndSort(invoice(62))
  const third = await history.deliverAndSort(invoice(63))
  const corrected = await history.deliverAndSort(invoice(64))
  await history.callSortedMail({ action: 'move', logId: corrected.logId, folderId: history.folderId('Newsletters') })
  await history.moveInOutlook(third.messageId, 'Newsletters')

  const { page, complaints } = await openAs(browser, app, history.mailbox, '/history')
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
  // Nothing was sorted on this day, so there is nothing to undo.
  const today = await box.getByLabel('Day').inputValue()
  await box.getByLabel('Day').fill('2026-01-05')
  await expect(box).toContainText('there is nothing to undo')
  await expect(box.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
  await box.getByLabel('Day').fill(today)

  await failNextMove()
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
  await box.getByRole('button', { name: 'Close' }).press('Enter')
  // The result can also be read later.
  await opener.press('Enter')
  await expect(box).toContainText('2 emails are back in the inbox.')
  await box.getByRole('button', { name: 'Show Result' }).press('Enter')
  await expect(left).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listitem').filter({ hasText: 'Invoice 61' })).toContainText('Inbox')
  expect(await places(history, [first, second, third, corrected])).toEqual([
    'Inbox',
    'Inbox',
    'Newsletters',
    'Newsletters',
  ])
  expect(complaints).toEqual([])
})
