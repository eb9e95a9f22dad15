import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('creates a folder with a sentence, previews it in the row, and learns from a picked email', async () => {
  const { mailbox } = await startHistory(app)
  await mailbox.deliver({
    from: 'seeds@green.example',
    subject: 'Your seed catalogue for spring',
    text: 'Vegetable seeds and garden tools from our garden centre.',
  })
  await mailbox.deliver({
    from: 'rota@allotment.example',
    subject: 'Watering rota',
    text: 'Who waters the beds in July?',
  })
  const { page, complaints } = await openAs(browser, app, mailbox, '/dashboard?tab=folders')
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

  await preview.getByRole('checkbox', { name: 'Watering rota' }).check()
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
    /rota@allotment.example\s*You (picked it as an example|said so in the history|moved it in Outlook)/,
  )
  expect(complaints).toEqual([])
})
