import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { appOfPages } from '../kit/start-app.ts'
import { testDate } from '../kit/test-clock.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { dialogIn, failNextMove, places } from '../kit/undo-page.ts'

/** The day of the page must be that of the emails, whenever the test runs. */
const app = await appOfPages({ startsAt: testDate })
const browser = await browserOfFile()

test('a day of the history: estimated, waiting for Outlook, done, with what was left and why', async () => {
  const history = await startHistory(app, { proposals: false })
  const first = await history.deliverAndSort(invoice(61))
  const second = await history.deliverAndSort(invoice(62))
  const third = await history.deliverAndSort(invoice(63))
  const corrected = await history.deliverAndSort(invoice(64))
  await history.callSortedMail({ action: 'move', logId: corrected.logId, folderId: history.folderId('Newsletters') })
  await history.moveInOutlook(third.messageId, 'Newsletters')

  const { page } = await openAs(browser, app, history.mailbox, '/history', {
    prepare: (opened) => opened.clock.setFixedTime(app.clock.now()),
  })
  const opener = page.getByRole('button', { name: 'Undo a Day…' })
  // Enabled once mailboxes and mail are loaded; a key press does not wait for that.
  await expect(opener).toBeEnabled()
  await expect(page.getByRole('heading', { name: '4 emails' })).toBeVisible()
  await opener.press('Enter')
  const box = dialogIn(page, 'Undo a Day')
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

  await failNextMove(app)
  await box.getByRole('button', { name: 'Undo 3 emails' }).press('Enter')
  await expect(box).toContainText('0 of 3 emails')
  await app.runDueJobs()
  await expect(box).toContainText('The mailbox accepts no requests right now')
  // Reopening the dialog meanwhile shows the undo in progress.
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(box.getByRole('progressbar', { name: 'Undone' })).toBeVisible()
  await app.advance('2 min')
  await app.runDueJobs()
  await expect(box).toContainText('2 emails are back in the inbox.')
  const left = box.getByRole('region', { name: 'Not moved' })
  await expect(left).toContainText('2 emails: moved or deleted since, and left where they are')
  await expect(box.getByRole('list', { name: 'Emails that were not moved' }).getByRole('listitem')).toHaveText([
    /Invoice 64.*Moved or deleted since/,
    /Invoice 63.*Moved or deleted since/,
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
})
