import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs, rowOf } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [
  { displayName: 'Invoices' },
  { displayName: 'Travel' },
  { displayName: 'Work', children: [{ displayName: 'Harbour' }] },
])

test('lists folders, saves switches and instructions, and reverts what failed', async () => {
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  await expect(rowOf(page, 'Invoices')).toBeVisible()
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.slice(1)).toEqual(['Folder Name', 'Instructions', 'Active', 'Include in AI', 'Actions'])
  await expect(rowOf(page, 'Harbour')).toContainText('in Work')
  await expect(page.getByRole('heading', { name: 'Connection Status' })).toBeVisible()
  await expect(page.getByRole('main').getByText(robin.mailboxId)).toBeVisible()
  await expect(page.getByRole('main').getByText(robin.email)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()

  // The table is one stop of Tab, after its explained headings; the arrow keys move in it.
  const controls = page.locator('tbody [data-column]')
  await page.getByRole('button', { name: 'Select', exact: true }).focus()
  for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab')
  await expect(controls.first()).toBeFocused()
  for (const key of ['End', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(controls.last()).toBeFocused()
  for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'ArrowLeft']) await page.keyboard.press(key)
  await expect(controls.nth(2)).toBeFocused()
  await expect(page.locator('tbody [tabindex="0"]')).toHaveCount(1)

  const active = page.getByRole('switch', { name: 'Active: Travel' })
  await expect(active).toBeChecked()
  await active.press('Space')
  await expect(active).not.toBeChecked()
  await expect(active).toBeEnabled()
  expect(await robin.rows('email_folders?active=is.false&select=folder_name')).toEqual([{ folder_name: 'Travel' }])
  const details = page.getByRole('button', { name: 'Show details of Travel' })
  await details.press('Enter')
  const securityEmail = page.getByRole('switch', { name: 'File security email, too: Travel' })
  await expect(securityEmail).not.toBeChecked()
  await securityEmail.press('Space')
  await expect(securityEmail).toBeChecked()
  await expect(securityEmail).toBeFocused()
  await expect(securityEmail).toBeEnabled()
  const filing = await robin.rows('email_folders?include_security_email=is.true&select=folder_name')
  expect(filing).toEqual([{ folder_name: 'Travel' }])
  const howToFile = page.getByRole('region', { name: 'How to file into Travel' })
  const tag = howToFile.getByRole('radio', { name: 'Tag', exact: true })
  await tag.press('Space')
  await expect(tag).toBeChecked()
  const flag = howToFile.getByRole('switch', { name: 'Flag: Travel' })
  await expect(flag).toBeEnabled()
  await flag.press('Space')
  await expect(flag).toBeChecked()
  await expect(flag).toBeEnabled()
  const tagging = await robin.rows('email_folders?filing=eq.tag&select=folder_name,mark_as_read,set_flag')
  expect(tagging).toEqual([{ folder_name: 'Travel', mark_as_read: false, set_flag: true }])
  const edit = page.getByRole('button', { name: 'Edit instructions of Invoices' })
  const field = page.getByRole('textbox', { name: 'Instructions for Invoices' })
  await edit.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.type('not yet')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(edit).toBeFocused()
  // A press on the text edits it, too.
  await rowOf(page, 'Invoices').getByText('No instructions').click()
  await expect(field).toBeFocused()
  await page.keyboard.type('Bills')
  await page.keyboard.press('Enter')
  await page.keyboard.type('from suppliers')
  await expect(field).toHaveValue('Bills\nfrom suppliers')
  await page.keyboard.press('Control+Enter')
  // What was pressed has the focus again.
  const text = rowOf(page, 'Invoices').getByRole('button', { name: 'Bills from suppliers' })
  await expect(text).toBeFocused()
  await text.click()
  await page.keyboard.type('!')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(text).toBeFocused()

  // The palette does things.
  const runCommand = async (command: string): Promise<void> => {
    await page.getByRole('button', { name: 'Search or run a command' }).click()
    await expect(page.getByRole('dialog').getByText(command)).toBeVisible()
    await page.keyboard.type(command)
    await page.keyboard.press('Enter')
  }
  await runCommand('Create Folder')
  await expect(page.getByRole('dialog', { name: 'Create New Folder' })).toBeVisible()
  await page.keyboard.press('Escape')
  const sorting = page.getByRole('switch', { name: 'Enable real-time processing' })
  await expect(sorting).not.toBeChecked()
  await runCommand('Switch sorting on')
  await expect(sorting).toBeChecked()
  await expect(sorting).toBeEnabled()

  // A switch is a row of our database, so no Graph call can fail.
  await failCalls(page, /\/rest\/v1\/email_folders/, { when: (body) => body !== '' })
  // Another read, after an event of an earlier change, would hide that this one does not go back.
  await page.route(/\/rest\/v1\/email_folders/, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  )
  const included = page.getByRole('switch', { name: 'Include in AI: Travel' })
  await included.click()
  await expect(toastIn(page, 'Update Failed')).toContainText('Failed to update folder settings. Please try again.')
  await expect(included).toBeChecked()
})
