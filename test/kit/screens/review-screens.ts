import type { TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { openAs } from '../folders-page.ts'
import { deliverBills } from '../review-page.ts'
import { sortedMails, trainedMailbox } from '../trained-mailbox.ts'
import type { App } from '../start-app.ts'
import type { Look } from './look.ts'

/** Emails to review, as a group and one by one. */
export async function lookAtReview(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const robin = await trainedMailbox(app)
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ confidence_threshold: 1 }).where('id', '=', robin.mailboxId).execute(),
  )
  await deliverBills(app, robin, 2)
  const file = { '@odata.type': '#microsoft.graph.fileAttachment', name: 'plan.pdf', contentBytes: 'aGVsbG8=' }
  await robin.deliver({
    from: 'kim@boats.example',
    subject: 'The summer',
    text: 'The boats are back.',
    attachments: [{ ...file, contentType: 'application/pdf' }],
  })
  await sortedMails(app, robin, 3)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_processing_logs')
      .set({ reason: 'no_match', runner_up_folder_id: null })
      .where('mailbox_id', '=', robin.mailboxId)
      .where('subject', '=', 'The summer')
      .execute(),
  )
  const { page } = await openAs(browser, app, robin, '/review', { width: 1440 })
  const main = page.getByRole('main')
  await expect(page.getByRole('button', { name: 'Put all 2 into Invoices' })).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'One by one' }).click()
  await expect(page.getByRole('button', { name: 'Put into Invoices' })).toBeVisible()
  await look(page)
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await shortcuts.getByRole('switch', { name: 'Answer with single keys' }).click()
  await look(page, shortcuts)
  await page.keyboard.press('Escape')
  await look(page, main)
  await page.getByRole('button', { name: 'The summer' }).click()
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveText('plan.pdf')
  await look(page)
  await page.getByRole('button', { name: /^New folder/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  await expect(dialog.getByLabel('What belongs in this folder?')).toHaveValue('Everything from kim@boats.example')
  await look(page, dialog)
  await page.keyboard.press('Escape')
  const skip = page.getByRole('button', { name: 'Skip' })
  await skip.click()
  await skip.click()
  await skip.click()
  await expect(page.getByRole('heading', { name: 'Only what you skipped is left' })).toBeVisible()
  await look(page, main)
  await page.getByRole('button', { name: 'Review Them Again' }).click()
  const keep = page.getByRole('button', { name: 'Keep in inbox' })
  for (const left of ['2 to review', '1 to review', 'Nothing to review']) {
    await keep.click()
    await expect(page.getByRole('heading', { name: left, exact: true })).toBeVisible()
  }
  await look(page)
}
