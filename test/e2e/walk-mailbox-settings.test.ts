import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { addMs, days } from '../../server/clock.ts'
import { saveConversations } from '../../server/mail/people/follow-up-queries.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, expectToast, toastIn } from '../kit/toast.ts'
import { holdEvents, navigate } from '../kit/walk.ts'

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
  await expectToast(page, 'Update Failed', 'Failed to update mailbox settings. Please try again.')
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
  await dismissToast(page, 'Settings saved')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Work' })).toBeVisible()

  // Follow-up is off until the user switches it on; the overview then lists what waits.
  await settingsButton(page).click()
  const followUp = dialog(page).getByRole('switch', { name: 'Follow up on email without an answer' })
  const known = dialog(page).getByRole('switch', { name: 'Keep email from people you know in the inbox' })
  await expect(followUp).not.toBeChecked()
  await known.press('Space')
  await expect(followUp).toBeDisabled()
  await known.press('Space')
  await followUp.press('Space')
  await dialog(page).getByLabel('No answer after').selectOption('5 days')
  await save(page).click()
  await expect(toastIn(page, 'Settings saved')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const open = { messageId: null, address: 'anna@family.example', name: 'Anna' }
  const sent = [1, 2, 3, 4, 5, 6].map((number) => ({
    conversationId: String(number),
    at: addMs(app.clock.now(), -days(4 + number)),
    open: { ...open, state: 'sent' as const, subject: `Offer ${number}` },
  }))
  const question = { ...open, state: 'question' as const, subject: 'Dinner' }
  await app.ctx.db.asService((tx) =>
    saveConversations(tx, who.mailboxId, [
      ...sent,
      { conversationId: 'q', at: addMs(app.clock.now(), -days(2)), open: question },
    ]),
  )
  await navigate(page, '/dashboard')
  const waiting = page.getByRole('list', { name: 'You have no answer yet' }).getByRole('listitem')
  await expect(waiting).toContainText(['Offer 1', 'Offer 2', 'Offer 3', 'Offer 4', 'Offer 5'])
  await expect(waiting.first()).toContainText('Anna')
  await expect(page.getByRole('list', { name: 'Questions that you have not answered' })).toContainText('Dinner')
  await page.getByRole('button', { name: 'Show All (6)' }).press('Enter')
  await expect(waiting).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Show Fewer' })).toBeFocused()
  await failCalls(page, /follow-ups$/, { when: (body) => body.includes('dismiss') })
  const dismiss = page.getByRole('button', { name: 'Dismiss: Dinner' })
  await dismiss.click()
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await dismiss.click()
  await expect(dismiss).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await toastIn(page, 'Dismissed').getByRole('button', { name: 'Undo' }).click()
  await expect(dismiss).toBeVisible()
})
