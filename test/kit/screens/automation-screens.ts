import type { Page } from 'playwright-core'
import { actionConfigs, isUsableAction } from '../../../contract/actions.ts'
import { actingMailbox } from '../acting-mailbox.ts'
import { failCalls, type TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { openAs } from '../folders-page.ts'
import { confirmationLinkIn, pressConfirm, pressRevoke } from '../forward-address.ts'
import { lastEmailTo } from '../outbox.ts'
import { newEmail } from '../start-accounts.ts'
import type { App } from '../start-app.ts'
import { navigate } from '../walk.ts'
import type { Look } from './look.ts'

const types = Object.keys(actionConfigs).filter(isUsableAction)

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

async function open(app: App, browser: TestBrowser, actionTypes: Parameters<typeof actingMailbox>[1]) {
  const acting = await actingMailbox(app, actionTypes)
  // Nothing runs when a message is sorted.
  for (const type of actionTypes) await acting.change(type, { is_active: false })
  const { page } = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders', { width: 1440 })
  await page.getByRole('button', { name: 'Show details of Bills' }).click()
  const configure = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `Configure ${name}`, exact: true }).click()
    await expect(dialog(page).getByRole('button', { name: 'Save configuration' })).toBeVisible()
  }
  return { acting, page, configure }
}

/** The actions of a folder, and how they are added, configured and tried. */
export async function lookAtActions(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const { acting, page, configure } = await open(app, browser, types)
  await expect(page.getByText('Nothing is stored until Dropbox is connected.')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Add Action' }).click()
  await expect(dialog(page).getByText('All available actions have been added to this folder.')).toBeVisible()
  await look(page, dialog(page))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Store attachments in Google Drive' }).click()
  await expect(page.getByRole('button', { name: 'Configure Store attachments in Google Drive' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Action' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Add Store attachments in Google Drive' })).toBeVisible()
  await look(page, dialog(page))
  await page.keyboard.press('Escape')

  await configure('Draft reply')
  await dialog(page).getByLabel('Data source').selectOption('Dropbox')
  await expect(dialog(page).getByText('Dropbox is not connected, so no files are read.')).toBeVisible()
  await press(page, 'Test')
  await expect(dialog(page).getByRole('alert')).toHaveText(/^No email has been sorted into this folder yet/)
  await look(page, dialog(page))
  for (const subject of ['Your bill', 'Your second bill'])
    await acting.sorted({ subject, from: 'bills@power.example', text: 'Please pay 40 euro.' })
  await dialog(page).getByLabel('Instructions', { exact: true }).fill('Offer a call')
  await press(page, 'Test')
  await expect(dialog(page).getByRole('status')).toContainText('Written from a template')
  await look(page, dialog(page))
  await press(page, 'Cancel')

  await configure('Store attachments in Dropbox')
  await dialog(page).getByLabel('Base folder path').fill('Mail/../..')
  await press(page, 'Save configuration')
  await expect(dialog(page).getByText('A path cannot contain . or .. as a folder.')).toBeVisible()
  await look(page, dialog(page))
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(question).toBeVisible()
  await look(page, question)
  await question.getByRole('button', { name: 'Discard' }).click()

  await configure('Forward mail')
  const address = newEmail()
  await dialog(page).getByLabel('Destination email').fill('not an address')
  await press(page, 'Save configuration')
  await expect(dialog(page).getByText('Please enter a valid email address')).toBeVisible()
  await look(page, dialog(page))
  await dialog(page).getByLabel('Destination email').fill(address)
  await press(page, 'Save configuration')
  await expect(dialog(page)).toHaveCount(0)
  await configure('Forward mail')
  await expect(dialog(page).getByText(/A link was sent to this address/)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Allow Sending' })).toBeVisible()
  await look(page, dialog(page))
  const link = confirmationLinkIn(await lastEmailTo(app, address))
  await pressConfirm(link)
  await expect(dialog(page).getByText('Email may be forwarded there.')).toBeVisible()
  await pressRevoke(link)
  await expect(dialog(page).getByText('The recipient has stopped the forwarding.')).toBeVisible()
  await look(page, dialog(page))
  await press(page, 'Cancel')
  await acting.pause(true)
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await page.getByRole('button', { name: /^Settings: / }).click()
  await expect(dialog(page).getByRole('switch', { name: 'Pause all automated actions' })).toBeChecked()
  await look(page, dialog(page))
  await page.keyboard.press('Escape')

  await failCalls(page, /forward-addresses$/, { status: 403, message: 'You may not.', times: 9 })
  await navigate(page, '/dashboard?tab=folders')
  await page.reload()
  await page.getByRole('button', { name: 'Show details of Bills' }).click()
  await configure('Forward mail')
  await expect(dialog(page).getByText(/^The state of the address could not be loaded: /)).toBeVisible()
  await look(page, dialog(page))
}

/** The dialog of the agent, whose prompt is analysed. */
export async function lookAtAgent(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const { acting, page, configure } = await open(app, browser, ['ai_agent_action'])
  const analyses = /unified-data-source-mcp$/
  await configure('AI agent')
  const prompt = dialog(page).getByLabel('Prompt')
  const card = dialog(page).getByRole('region', { name: 'Analysis' })
  await prompt.fill('Save PDF invoices to Dropbox under Finance/{year}, then create a contact in TeamLeader')
  await press(page, 'Analyze')
  await expect(card.getByText(/^Not connected: Dropbox, TeamLeader\./)).toBeVisible()
  await card.getByText('Technical details').click()
  await look(page, dialog(page))
  await prompt.fill('Colourless green ideas sleep furiously')
  await press(page, 'Analyze')
  await expect(card.getByText('Low confidence - prompt may be unclear or too complex')).toBeVisible()
  await look(page, dialog(page))
  await failCalls(page, analyses, { status: 429, message: 'Please wait a moment.', times: 9 })
  await prompt.press('x')
  await press(page, 'Analyze')
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'Analysis Failed' })).toBeVisible()
  await look(page, dialog(page))
  await page.unrouteAll()

  await acting.configure('ai_agent_action', { maxConnections: 1, prompt: 'Colourless green ideas sleep furiously' })
  await press(page, 'Analyze')
  await expect(card).toBeVisible()
  await press(page, 'Save configuration')
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'saved in another window' })).toBeVisible()
  await look(page, dialog(page))
  await press(page, 'Save configuration')
  await expect(dialog(page)).toHaveCount(0)
  await configure('AI agent')
  await expect(dialog(page).getByText('Nothing: the saved prompt gives no plan.')).toBeVisible()
  await look(page, dialog(page))
  await press(page, 'Cancel')

  await acting.pause(true)
  await failCalls(page, /email_folder_actions$/, { status: 400, message: 'Not today.', times: 9 })
  await page.reload()
  await page.getByRole('button', { name: 'Show details of Bills' }).click()
  await expect(page.getByText(/^Error loading actions: /)).toBeVisible()
  await look(page, page.getByRole('main'))
}
