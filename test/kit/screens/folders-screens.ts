import type { Page } from 'playwright-core'
import { recordUnlearnedMoves } from '../../../server/sorting/learning/unlearned-moves.ts'
import { type ConnectedMailbox, connectedMailbox } from '../mailbox.ts'
import { failCalls, type TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { openAs } from '../folders-page.ts'
import { startHistory } from '../sorted-mail.ts'
import type { App } from '../start-app.ts'
import { invoice } from '../trained-mailbox.ts'
import type { Look } from './look.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const openFolders = (app: App, browser: TestBrowser, who: ConnectedMailbox) =>
  openAs(browser, app, who, '/dashboard?tab=folders', { width: 1440 })

/** The list of folders with what is above it and in its rows. */
export async function lookAtFolders(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const history = await startHistory(app)
  const { mailbox } = history
  await history.deliverAndSort(invoice(50))
  const moves = [history.folderId('Invoices'), null].map((folderId, index) => ({
    messageId: `moved-${index}`,
    receivedAt: null,
    folderId,
  }))
  const owner = { id: mailbox.mailboxId, user_id: mailbox.user.userId }
  await app.ctx.db.asService((tx) => recordUnlearnedMoves(tx, owner, moves, app.clock.now()))
  const { page } = await openFolders(app, browser, mailbox)
  await expect(button(page, 'Learn from them: Invoices')).toBeVisible()
  await button(page, 'Show 2 suggestions').click()
  await expect(button(page, 'Accept the suggestion for Invoices')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Last processed emails' })).toBeVisible()
  await look(page)
  await button(page, 'Edit the suggestion for Invoices').click()
  await look(page, main(page))
  await button(page, 'Dismiss the suggestion for Newsletters').click()
  await button(page, 'Accept the suggestion for Invoices').click()
  await expect(page.getByRole('heading', { name: 'Suggested Instructions' })).toHaveCount(0)

  await button(page, 'Edit instructions of Newsletters').click()
  await page.getByLabel('Instructions for Newsletters').fill('kayak trips on the river')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Nothing would change.')
  const pick = preview.getByRole('checkbox').first()
  // Not `check`, which reads the state at once: the query cache reports a change a moment later.
  await pick.click()
  await expect(pick).toBeChecked()
  await look(page, main(page))
  await preview.getByRole('button', { name: 'Learn From This Email' }).click()
  await expect(preview.getByText('Learned from 1 email. It stays where it is.')).toBeVisible()
  await look(page, main(page))
  await page.getByRole('textbox', { name: /^Instructions for / }).press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await button(page, 'Show details of Newsletters').click()
  await expect(page.getByRole('region', { name: 'Learned for Newsletters' })).toBeVisible()
  await expect(page.getByText('No actions run for this folder.')).toBeVisible()
  await look(page, main(page))
  await button(page, 'Select').click()
  await page.getByRole('checkbox', { name: 'Select all folders that are shown' }).check()
  await look(page, main(page))
  await page.getByRole('region', { name: 'Change the selected folders' }).getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Filter folders by name').fill('nowhere')
  await expect(page.getByText('No folder has “nowhere” in its name.')).toBeVisible()
  await look(page, main(page))
  await app.control('DELETE', `/control/outlook/${mailbox.email}/folders/Newsletters`)
  await mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: mailbox.mailboxId })
  await page.reload()
  await expect(button(page, 'Create Newsletters again')).toBeVisible()
  await look(page, main(page))
}

/** The dialogs of the list of folders. */
export async function lookAtFolderDialogs(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const history = await startHistory(app)
  const { mailbox, folderId } = history
  await history.deliverAndSort(invoice(50))
  for (const condition of [
    { folderId: folderId('Invoices'), kind: 'address', value: 'billing@power.example' },
    { folderId: folderId('Newsletters'), kind: 'subject', value: 'electricity' },
  ])
    await mailbox.call('folder-conditions', { action: 'add', mailboxId: mailbox.mailboxId, condition })
  const { page } = await openFolders(app, browser, mailbox)
  await button(page, 'Create Folder').click()
  const creating = page.getByRole('dialog', { name: 'Create New Folder' })
  await creating.getByLabel('Folder Name').fill('Invoices')
  await creating.getByLabel('What belongs in this folder?').fill('Mail from billing@power.example')
  await creating.getByRole('button', { name: 'Create Folder' }).click()
  await expect(creating.getByText('A folder with this name already exists.')).toBeVisible()
  await look(page, creating)
  await creating.getByLabel('Folder Name').fill('Later')
  await app.faults({ service: 'graph', method: 'POST', path: 'mailFolders', status: 503, times: 1 })
  await creating.getByRole('button', { name: 'Create Folder' }).click()
  await expect(creating).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Instructions for Later' })).toBeFocused()
  await page.keyboard.press('Escape')
  await button(page, 'Custom').focus()
  await expect(page.getByRole('tooltip')).toContainText('This folder exists only in our system')
  await look(page, main(page))

  await button(page, 'Show details of Invoices').click()
  await button(page, 'Edit Conditions').click()
  const conditions = page.getByRole('dialog', { name: 'Conditions' })
  await conditions.getByLabel('Value').fill('no address')
  await conditions.getByRole('button', { name: 'Add Condition' }).click()
  await expect(conditions.getByText('Please enter an email address, like anna@example.com.')).toBeVisible()
  await look(page, conditions)
  await conditions.getByLabel('Value').fill('')
  await conditions.getByRole('button', { name: /^Move up: “electricity”/ }).click()
  const preview = conditions.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('listitem').first()).toContainText('Invoice 50')
  await look(page, conditions)
  await conditions
    .getByRole('group', { name: /^Save the new order/ })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await failCalls(page, /preview-sorting$/)
  await conditions.getByRole('button', { name: /^Remove: “electricity”/ }).click()
  await expect(preview.getByRole('alert')).toContainText('The preview could not be created')
  await look(page, conditions)
}

/** What is in place of folders. */
export async function lookAtMissingFolders(app: App, browser: TestBrowser, look: Look): Promise<void> {
  await app.faults({ service: 'graph', path: 'mailFolders\\?', status: 503, times: 9 })
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  await app.faults()
  const { page } = await openFolders(app, browser, who)
  await expect(page.getByRole('heading', { name: 'No Folders Found' })).toBeVisible()
  await look(page)
  await page.route(/\/functions\/v1\/(microsoft|mail)-graph$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('"active"', '"reauth_required"')
    await route.fulfill({ response: answer, body })
  })
  await page.reload()
  await expect(page.getByText('Needs a new sign-in').first()).toBeVisible()
  await look(page)
  await page.unrouteAll()
  for (const table of ['email_folders', 'email_processing_logs'])
    await failCalls(page, new RegExp(`/rest/v1/${table}$`), { status: 400, times: 9 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The history is not available right now' })).toBeVisible()
  await expect(button(page, 'Try Again')).toHaveCount(2)
  await look(page)
}
