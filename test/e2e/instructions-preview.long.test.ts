import { expect } from '../kit/expect.ts'
import { beforeEach, test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { startHistory, type History } from '../kit/sorted-mail.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

const app = await appOfPages()
const browser = await browserOfFile()
let history: History
const watering = { from: 'rota@allotment.example', subject: 'Watering rota', text: 'Who waters the beds in July?' }
beforeEach(async () => {
  history = await startHistory(app)
  await history.mailbox.deliver({
    from: 'seeds@green.example',
    subject: 'Your seed catalogue for spring',
    text: 'Vegetable seeds and garden tools from our garden centre.',
  })
  await history.mailbox.deliver(watering)
})

test('explains why nothing would change, follows the typing, and lets the user save when Outlook fails', async () => {
  const { page } = await openAs(browser, app, history.mailbox, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Edit instructions of Newsletters' }).press('Enter')
  const field = page.getByLabel('Instructions for Newsletters')
  const preview = page.getByRole('region', { name: 'Preview' })
  await field.fill('kayak trips on the river')
  await expect(preview).toContainText(
    'Nothing would change. 12 emails of your last 26 emails already belong here. ' +
      'The words matched none of your last 26 emails; these came closest.',
  )
  await expect(preview.getByRole('checkbox')).toHaveCount(3)
  await field.fill('watering rota of the allotment')
  await expect(preview.getByRole('list', { name: 'Would come here (1)' })).toContainText('Watering rota')
  await expect(field).toBeFocused()

  const message = 'The mailbox is busy. Please try again in a moment.'
  await failCalls(page, /preview-instructions/, { status: 503, code: 'outlook_busy', message })
  await field.fill('watering rota')
  await expect(preview.getByRole('alert')).toContainText(message)
  await expect(preview.getByRole('alert')).toContainText('You can save the instructions anyway.')
  await preview.getByRole('button', { name: 'Try Again' }).click()
  await expect(preview.getByRole('list', { name: 'Would come here (1)' })).toBeVisible()
  await failCalls(page, /learn-examples/)
  await preview.getByRole('checkbox').first().click()
  await expect(preview.getByRole('checkbox').first()).toBeChecked()
  await preview.getByRole('button', { name: 'Learn From This Email' }).click()
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await preview.getByRole('button', { name: 'Learn From This Email' }).click()
  await preview.getByRole('button', { name: 'Undo' }).click()
  await expect(preview).toContainText('Undone. The preview shows it in about a minute.')
  await field.press('Control+Enter')
  await expect(field).toHaveCount(0)
  await expect(page.getByText('watering rota')).toBeVisible()
})

test('creates a folder with a sentence, previews it in the row, and learns from a picked email', async () => {
  const { page } = await openAs(browser, app, history.mailbox, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Create Folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  await dialog.getByLabel('Folder Name').fill('Gardening')
  await dialog.getByLabel('What belongs in this folder?').fill('Seed catalogues for my vegetables')
  await dialog.getByRole('button', { name: 'Create Folder' }).click()
  await expect(dialog).toHaveCount(0)

  const field = page.getByLabel('Instructions for Gardening')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Seed catalogues for my vegetables')
  const preview = page.getByRole('region', { name: 'Preview' })
  const belongs = preview.getByRole('list', { name: 'Belong here (1)' })
  await expect(belongs.getByRole('listitem')).toHaveText([/Your seed catalogue for spring/])
  await expect(field).toBeInViewport()

  await preview.getByRole('checkbox', { name: 'Watering rota' }).click()
  await expect(preview.getByRole('checkbox', { name: 'Watering rota' })).toBeChecked()
  await preview.getByRole('button', { name: 'Learn From This Email' }).press('Enter')
  await expect(preview).toContainText('Learned from 1 email. It stays where it is.')
  await expect(preview.getByRole('list', { name: 'Belong here (2)' })).toContainText('Watering rota')
  // On a phone that is turned the editor moves into the card.
  await page.setViewportSize({ width: 390, height: 900 })
  await expect(page.getByLabel('Folder instructions for Gardening')).toBeVisible()
  await expect(preview).toContainText('Learned from 1 email. It stays where it is.')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(field).toBeVisible()
  await preview.getByRole('button', { name: 'Move It Too' }).click()
  await expect(preview).toContainText('Learned from 1 email and moved here. Undo it in the history.')
  await field.press('Escape')
  await page.getByRole('button', { name: 'Show details of Gardening' }).click()
  await expect(page.getByRole('region', { name: 'Learned for Gardening' })).toContainText(
    /rota@allotment.example\s*You (picked it as an example|said so in the history|moved it in your mail program)/,
  )
})
