import { expect } from '../kit/expect.ts'
import type { Locator, Page } from 'playwright-core'
import { test } from 'vitest'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { appOfPages } from '../kit/start-app.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const pdfToDropbox = 'Save PDF invoices to Dropbox'
const showDetails = (page: Page) => page.getByRole('button', { name: 'Show details of Bills' }).click()

/** The content of the form changes in the moment in which the question closes, as when an analysis ends. */
const removeWithQuestion = (form: Locator) =>
  form.evaluate((dialog) => {
    const content = dialog.appendChild(document.createElement('p'))
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('[role=alertdialog]')) return
      observer.disconnect()
      content.remove()
    }).observe(document.body, { childList: true, subtree: true })
  })

test('unsaved text survives Escape, a click outside and the back button, and the focus returns', async () => {
  const acting = await actingMailbox(app, ['ai_agent_action'])
  const { page } = await openAs(browser, app, acting.mailbox, '/dashboard')
  // So that the browser has pages to go back to.
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await page.getByRole('tab', { name: 'Folders' }).click()
  await showDetails(page)
  const opener = page.getByRole('button', { name: 'Configure AI agent' })
  const form = page.getByRole('dialog', { name: 'Configure AI agent' })
  const prompt = form.getByLabel('Prompt')
  const asked = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await opener.click()
  await expect(prompt).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await prompt.fill(pdfToDropbox)
  await page.keyboard.press('Escape')
  await expect(asked).toContainText('What you changed in AI agent is not saved yet.')
  await removeWithQuestion(page.locator('[role=dialog]'))
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expect(prompt).toHaveValue(pdfToDropbox)
  await expect(prompt).toBeFocused()
  await page.mouse.click(5, 5)
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect(asked).toHaveCount(0)
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(prompt).toHaveValue('')
  await prompt.fill('x')
  await prompt.fill('')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await opener.click()
  await prompt.fill(pdfToDropbox)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await expect(asked).toHaveCount(0)

  await opener.click()
  await prompt.fill(pdfToDropbox)
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(prompt).toHaveValue(pdfToDropbox)
  await expect(page).toHaveURL(/tab=folders/)
  await page.goBack()
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(/tab=mailbox/)
})
