import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdEvents } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mailbox Settings' })
const settingsButton = (page: Page) => page.getByRole('button', { name: /^Settings: / })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Settings' })

test('settings are saved; what cannot be read, is refused or cannot be saved changes nothing', async () => {
  const who = await connectedMailbox(app)
  let connectEvents = (): void => undefined
  const { page } = await openAs(browser, app, who, '/dashboard?tab=mailbox', {
    prepare: async (opening) => void (connectEvents = await holdEvents(opening)),
  })
  const failReading = () => failCalls(page, /mailbox-settings$/, { status: 400, when: (body) => body.includes('read') })
  const unread = dialog(page).getByText('The settings of this mailbox could not be loaded.')
  const retry = dialog(page).getByRole('button', { name: 'Try Again' })
  const name = dialog(page).getByLabel('Name')
  // The first steps have read the settings.
  await expect(page.getByLabel('When to file sorted email')).toBeVisible()
  await failReading()
  await settingsButton(page).click()
  await expect(unread).toBeVisible()
  await retry.click()

  const list = dialog(page).getByRole('heading', { name: 'What Mailroom may do in this mailbox' }).locator('..')
  await expect(list).toContainText('Read your emails, move them between folders, create folders and write drafts')
  // An invisible name is refused at its field.
  await name.fill('   ')
  await save(page).click()
  await expect(dialog(page).getByText('Please enter a name for the mailbox.')).toBeVisible()
  await expect(name).toBeFocused()

  await name.fill('Another name')
  await failCalls(page, /mailbox-settings$/, { when: (body) => body.includes('save') })
  await save(page).click()
  await expect(toastIn(page, 'Update Failed')).toContainText('Failed to update mailbox settings. Please try again.')
  await expect(name).toHaveValue('Another name')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Primary Mailbox' })).toBeVisible()
  // Settings of an earlier visit are not edited.
  await failReading()
  await settingsButton(page).click()
  await expect(unread).toBeVisible()
  await retry.click()
  await expect(name).toHaveValue('Primary Mailbox')
  connectEvents()
  await name.fill('Work')
  await save(page).click()
  await expect(toastIn(page, 'Settings saved')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Work' })).toBeVisible()
})
