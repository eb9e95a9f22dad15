import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { sortedMails, trainedMailbox } from '../kit/trained-mailbox.ts'
import { holdCalls, navigate } from '../kit/walk.ts'

/** The three ways to correct where an email went: in Outlook, in the history and in the review. */
let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test("an email moved in Outlook teaches: the sender's next one follows, until it is forgotten", async () => {
  const history = await startHistory(app)
  const { mailbox } = history
  const fromAnna = (subject: string) => ({ from: 'anna@family.example', fromName: 'Anna', subject, text: 'Qwfp zxcv.' })
  const first = await history.deliverAndSort(fromAnna('Sunday?'))
  expect(await history.outlookFolderOf(first.messageId)).toBe('Inbox')

  const { page: outlook } = await browser.open()
  await outlook.goto(`${app.sandbox.url}/mailboxes/${mailbox.email}`)
  await outlook.getByRole('link', { name: 'Sunday?' }).click()
  await outlook.getByLabel('Move it by hand, as in Outlook').selectOption({ label: 'Newsletters' })
  await outlook.getByRole('button', { name: 'Move' }).click()
  await expect.poll(() => history.outlookFolderOf(first.messageId)).toBe('Newsletters')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: mailbox.mailboxId }))
  await app.runDueJobs()

  const second = await history.deliverAndSort(fromAnna('Monday?'))
  expect(await history.outlookFolderOf(second.messageId)).toBe('Newsletters')
  const { page, complaints } = await openAs(browser, app, mailbox, '/history')
  const row = (subject: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: subject })
  await row('Monday?')
    .getByRole('button', { name: /Monday/ })
    .first()
    .press('Enter')
  await expect(row('Monday?')).toContainText('An earlier correction of yours about email like this')
  await expect(row('Sunday?')).toContainText('Newsletters')

  await navigate(page, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Show details of Newsletters' }).press('Enter')
  const learned = page.getByRole('region', { name: 'Learned for Newsletters' })
  await expect(learned.getByRole('heading', { name: 'Learned (1)' })).toBeVisible()
  await learned.getByRole('button', { name: 'Forget anna@family.example' }).press('Enter')
  await expect(learned.getByRole('heading', { name: 'Learned (0)' })).toBeFocused()
  await app.runDueJobs()
  const third = await history.deliverAndSort(fromAnna('Tuesday?'))
  const { decided_by } = await history.row(third.logId)
  expect(decided_by).not.toBe('correction')
  // A message that the user moved in Outlook is not moved back.
  expect(await history.outlookFolderOf(first.messageId)).toBe('Newsletters')
  expect(complaints).toEqual([])
})

test('an email is moved from the history and back: refused, busy, moved, not undone, undone', async () => {
  const history = await startHistory(app)
  const { mailbox } = history
  const { page, complaints } = await openAs(browser, app, mailbox, '/history')
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
  const goneText = 'This email is no longer in your mailbox.'
  await failCalls(page, /sorted-mail$/, { status: 409, code: 'mail_gone', message: goneText })
  await move.click()
  await expect(dialog.getByRole('alert')).toContainText(goneText)
  const busyText = 'Outlook asks us to wait. Please try again in a moment.'
  await failCalls(page, /sorted-mail$/, { status: 503, code: 'outlook_busy', message: busyText })
  await move.click()
  await expect(dialog.getByRole('alert')).toContainText(busyText)
  const release = await holdCalls(page, /sorted-mail$/)
  await move.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Moving...' })).toBeDisabled()
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
    message: 'You moved this email in Outlook in the meantime, so it was left where you put it.',
  })
  const undo = page.getByRole('button', { name: /^Undo: / })
  await undo.click()
  await expect(page.getByRole('alert')).toContainText('You moved this email in Outlook in the meantime')
  await undo.press('Enter')
  await expect(toastIn(page, 'Moved to Inbox')).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect((await mailbox.inOutlook())['Inbox']).toContain('A ferry ticket')
  expect(complaints).toEqual([])
})

test('the review is emptied with one key each, and the last answer is undone', async () => {
  const robin = await trainedMailbox(app)
  // Never confident enough.
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ confidence_threshold: 1 }).where('id', '=', robin.mailboxId).execute(),
  )
  for (let n = 1; n <= 5; n++) {
    await robin.deliver({ from: 'billing@power.example', fromName: 'Power', subject: `Bill ${n}: amount due` })
    await sortedMails(app, robin, n)
  }
  const bills = async (folder: string): Promise<string[]> =>
    ((await robin.inOutlook())[folder] ?? []).filter((subject) => subject.startsWith('Bill')).toSorted()
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard')
  await page.getByRole('link', { name: 'Review Them' }).press('Enter')
  await expect(page).toHaveURL(`${app.url}/review`)
  await expect(page.getByRole('heading', { name: '5 emails to review' })).toBeVisible()
  const mail = page.getByRole('article')
  const shown = (n: number) => mail.getByRole('heading', { name: `Bill ${n}: amount due` })
  await expect(shown(5)).toBeVisible()
  await expect(mail).toContainText('billing@power.example')
  await expect(mail.getByRole('button', { name: 'Put into Invoices' })).toBeVisible()

  // A correction that was undone leaves no trace, here, in what was learned, or after a reload.
  const corrected = () => robin.rows('email_processing_logs?select=id&corrected_at=not.is.null')
  for (const answer of ['Enter', 'i']) {
    await page.keyboard.press(answer)
    await expect.poll(corrected).toHaveLength(1)
    await page.keyboard.press('z')
    await expect.poll(corrected).toEqual([])
  }
  await expect.poll(() => bills('Inbox')).toHaveLength(5)
  await navigate(page, '/dashboard?tab=folders')
  await expect(page.getByRole('heading', { name: 'Learned for the Inbox (0)' })).toBeVisible()
  await page.getByRole('button', { name: 'Show details of Invoices' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Learned (0)' })).toBeVisible()
  // Loaded again: the list as it was between an answer and its undo may be cached, and would show the next email.
  await page.goto(`${app.url}/review`)
  await expect(page.getByRole('heading', { name: '5 emails to review' })).toBeVisible()
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
  await expect(page.getByRole('heading', { name: '1 email to review · 1 skipped' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(shown(2)).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { name: 'Only what you skipped is left' })).toBeVisible()
  await expect.poll(() => bills('Invoices')).toEqual(['Bill 2: amount due', 'Bill 5: amount due'])
  await expect.poll(() => bills('Newsletters')).toEqual(['Bill 4: amount due'])

  // Undoes the skip, then the move.
  await page.keyboard.press('z')
  await page.keyboard.press('z')
  await expect(shown(2)).toBeVisible()
  await expect.poll(() => bills('Inbox')).toEqual(['Bill 1: amount due', 'Bill 2: amount due', 'Bill 3: amount due'])
  await page.keyboard.press('i')
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
  await expect.poll(() => robin.rows('email_processing_logs?select=id&corrected_at=is.null')).toEqual([])
  await expect(page.getByRole('button', { name: 'Undo the last' })).toBeEnabled()

  // The last correction kept them in the inbox; it can be deleted.
  await navigate(page, '/dashboard?tab=folders')
  await expect(page.getByRole('heading', { name: 'Learned for the Inbox (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Forget billing@power.example' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Learned for the Inbox (0)' }).locator(':focus')).toHaveCount(1)

  await navigate(page, '/review')
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo the last' })).toHaveCount(0)
  expect(complaints).toEqual([])
})
