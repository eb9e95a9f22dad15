import { expect } from '../kit/expect.ts'
import { beforeEach, test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { deliverBills, unsureMailbox } from '../kit/review-page.ts'
import { sortedMails } from '../kit/trained-mailbox.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { storeHistory } from '../kit/stored-history.ts'
import { toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()
let robin: ConnectedMailbox

beforeEach(async () => {
  robin = await unsureMailbox(app)
})

test('works without single-key shortcuts, and shows what to do with an email that fits no folder', async () => {
  await deliverBills(app, robin, 2)
  const kim = { from: 'kim@boats.example', fromName: 'Kim' }
  await robin.deliver({ ...kim, subject: 'Lost and found', text: 'A left shoe.' })
  await sortedMails(app, robin, 3)
  await robin.deliver({
    ...kim,
    subject: 'The summer',
    text: 'The boats are back.',
    attachments: [
      {
        '@odata.type': '#microsoft.graph.fileAttachment',
        name: 'plan.pdf',
        contentType: 'application/pdf',
        contentBytes: 'aGVsbG8=',
      },
    ],
  })
  await sortedMails(app, robin, 4)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_processing_logs')
      .set({ reason: 'no_match', runner_up_folder_id: null })
      .where('mailbox_id', '=', robin.mailboxId)
      .where('from_address', '=', kim.from)
      .execute(),
  )
  const { page } = await openAs(browser, app, robin, '/review')
  await page.getByRole('button', { name: 'One by one' }).press('Enter')
  const mail = page.getByRole('article').getByRole('heading', { level: 3 }).first()
  const put = page.getByRole('button', { name: 'Put into Invoices' })
  const keys = page.getByRole('switch', { name: 'Answer with single keys' })
  const shortcuts = page.getByRole('button', { name: 'Keyboard shortcuts' })
  const switchKeys = async (): Promise<void> => {
    await shortcuts.click()
    await keys.press(' ')
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeFocused()
  }
  await expect(mail).toHaveText('Bill 2: amount due')
  await expect(put).toHaveAttribute('aria-keyshortcuts', 'Enter E 1')
  await switchKeys()
  await expect(put).not.toHaveAttribute('aria-keyshortcuts', /./)
  for (const key of ['s', '1', 'i', '?', 'Enter']) await page.keyboard.press(key)
  // The button had the focus, so Enter has pressed it.
  await expect(keys).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(mail).toHaveText('Bill 2: amount due')

  // The choice is kept, and the buttons still work.
  await navigate(page, '/connections')
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeFocused()
  await navigate(page, '/review')
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeFocused()
  await expect(mail).toHaveText('2 bills')
  await page.getByRole('button', { name: 'One by one' }).press('Enter')
  await expect(mail).toHaveText('Bill 2: amount due')
  await expect(put).toBeVisible()
  await page.getByRole('heading', { name: '4 to review' }).click()
  for (const key of ['s', '1', 'i', 'z', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Keep in inbox' }).click()
  await expect(page.getByRole('heading', { name: '3 to review', exact: true })).toBeVisible()
  await expect(mail).toHaveText('Bill 1: amount due')
  await switchKeys()
  await page.keyboard.press('s')

  await page.keyboard.press('g')
  await page.getByRole('button', { name: /^The summer/ }).press('Enter')
  await expect(mail).toHaveText('The summer')
  const text = page.getByRole('region', { name: 'Start of the email' }).getByRole('paragraph')
  await expect(text).toHaveText('The boats are back.')
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveText('plan.pdf')
  await expect(page.getByRole('button', { name: 'Open in Outlook' })).toHaveAttribute('aria-keyshortcuts', 'O')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  await expect(dialog.getByLabel('What belongs in this folder?')).toHaveValue('Everything from kim@boats.example')
  await dialog.getByLabel('Folder Name').fill('Boats')
  await dialog.getByLabel('Inside').selectOption('Newsletters')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Create Folder' }).click()
  await expect.poll(async () => (await robin.inOutlook())['Boats']).toEqual(['The summer'])
  expect(await robin.rows('email_folders?select=display_name,instructions&folder_name=eq.Boats')).toEqual([
    { display_name: 'Newsletters/Boats', instructions: 'Everything from kim@boats.example' },
  ])

  await navigate(page, '/history')
  await page.getByRole('button', { name: 'Lost and found', exact: true }).click()
  await expect(page.getByRole('button', { name: /^New folder for this…/ })).toBeVisible()
  const keep = page.getByRole('button', { name: 'Keep “Lost and found” in the inbox' })
  await keep.first().click()
  await expect(toastIn(page, 'Kept in the inbox')).toBeVisible()
  await expect(page.getByText('You', { exact: true })).toBeVisible()
  await expect(keep).toHaveCount(0)
})

test('new email and answers in another window do not displace the current email', async () => {
  await storeHistory(app, robin, 70)
  const { page } = await openAs(browser, app, robin, '/review')
  const left = (name: string) => page.getByRole('heading', { name, exact: true })
  const current = page.getByRole('article').getByRole('heading', { level: 3 }).first()
  await expect(left('34 to review')).toBeVisible()
  const read = new Set<string | null>()
  page.on('request', (request) => request.url().endsWith('/mail-excerpt') && read.add(request.postData()))
  await page.getByRole('button', { name: 'One by one' }).click()
  // Of the email that is shown, and of the next one.
  await expect.poll(() => read.size).toBe(2)
  for (const _ of [1, 2, 3]) await page.keyboard.press('j')
  const [before] = await current.allInnerTexts()
  await robin.deliver({ from: 'billing@power.example', subject: 'Bill 1: amount due' })
  await sortedMails(app, robin, 71)
  await expect(left('35 to review')).toBeVisible()
  await expect(current).toHaveText(before ?? '')
  const row = page.getByRole('list', { name: 'Emails to review' }).getByRole('button', { name: 'Bill 1: amount due' })
  await expect(row).toBeVisible()
  const [bill] = await robin.rows<{ id: string }[]>('email_processing_logs?select=id&subject=eq.Bill 1: amount due')
  await robin.call('sorted-mail', { action: 'move', logId: bill?.id, folderId: null })
  await expect(row).toHaveCount(0)
  await expect(current).toHaveText(before ?? '')
})

test('emails of a group that were moved elsewhere meanwhile are named', async () => {
  await deliverBills(app, robin, 3)
  const { page } = await openAs(browser, app, robin, '/review')
  const all = page.getByRole('button', { name: 'Put all 3 into Invoices' })
  await expect(all).toBeVisible()
  const [bill] = await robin.rows<{ message_id: string }[]>('email_processing_logs?subject=eq.Bill 2: amount due')
  await app.faults({ service: 'graph-notify', path: '.', drop: true })
  await app.control('POST', `/control/outlook/${robin.email}/messages/${bill?.message_id}/move`, { folder: 'Archive' })
  await all.click()
  await expect
    .poll(() => robin.call('tidy-up', { action: 'status', mailboxId: robin.mailboxId }))
    .toMatchObject({
      presses: [{ emails: 2 }],
    })
  await app.runDueJobs()
  await expect(toastIn(page, '1 email was not moved')).toContainText('“Bill 2: amount due”')
  await expect(page.getByRole('heading', { name: '1 to review', exact: true })).toBeVisible()
})
