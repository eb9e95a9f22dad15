import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { onTestFinished, test } from 'vitest'
import type { Mailbox } from '../../contract/connected-mailbox.ts'
import { MailboxList } from '../../contract/functions/mail-graph.ts'
import { createLanguageModel } from '../../server/vendors/language-model/language-model.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { answerCalls } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mailbox Settings' })
const settingsButton = (page: Page) => page.getByRole('button', { name: /^Settings: / })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Settings' })

test('saves the settings by keyboard, and catches up', async () => {
  const who = await connectedMailbox(app)
  const { page } = await openAs(browser, app, who, '/dashboard?tab=mailbox')
  const slider = dialog(page).getByRole('slider', { name: 'How careful' })
  const unsure = dialog(page).getByRole('radio', { name: 'Leave it, with the category “Unsure”' })
  const catchUp = dialog(page).getByRole('button', { name: 'Check for Missed Emails' })
  const askModel = dialog(page).getByRole('switch', { name: 'Let a language model read email of this mailbox' })
  await settingsButton(page).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Primary Mailbox')
  await expect(askModel).toHaveCount(0)
  await expect(catchUp).toBeDisabled()
  await expect(dialog(page).getByText('Sorting is off.')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Work')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Balanced (60% sure)')
  await slider.focus()
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', 'More careful (85% sure)')
  await unsure.focus()
  await page.keyboard.press('Space')
  await expect(unsure).toBeChecked()
  await save(page).press('Enter')
  await expect(toastIn(page, 'Settings saved')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(settingsButton(page)).toBeFocused()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Work' })).toBeVisible()
  await toastIn(page, 'Settings saved').getByRole('button', { name: 'Dismiss' }).click()
  await expect(toastIn(page, 'Settings saved')).toHaveCount(0)

  // Where a language model is configured, the mailbox can be excluded.
  const model = createLanguageModel({ baseUrl: `${app.sandbox.url}/api.openai.com/v1`, apiKey: null, model: 'any' })
  Object.assign(app.ctx.vendors, { model })
  onTestFinished(() => void Object.assign(app.ctx.vendors, { model: null }))
  await settingsButton(page).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Work')
  await expect(slider).toHaveAttribute('aria-valuetext', 'More careful (85% sure)')
  await expect(unsure).toBeChecked()
  await expect(askModel).toBeChecked()
  await askModel.press('Space')
  await expect(askModel).not.toBeChecked()
  await save(page).press('Enter')
  await expect(toastIn(page, 'Settings saved')).toBeVisible()
  expect(await who.rows('mailboxes?select=ask_model')).toEqual([{ ask_model: false }])

  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  await settingsButton(page).click()
  await expect(askModel).not.toBeChecked()
  await expect(catchUp).toBeEnabled()
  await failCalls(page, /mailbox-settings$/, { when: (body) => body.includes('catch-up') })
  await catchUp.click()
  await expect(toastIn(page, 'Catch-up failed')).toContainText('Failed to look for missed emails. Please try again.')
  await catchUp.click()
  await expect(dialog(page).getByText('Started. The history shows the results.')).toBeVisible()

  // In the sandbox, and on a phone.
  const write = dialog(page).getByRole('link', { name: 'Write a Test Email' })
  const [sandbox] = await Promise.all([page.waitForEvent('popup'), write.click()])
  await expect(sandbox).toHaveURL(`${app.sandbox.url}/mailboxes/${encodeURIComponent(who.email)}/new`)
  await expect(sandbox.getByLabel('Subject')).toBeVisible()
  await sandbox.close()

  await page.setViewportSize({ width: 390, height: 900 })
  await expect(save(page)).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 900 })

  // Where an email will go shows in the mail program as a tag, if the mailbox stores any.
  const afterReading = dialog(page).getByRole('radio', { name: 'After I have read it', exact: true })
  const tagged = dialog(page).getByText('In your mail program it has a tag')
  await afterReading.check()
  await expect(tagged).toBeVisible()
  const withoutTags: Mailbox = {
    id: who.mailboxId,
    name: 'Work',
    email_address: who.email,
    provider: 'imap',
    sign_in: 'password',
    unsupported: ['tag'],
    status: 'active',
    folder_count: 1,
    expires_at: null,
    has_webhook: false,
    polling: true,
  }
  await answerCalls(page, /microsoft-graph$/, MailboxList, { connected: true, mailboxes: [withoutTags] })
  await page.reload()
  await settingsButton(page).click()
  await afterReading.check()
  await expect(dialog(page).getByText('The history shows at once where an email will go.')).toBeVisible()
  await expect(tagged).toHaveCount(0)
})
