import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { mailboxToReview, reviewedMail } from '../kit/mailbox-to-review.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdCalls, navigate } from '../kit/walk.ts'

/** Corrections that are refused, repeated or undone; the usual ones are in `journey-correct`. */
const app = await appOfPages()
const browser = await browserOfFile()

test('an email is moved from the history and back: refused, busy, moved, not undone, undone', async () => {
  const history = await startHistory(app)
  const { mailbox } = history
  const { page } = await openAs(browser, app, mailbox, '/history')
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A ferry ticket' })
  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()
  await history.deliverAndSort({ subject: 'A ferry ticket', from: 'ana@friends.example', fromName: 'Ana' })
  await expect(item).toBeVisible()
  await expect(item).not.toContainText('Processing')
  await page.getByRole('button', { name: 'A ferry ticket', exact: true }).click()

  const opener = page.getByRole('button', { name: 'Move “A ferry ticket” to…' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  const find = dialog.getByLabel('Find a folder')
  const move = dialog.getByRole('button', { name: 'Move', exact: true })
  await expect(move).toBeDisabled()
  await find.fill('news')
  await dialog.getByRole('radio', { name: 'Newsletters' }).check()
  // A folder that the search hides cannot be chosen.
  await find.fill('invo')
  await expect(move).toBeDisabled()
  await find.press('Enter')
  await find.fill('news')
  await expect(dialog.getByRole('radio', { name: 'Newsletters' })).toBeChecked()
  const busyText = 'The mailbox is busy. Please try again in a moment.'
  await failCalls(page, /sorted-mail$/, { status: 503, code: 'outlook_busy', message: busyText })
  await move.click()
  await expect(toastIn(page, 'Move failed')).toContainText(`“A ferry ticket”: ${busyText}`)
  await expect(item).toContainText('Inbox')
  await opener.press('Enter')
  await dialog.getByRole('radio', { name: 'Newsletters' }).check()
  const release = await holdCalls(page, /sorted-mail$/)
  await move.press('Enter')
  // Before the server answers.
  await expect(item).toContainText('Newsletters')
  release()
  await expect(toastIn(page, 'Moved to Newsletters')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(item).toContainText('Newsletters')
  await expect(page.getByText('You', { exact: true })).toBeVisible()
  expect((await mailbox.inOutlook())['Newsletters']).toContain('A ferry ticket')

  await failCalls(page, /sorted-mail$/, {
    status: 409,
    code: 'mail_moved_meanwhile',
    message: 'This email was moved or deleted elsewhere in the meantime, so it was left alone.',
  })
  const undo = page.getByRole('button', { name: /^Undo: / })
  await undo.click()
  await expect(toastIn(page, 'Undo failed')).toContainText('This email was moved or deleted elsewhere in the meantime')
  await undo.press('Enter')
  await expect(toastIn(page, 'Back in Inbox')).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect((await mailbox.inOutlook())['Inbox']).toContain('A ferry ticket')
})

test('undone answers leave no trace, skipped emails come back, and what was learned is forgotten', async () => {
  const { mailbox, expectIn, corrected } = await mailboxToReview(app, 5)
  const { page } = await openAs(browser, app, mailbox, '/review')
  await expect(page.getByRole('heading', { name: '5 to review' })).toBeVisible()
  await page.getByRole('button', { name: 'One by one' }).press('Enter')
  const mail = reviewedMail(page)
  const shown = (n: number) => mail.getByRole('heading', { name: `Bill ${n}: amount due` })
  await expect(shown(5)).toBeVisible()
  await expect(mail).toContainText('billing@power.example')

  // A correction that was undone leaves no trace, here, in what was learned, or after a reload.
  for (const answer of ['Enter', 'i']) {
    // An email that was undone has come back; before its folder is known, a key has no effect.
    await expect(shown(5)).toBeVisible()
    await expect(mail.getByRole('button', { name: 'Put into Invoices' })).toBeVisible()
    await page.keyboard.press(answer)
    await expect.poll(corrected).toHaveLength(1)
    await page.keyboard.press('z')
    await expect.poll(corrected).toEqual([])
  }
  await expectIn('Inbox', [1, 2, 3, 4, 5])
  await navigate(page, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Show details of Invoices' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Conditions of Invoices' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Senders/ })).toHaveCount(0)
  // Loaded again: the list as it was between an answer and its undo may be cached, and would show the next email.
  await page.goto(`${app.url}/review`)
  await expect(page.getByRole('heading', { name: '5 to review' })).toBeVisible()
  await page.getByRole('button', { name: 'One by one' }).press('Enter')
  await expect(shown(5)).toBeVisible()
  // Before its folder is known, a key has no effect.
  await expect(mail.getByRole('button', { name: 'Put into Invoices' })).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(shown(4)).toBeVisible()
  await expect(
    page.getByText('Into Invoices. Next: Bill 4: amount due, from Power. Most likely: Invoices'),
  ).toBeAttached()
  await page.keyboard.press('2')
  await expect(shown(3)).toBeVisible()
  await page.keyboard.press('i')
  await expect(shown(2)).toBeVisible()
  await page.keyboard.press('s')
  await expect(shown(1)).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 to review · 1 skipped' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(shown(2)).toBeVisible()
  await page.keyboard.press('1')
  await expect(shown(1)).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { name: 'Only what you skipped is left' })).toBeVisible()
  await expectIn('Invoices', [2, 5])
  await expectIn('Newsletters', [4])

  // Undoes the skip, then the move.
  await page.keyboard.press('z')
  await page.keyboard.press('z')
  await expect(shown(2)).toBeVisible()
  await expectIn('Inbox', [1, 2, 3])
  await page.keyboard.press('i')
  await expect(shown(1)).toBeVisible()
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
  await expect.poll(() => mailbox.rows('email_processing_logs?select=id&corrected_at=is.null')).toEqual([])
  await expect(page.getByRole('button', { name: 'Undo the last' })).toBeEnabled()

  // The last correction kept them in the inbox; it can be deleted.
  await navigate(page, '/dashboard?tab=folders')
  await expect(page.getByRole('heading', { name: 'Senders kept in the inbox (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Forget billing@power.example' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Senders kept in the inbox (0)' }).locator(':focus')).toHaveCount(1)

  await navigate(page, '/review')
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo the last' })).toHaveCount(0)
})
