import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { recordUnlearnedMoves } from '../../server/sorting/learning/unlearned-moves.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { mailboxToReview, reviewedMail } from '../kit/mailbox-to-review.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { holdCalls, navigate } from '../kit/walk.ts'

/** Corrections that are refused, repeated, undone or rare; the usual ones are in `journey-correct`. */
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

test('many moves at once are asked about; keys are listed and switched off; waiting email is filed', async () => {
  const history = await startHistory(app, { proposals: false })
  const { mailbox } = history
  const mails: { messageId: string }[] = []
  for (const subject of ['Sunday?', 'Monday?', 'Tuesday?'])
    mails.push(await history.deliverAndSort({ from: 'anna@family.example', subject, text: 'Qwfp zxcv.' }))
  // So many moves at once that nothing was learned: the bell leads to the question, which is answered for each place.
  const newsletters = history.folderId('Newsletters')
  const owner = { id: mailbox.mailboxId, user_id: mailbox.user.userId }
  const unlearned = mails.map(({ messageId }, index) => ({
    messageId,
    receivedAt: null,
    folderId: index < 2 ? newsletters : null,
  }))
  await app.ctx.db.asService((tx) => recordUnlearnedMoves(tx, owner, unlearned, app.clock.now()))
  const { page } = await openAs(browser, app, mailbox, '/dashboard')
  await page.getByRole('banner').getByRole('button', { name: 'Notifications: 2 unread' }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByText('You moved 1 email to the inbox')).toBeVisible()
  await bell.getByRole('link', { name: 'You moved 2 emails to “Newsletters”' }).click()
  const question = (place: string) => page.getByText(new RegExp(`^You moved .* ${place} at once. Nothing was learned`))
  await expect(question('to “Newsletters”')).toBeVisible()
  await page.getByRole('button', { name: 'Learn from them: Newsletters' }).press('Enter')
  await expect(question('to “Newsletters”')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Do not learn: Inbox' }).press('Enter')
  await expect(question('back to the inbox')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  const examples = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('app.training_examples').select('message_id').where('folder_id', '=', newsletters).execute(),
    )
  const learned = mails.slice(0, 2).map(({ messageId }) => ({ message_id: messageId }))
  await expect.poll(examples).toEqual(expect.arrayContaining(learned))

  // The palette has what corrects the email that is open.
  await navigate(page, '/history')
  const email = (subject: string) => page.getByRole('main').getByRole('button', { name: subject, exact: true })
  await email('Monday?').press('Enter')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill('move “Monday')
  await expect(page.getByRole('dialog').locator('[aria-current=true]')).toHaveText(/^Move “Monday\?” to…/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Move to…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // So has one that only has the focus.
  await email('Tuesday?').focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill('move “Tuesday')
  await expect(page.getByRole('dialog').locator('[aria-current=true]')).toHaveText(/^Move “Tuesday\?” to…\s*M$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Move to…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(email('Tuesday?')).toBeFocused()

  // All keys, and their switch.
  await email('Monday?').press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Answer as suggested, then next email')).toBeVisible()
  await keys.getByRole('switch', { name: 'Answer with single keys' }).press(' ')
  await page.keyboard.press('Escape')
  await expect(email('Monday?')).toBeFocused()
  for (const key of ['?', 'e', 'k']) await page.keyboard.press(key)
  await expect(email('Monday?')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(email('Tuesday?')).toBeFocused()
  // A press elsewhere takes the focus from the row.
  const searchBox = page.getByRole('searchbox', { name: 'Search by subject or sender' })
  await searchBox.click()
  await expect(searchBox).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts', exact: true })).toHaveText('Keyboard shortcuts')
  await page.keyboard.press('Escape')

  // The button is there while email waits; then the heading has the focus.
  const { mailboxId } = mailbox
  await mailbox.call('mailbox-settings', { action: 'save', mailboxId, fileWhen: 'after_read' })
  const waiting = await history.deliverAndSort(invoice(75))
  await page.getByRole('button', { name: 'File 1 Email Now' }).press('Enter')
  await expect(toastIn(page, '1 email is being filed')).toBeVisible()
  await app.runDueJobs()
  await expect(page.getByRole('heading', { level: 1, name: 'Processing History' })).toBeFocused()
  expect(await history.outlookFolderOf(waiting.messageId)).toBe('Invoices')
})

test('a group is answered from the palette, the overview and by its sender; an answer waits for an undo', async () => {
  const { mailbox, expectIn, corrected } = await mailboxToReview(app, 4)
  const { page } = await openAs(browser, app, mailbox, '/review')
  const left = (name: string) => page.getByRole('heading', { name, exact: true })
  const billsInInbox = async () =>
    (await mailbox.inOutlook())['Inbox']?.filter((subject) => subject.startsWith('Bill')).length
  const mail = reviewedMail(page)
  await expect(left('4 to review')).toBeVisible()
  // Before its folder is known, a key has no effect.
  await expect(mail.getByRole('button', { name: 'Put all 4 into Invoices' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill('into Invoices')
  await expect(page.getByRole('dialog').locator('[aria-current=true]')).toHaveText('Put all 4 into InvoicesE')
  await page.keyboard.press('Enter')
  await expect(left('Nothing to review')).toBeVisible()
  await expectIn('Invoices', [1, 2, 3, 4])
  await page.keyboard.press('z')
  await expect(left('4 to review')).toBeVisible()
  // Another answer waits until all emails are back.
  let backAtAnswer: number | undefined
  await page.route('**/functions/v1/tidy-up', async (route) => {
    if (route.request().postData()?.includes('"file"')) backAtAnswer = await billsInInbox()
    return route.fallback()
  })
  await page.keyboard.press('Enter')
  await expect(left('Nothing to review')).toBeVisible()
  await expect.poll(() => app.runDueJobs().then(() => backAtAnswer)).toBe(4)
  await expectIn('Invoices', [1, 2, 3, 4])
  await page.keyboard.press('z')
  await expectIn('Inbox', [1, 2, 3, 4])
  await expect.poll(corrected).toEqual([])
  await page.keyboard.press('i')
  await expect(left('Nothing to review')).toBeVisible()
  await expect.poll(corrected).toHaveLength(4)
  await page.keyboard.press('z')
  await expect.poll(corrected).toEqual([])

  // The strip of the overview answers for a group, too. Its undo goes on where the strip has gone.
  await navigate(page, '/dashboard')
  const strip = page.getByRole('region', { name: 'To review' })
  await strip.getByRole('button', { name: 'File all: 4 bills, perhaps for Invoices' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const filed = toastIn(page, '4 emails moved to Invoices')
  await expect(filed).toBeVisible()
  await expectIn('Invoices', [1, 2, 3, 4])
  await navigate(page, '/review')
  await expect(left('Nothing to review')).toBeVisible()
  await filed.getByRole('button', { name: 'Undo' }).press('Enter')
  await expectIn('Inbox', [1, 2, 3, 4])
  await expect(toastIn(page, 'Back in Inbox')).toBeVisible()

  // One press for what else waits from the sender, in other rows too.
  await left('4 to review').focus()
  await page.keyboard.press('g')
  await expect(mail.getByRole('button', { name: 'Put all 4 from this sender into Invoices' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(left('Nothing to review')).toBeVisible()
  await expectIn('Invoices', [1, 2, 3, 4])
  await page.keyboard.press('z')
  await expectIn('Inbox', [1, 2, 3, 4])
  await expect(mail.getByRole('heading', { name: 'Bill 4: amount due' })).toBeVisible()
})
