import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('previews a condition, then a whole mailbox, sorts its email later, and stops the preview', async () => {
  const history = await startHistory(app)
  for (let n = 1; n <= 6; n++) await history.deliverAndSort(invoice(100 + n))
  const { page } = await openAs(browser, app, history.mailbox, '/dashboard?tab=folders')

  // What a condition would change: five emails at first.
  await page.getByRole('button', { name: 'Show details of Newsletters' }).click()
  await page.getByRole('button', { name: 'Edit Conditions' }).click()
  const conditions = page.getByRole('dialog', { name: 'Conditions' })
  const preview = conditions.getByRole('region', { name: 'Preview' })
  await conditions.getByRole('button', { name: 'Preview' }).click()
  await expect(conditions.getByText('Please enter an email address, like anna@example.com.')).toBeVisible()
  await conditions.getByLabel('Value').fill('billing@power.example')
  await failCalls(page, /functions\/v1\/preview-sorting/)
  await conditions.getByRole('button', { name: 'Preview' }).click()
  await expect(preview.getByRole('alert')).toContainText('The preview could not be created')
  await preview.getByRole('button', { name: 'Try Again' }).click()
  await expect(preview).toContainText('6 would come in')
  await expect(preview.getByRole('listitem')).toHaveCount(5)
  await preview.getByRole('button', { name: 'Show all 6' }).click()
  await expect(preview.getByRole('listitem')).toHaveCount(6)
  await expect(preview.getByRole('listitem').first()).toContainText(/Invoices.*Newsletters/)
  await conditions.getByLabel('Goes into').selectOption({ label: 'Invoices' })
  await expect(preview).toBeHidden()
  await expect(conditions.getByText('There are no conditions yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(conditions).toHaveCount(0)

  // Nothing of this mailbox is sorted for a day.
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await page.getByRole('button', { name: /^Settings: / }).click()
  await page.getByRole('switch', { name: 'Preview only, for one day' }).click()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const pill = (emails: string) => page.getByRole('button', { name: `Preview: ${emails} would have been sorted` })
  const box = page.getByRole('dialog', { name: 'Preview' })
  await expect(pill('0 emails')).toBeVisible()
  const { messageId } = await history.deliverAndSort(invoice(81))
  await expect(pill('1 email')).toBeVisible()
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  await page.getByRole('tab', { name: 'Folders' }).click()
  await expect(page.getByRole('main')).toContainText('Would go to “Invoices”')

  await pill('1 email').press('Enter')
  await expect(box).toContainText('1 email would have been sorted. New emails stay in your inbox until')
  await failCalls(page, /previewed-mail/, { when: (body) => body.includes('sort') })
  const sortNow = box.getByRole('button', { name: 'Sort Them Now' })
  await sortNow.press('Enter')
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(sortNow).toBeEnabled()
  await sortNow.press('Enter')
  await expect(box).toHaveCount(0)
  await expect(pill('0 emails')).toBeFocused()
  await expect
    .poll(async () => {
      await app.runDueJobs()
      return history.outlookFolderOf(messageId)
    })
    .toBe('Invoices')
  await pill('0 emails').press('Enter')
  await box.getByRole('button', { name: 'Stop Preview' }).press('Enter')
  await expect(box).toHaveCount(0)
  await expect(pill('0 emails')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
