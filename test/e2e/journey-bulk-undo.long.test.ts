import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { appOfPages } from '../kit/start-app.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { dialogIn, failNextMove, places } from '../kit/undo-page.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('what a folder received since its instructions changed, then a run over existing email, on a phone', async () => {
  const history = await startHistory(app)
  const { mailbox } = history
  const before = await history.deliverAndSort(invoice(71))
  await mailbox.rows(`email_folders?id=eq.${history.folderId('Invoices')}`, {
    method: 'PATCH',
    body: JSON.stringify({ instructions: 'Bills and invoices for electricity' }),
  })
  const after = [await history.deliverAndSort(invoice(72)), await history.deliverAndSort(invoice(73))]
  const { page } = await openAs(browser, app, mailbox, '/dashboard?tab=folders', { width: 390 })
  await page.getByRole('button', { name: 'Show details of Invoices' }).click()
  await page.getByRole('button', { name: 'Undo 2 emails sorted by the new instructions' }).click()
  const ofFolder = dialogIn(page, 'Undo Sorting into Invoices')
  await expect(ofFolder).toContainText('Back to the inbox2 emails')
  expect(await horizontalOverflow(page)).toBe(0)
  await ofFolder.getByRole('button', { name: 'Undo 2 emails' }).click()
  await expect(ofFolder).toContainText('0 of 2 emails')
  await app.runDueJobs()
  await expect(ofFolder).toContainText('2 emails are back in the inbox.')
  await ofFolder.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Undo 0 emails sorted by the new instructions' })).toBeFocused()
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
  const ofRun = dialogIn(page, 'Undo Sorting Existing Emails')
  await failNextMove(app)
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
  await expect(strip).toContainText('Undo waits for the mailbox')
  const show = strip.getByRole('button', { name: 'Show the undo' })
  await show.press('Enter')
  await expect(dialogIn(page, 'Undo')).toContainText('The mailbox accepts no requests right now')
  await expect(dialogIn(page, 'Undo').getByRole('button', { name: 'Close' })).toBeFocused()
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
})
