import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile, failCalls } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { mailboxToReview, reviewedMail } from '../kit/mailbox-to-review.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdCalls, navigate } from '../kit/walk.ts'
import { invoice } from '../kit/trained-mailbox.ts'

/** The three ways to correct where an email went: in Outlook, in the history and in the review. */
const app = await appOfPages()
const browser = await browserOfFile()

test('an email moved in Outlook teaches until it is forgotten; one moved in the history moves back', async () => {
  const history = await startHistory(app, { proposals: false })
  const { mailbox } = history
  const fromAnna = (subject: string) => ({ from: 'anna@family.example', fromName: 'Anna', subject, text: 'Qwfp zxcv.' })
  const first = await history.deliverAndSort(fromAnna('Sunday?'))
  expect(await history.outlookFolderOf(first.messageId)).toBe('Inbox')

  await history.moveInOutlook(first.messageId, 'Newsletters')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: mailbox.mailboxId }))
  await app.runDueJobs()

  const second = await history.deliverAndSort(fromAnna('Monday?'))
  expect(await history.outlookFolderOf(second.messageId)).toBe('Newsletters')
  const { page } = await openAs(browser, app, mailbox, '/history')
  const row = (subject: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: subject })
  await row('Monday?')
    .getByRole('button', { name: /Monday/ })
    .first()
    .press('Enter')
  await expect(row('Monday?')).toContainText('An earlier correction of yours about similar emails')
  await expect(row('Sunday?')).toContainText('Newsletters')

  await navigate(page, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Show details of Newsletters' }).press('Enter')
  const learned = page.getByRole('region', { name: 'Learned for Newsletters' })
  await expect(learned.getByRole('heading', { name: 'Senders that go here (1)' })).toBeVisible()
  await learned.getByRole('button', { name: 'Forget anna@family.example' }).press('Enter')
  await expect(learned.getByRole('heading', { name: 'Senders that go here (0)' })).toBeFocused()
  await app.runDueJobs()
  const third = await history.deliverAndSort(fromAnna('Tuesday?'))
  const { decided_by } = await history.row(third.logId)
  expect(decided_by).not.toBe('correction')
  // A message that the user moved in Outlook is not moved back.
  expect(await history.outlookFolderOf(first.messageId)).toBe('Newsletters')

  const moved = await history.deliverAndSort({ subject: 'A ferry ticket', from: 'ana@friends.example' })
  await navigate(page, '/history')
  await row('A ferry ticket').getByRole('button', { name: 'A ferry ticket', exact: true }).click()
  const opener = page.getByRole('button', { name: 'Move “A ferry ticket” to…' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move to…' })
  await dialog.getByRole('radio', { name: 'Invoices' }).check()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(toastIn(page, 'Moved to Invoices')).toBeVisible()
  await expect(opener).toBeFocused()
  await expect(row('A ferry ticket')).toContainText('Invoices')
  await expect(page.getByText('You', { exact: true })).toBeVisible()
  expect(await history.outlookFolderOf(moved.messageId)).toBe('Invoices')

  // The email is what its user made of it, until the toast undoes that, here after the history was left.
  await expect(row('A ferry ticket')).toContainText('You moved it here')
  await expect(row('A ferry ticket').getByRole('term').getByText('Confidence')).toHaveCount(0)
  await navigate(page, '/dashboard')
  await toastIn(page, 'Moved to Invoices').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toastIn(page, 'Back in Inbox')).toContainText('Nothing was learned.')
  expect(await history.outlookFolderOf(moved.messageId)).toBe('Inbox')
  expect(await history.row(moved.logId)).toMatchObject({ decided_by: expect.not.stringMatching('user') })

  // One key on its row corrects an email before the server answers; a refusal reverts it.
  const bill = await history.deliverAndSort(invoice(71))
  const subject = row('Invoice 71').getByRole('button', { name: /^Invoice 71/ })
  // While it is being sorted, no key corrects it.
  await expect(row('Invoice 71')).toContainText('You filed this sender here')
  await failCalls(page, /sorted-mail$/, { status: 503, code: 'outlook_busy', message: 'The mailbox is busy.' })
  const release = await holdCalls(page, /sorted-mail$/)
  await subject.press('1')
  await expect(row('Invoice 71')).toContainText('You moved it here')
  release()
  await expect(toastIn(page, 'Move failed')).toContainText('The mailbox is busy.')
  await expect(row('Invoice 71')).not.toContainText('You moved it here')
  await subject.press('1')
  await expect(toastIn(page, 'Moved to Newsletters')).toBeVisible()
  expect(await history.outlookFolderOf(bill.messageId)).toBe('Newsletters')
  // The palette undoes it as well, though no email is open.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the last answer' }).click()
  await expect(toastIn(page, 'Back in Invoices')).toBeVisible()
  expect(await history.outlookFolderOf(bill.messageId)).toBe('Invoices')
  // So is a move that follows an undo which the server has not answered yet.
  const releaseBoth = await holdCalls(page, /sorted-mail$/)
  for (const key of ['1', 'z', '1', 'z']) {
    await subject.press(key)
    await expect(row('Invoice 71').getByRole('button', { name: /^Undo/ })).toHaveCount(key === 'z' ? 0 : 1)
  }
  releaseBoth()
  await expect(row('Invoice 71')).toContainText('You filed this sender here')
  expect(await history.outlookFolderOf(bill.messageId)).toBe('Invoices')

  // In the history, keys need no focus in the list. e goes past what is filed, and keeps what is not; z undoes that
  // answer, though the focus is then in the next row, which has an older one.
  await navigate(page, '/history')
  const ticket = row('A ferry ticket').getByRole('button', { name: 'A ferry ticket', exact: true })
  const tuesday = row('Tuesday?').getByRole('button', { name: 'Tuesday?', exact: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Processing History' })).toBeFocused()
  await expect(subject).toBeVisible()
  await page.keyboard.press('j')
  await expect(subject).toBeFocused()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('k')
  await expect(subject).toBeFocused()
  // Nor after a press of the mouse, whose button is removed. A second z before the row shows it undoes nothing more.
  const undone: unknown[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('take-back') === true) undone.push(request.postDataJSON())
  })
  await row('Invoice 71').hover()
  await row('Invoice 71')
    .getByRole('button', { name: /to the inbox$/ })
    .click()
  await expect(toastIn(page, 'Moved to Inbox')).toBeVisible()
  await expect(page.locator('[data-list-heading]')).toBeFocused()
  await page.evaluate(() => {
    const z = () => new KeyboardEvent('keydown', { key: 'z', bubbles: true })
    for (const event of [z(), z()]) document.activeElement?.dispatchEvent(event)
  })
  await expect(subject).toBeFocused()
  await expect(row('Invoice 71').getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await page.keyboard.press('e')
  await expect(ticket).toBeFocused()
  await tuesday.press('i')
  await expect(toastIn(page, 'Kept in the inbox')).toBeVisible()
  expect(undone).toEqual([expect.objectContaining({ logId: bill.logId })])
  await ticket.press('e')
  await expect(tuesday).toBeFocused()
  await expect(toastIn(page, 'Kept in the inbox')).toHaveCount(2)
  await page.keyboard.press('z')
  await expect(ticket).toBeFocused()
  await expect(toastIn(page, 'Back in Inbox').last()).toBeVisible()
  expect(await history.row(moved.logId)).toMatchObject({ decided_by: expect.not.stringMatching('user') })
  await expect(row('Tuesday?').getByRole('button', { name: /^Undo/ })).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(tuesday).toBeFocused()
  // Until the row shows the undo, a further z belongs to it.
  await expect(row('Tuesday?').getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(page.getByText('There is nothing to undo')).toBeAttached()
  await expect.poll(async () => (await history.row(third.logId)).decided_by).not.toBe('user')

  // One key files what else the sender has in the inbox.
  const monday = row('Monday?').getByRole('button', { name: /^Monday/ })
  await monday.press('a')
  await expect(toastIn(page, 'Moving 1 email to “Newsletters”')).toContainText('Similar emails will follow.')
  await app.runDueJobs()
  expect(await history.outlookFolderOf(third.messageId)).toBe('Newsletters')
  await monday.press('z')
  await expect(toastIn(page, 'Undone')).toBeVisible()
  await app.runDueJobs()
  expect(await history.outlookFolderOf(third.messageId)).toBe('Inbox')

  // An email that was tagged is in the inbox already.
  const tagged = { method: 'PATCH', body: JSON.stringify({ filing: 'tag' }) }
  await mailbox.rows('email_folders?folder_name=eq.Invoices', tagged)
  await navigate(page, '/dashboard')
  const { messageId } = await history.deliverAndSort(invoice(72))
  await navigate(page, '/history')
  await expect(row('Invoice 72')).toContainText('Tagged Invoices')
  await row('Invoice 72').hover()
  await row('Invoice 72')
    .getByRole('button', { name: /^Take the tag off “Invoice 72/ })
    .press('Enter')
  await expect(toastIn(page, 'Kept in the inbox').last()).toContainText('Similar emails will stay there.')
  await expect(row('Invoice 72')).not.toContainText('Tagged')
  expect(await history.categories(messageId)).toEqual([])
  // One that is kept was in no other place.
  await tuesday.press('i')
  await tuesday.press('Enter')
  await expect(row('Tuesday?')).toContainText('You changed it')
  await expect(row('Tuesday?')).not.toContainText('before it was in')
})

test('the review is emptied by group and one by one, with a key each, and the last answer is undone', async () => {
  const { mailbox, expectIn, corrected } = await mailboxToReview(app, 4)
  const { page } = await openAs(browser, app, mailbox, '/review')
  const left = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(left('4 to review')).toBeVisible()
  const mail = reviewedMail(page)
  const shown = (n: number) => mail.getByRole('heading', { name: `Bill ${n}: amount due` })
  const all = mail.getByRole('button', { name: 'Put all 4 into Invoices' })
  const emails = mail.getByRole('list', { name: 'Emails of the group' })
  await expect(emails.getByRole('listitem')).toHaveCount(4)
  // Before its folder is known, a key has no effect.
  await expect(all).toHaveAttribute('aria-keyshortcuts', 'Enter E 1')

  // A key on the row of an email answers for it alone; the next row has the focus then.
  const row = (n: number) => emails.getByRole('button', { name: `Bill ${n}: amount due`, exact: true })
  await row(3).press('2')
  await expect(left('3 to review')).toBeVisible()
  await expect(row(2)).toBeFocused()
  await expectIn('Newsletters', [3])
  await page.keyboard.press('z')
  await expect(left('4 to review')).toBeVisible()
  await expectIn('Inbox', [1, 2, 3, 4])

  // One answer for the group, and one undo.
  await left('4 to review').focus()
  await expect(all).toHaveAttribute('aria-keyshortcuts', 'Enter E 1')
  await page.keyboard.press('Enter')
  await expect(left('Nothing to review')).toBeVisible()
  await expectIn('Invoices', [1, 2, 3, 4])
  await page.keyboard.press('z')
  await expectIn('Inbox', [1, 2, 3, 4])
  await expect.poll(corrected).toEqual([])

  await left('4 to review').focus()
  await page.keyboard.press('g')
  await expect(shown(4)).toBeVisible()
  await expect(mail).toContainText('billing@power.example')
  await expect(mail.getByRole('button', { name: 'Put into Invoices' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(shown(3)).toBeVisible()
  await expect(
    page.getByText('Into Invoices. Next: Bill 3: amount due, from Power. Most likely: Invoices'),
  ).toBeAttached()
  await page.keyboard.press('2')
  await expect(shown(2)).toBeVisible()
  await page.keyboard.press('j')
  await expect(shown(1)).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('s')
  await expect(shown(1)).toBeVisible()
  await expect(left('1 to review · 1 skipped')).toBeVisible()
  await page.keyboard.press('i')
  await expect(left('Only what you skipped is left')).toBeVisible()
  await expectIn('Invoices', [4])
  await expectIn('Newsletters', [3])
  await page.keyboard.press('z')
  await expect(shown(1)).toBeVisible()
  await page.keyboard.press('1')
  await expect(left('Only what you skipped is left')).toBeVisible()
  await expectIn('Invoices', [1, 4])
  await expectIn('Inbox', [2])
})
