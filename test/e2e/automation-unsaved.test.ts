import { expect } from '../kit/expect.ts'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { expectNoAxeViolations, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

/** Unsaved text in a dialog is not lost by accident. */

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function configureAgent() {
  const acting = await actingMailbox(app, ['ai_agent_action'])
  const opened = await openAs(browser, app, acting.mailbox, '/dashboard')
  const { page } = opened
  // So that the browser has pages to go back to.
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await page.getByRole('tab', { name: 'Folders' }).click()
  await page.getByRole('button', { name: 'Show details of Bills' }).click()
  const opener = page.getByRole('button', { name: 'Configure AI agent' })
  await opener.click()
  const form = page.getByRole('dialog', { name: 'Configure AI agent' })
  await expect(form.getByLabel('Prompt')).toBeFocused()
  return { ...opened, acting, opener, form, asked: page.getByRole('alertdialog', { name: 'Discard your changes?' }) }
}

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

test('Escape and a click outside ask before discarding changes, and close directly without changes', async () => {
  const { page, form, asked, opener, complaints } = await configureAgent()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  const prompt = form.getByLabel('Prompt')
  await prompt.fill('Save PDF invoices to Dropbox')
  await page.keyboard.press('Escape')
  await expect(asked).toContainText('What you changed in AI agent is not saved yet.')
  await expectNoAxeViolations(page)
  await removeWithQuestion(page.locator('[role=dialog]'))
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expect(prompt).toHaveValue('Save PDF invoices to Dropbox')
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
  await prompt.fill('Save PDF invoices to Dropbox')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await expect(asked).toHaveCount(0)
  expect(complaints).toEqual([])
})

test("the browser's back button asks too, and continues when confirmed", async () => {
  const { page, form, asked } = await configureAgent()
  await form.getByLabel('Prompt').fill('Save PDF invoices to Dropbox')
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByLabel('Prompt')).toHaveValue('Save PDF invoices to Dropbox')
  await expect(page).toHaveURL(/tab=folders/)
  await page.goBack()
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(/tab=mailbox/)
})

test('a late enhancement leaves newer changes alone', async () => {
  const { page, form } = await configureAgent()
  const gate = Promise.withResolvers<void>()
  await page.route('**/ai-prompt-enhancer', async (route) => {
    await gate.promise
    await route.fallback()
  })
  await form.getByLabel('Prompt').fill('Save PDF invoices to Dropbox')
  await form.getByRole('button', { name: 'Enhance' }).click()
  await form.getByText('Advanced').click()
  await form.getByRole('slider', { name: 'Max connections' }).press('End')
  gate.resolve()
  await expect(toastIn(page, 'Prompt enhanced')).toBeVisible()
  await expect(form.getByLabel('Prompt')).toHaveValue(/Save PDF invoices to Dropbox\..*\n/)
  await expect(form.getByRole('slider', { name: 'Max connections' })).toHaveValue('5')
})

test('does not overwrite what another window saved, and keeps what was typed', async () => {
  const { page, form, acting, asked, complaints } = await configureAgent()
  const prompt = form.getByLabel('Prompt')
  const save = form.getByRole('button', { name: 'Save configuration' })
  await form.getByText('Advanced').click()
  await form.getByRole('slider', { name: 'Max connections' }).press('End')
  await acting.configure('ai_agent_action', { maxConnections: 1, maxContextLength: 700 })
  await save.click()
  await expect(form.getByRole('alert')).toHaveText(
    'Not saved: different settings were saved in another window. Yours are still here; saving replaces the others.',
  )
  await expect(form.getByRole('alert')).toBeInViewport()
  await expectNoAxeViolations(page)

  await form.getByRole('button', { name: 'Show saved settings' }).click()
  await expect(form.getByLabel('Max context length')).toHaveValue('700')
  await expect(form.getByRole('slider', { name: 'Max connections' })).toHaveValue('1')
  await form.getByRole('button', { name: 'Show my settings' }).click()
  await expect(form.getByLabel('Max context length')).toHaveValue('5000')
  await expect(form.getByRole('slider', { name: 'Max connections' })).toHaveValue('5')
  await expect(prompt).toHaveValue('')
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Cancel' }).click()

  await save.click()
  await expect(form).toHaveCount(0)
  const rows = await acting.mailbox.rows<{ config: unknown }[]>('email_folder_actions?select=config')
  expect(rows).toMatchObject([{ config: { maxConnections: 5, maxContextLength: 5000 } }])
  // The browser also logs the error response to its console.
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
})
