import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { publishLiveEvent } from '../../server/db/live-events.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdEvents } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const names = ['Adding', 'Failing', 'Full', 'Order', 'Locked']
const robin = await connectedMailbox(
  app,
  names.map((displayName) => ({ displayName })),
)

const panel = (page: Page, folder: string) => page.getByRole('region', { name: `Automated Actions of ${folder}` })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const actions = (page: Page, folder: string) => panel(page, folder).getByRole('listitem')

async function open(folder: string, options: Parameters<typeof openAs>[4] = {}) {
  const opened = await openAs(browser, app, robin, '/dashboard?tab=folders', options)
  await opened.page.getByRole('button', { name: `Show details of ${folder}` }).click()
  return opened
}

interface Row {
  id: string
  folder_name: string
  name: string
}

const idAndActions = async (folder: string) => {
  const [[{ id } = { id: '' }], all] = await Promise.all([
    robin.rows<Row[]>(`email_folders?folder_name=eq.${folder}`),
    robin.rows<Row[]>('email_actions'),
  ])
  return { folder_id: id, all }
}

/** Adds actions to a folder without the page. */
async function give(folder: string, names: readonly string[], is_active = true): Promise<void> {
  const { folder_id, all } = await idAndActions(folder)
  for (const [at, name] of names.entries()) {
    const action_id = all.find((each) => each.name === name)?.id
    const body = JSON.stringify({ folder_id, action_id, is_active, action_order: at + 1, config: {} })
    await robin.rows('email_folder_actions', { method: 'POST', body })
  }
}

async function savedOrder(folder: string): Promise<(string | undefined)[]> {
  const { folder_id, all } = await idAndActions(folder)
  const rows = await robin.rows<{ action_id: string }[]>(
    `email_folder_actions?select=action_id&folder_id=eq.${folder_id}&order=action_order`,
  )
  return rows.map(({ action_id }) => all.find(({ id }) => id === action_id)?.name)
}

test('adds, disables and removes an action; each failure is reported and changes nothing', async () => {
  const all = ['Draft reply', 'Forward mail', 'AI agent']
  const stores = ['Dropbox', 'Google Drive', 'OneDrive'].map((store) => `Store attachments in ${store}`)
  await give('Full', [...all, ...stores])
  const { page } = await open('Adding')
  await expect(page.getByText('No actions run for this folder.')).toBeVisible()
  await panel(page, 'Adding').getByRole('button', { name: 'Add Action' }).press('Enter')
  const adding = dialog(page, 'Add Action to Folder')
  await expect(adding.getByRole('button', { name: 'Google Drive (Coming Soon): Coming Soon' })).toBeDisabled()

  // Nothing is added before it is saved.
  await adding.getByRole('button', { name: 'Add Draft reply' }).press('Enter')
  await expect(adding).toHaveCount(0)
  const draft = dialog(page, 'Configure Draft reply')
  await expect(draft.getByLabel('Tone')).toBeFocused()
  expect(await savedOrder('Adding')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(draft).toHaveCount(0)
  await expect(page.getByText('No actions run for this folder.')).toBeVisible()
  await expect(panel(page, 'Adding').getByRole('button', { name: 'Add Action' })).toBeFocused()
  await page.keyboard.press('Enter')
  await adding.getByRole('button', { name: 'Add Draft reply' }).press('Enter')
  await draft.getByRole('button', { name: 'Test' }).click()
  await expect(draft.getByRole('alert')).toHaveText(/^No email has been sorted into this folder yet/)
  await failCalls(page, /email-actions$/, { when: (body) => body.includes('configVersion') })
  await draft.getByLabel('Instructions', { exact: true }).fill('Offer a call')
  await draft.getByRole('button', { name: 'Save configuration' }).click()
  await expect(toastIn(page, 'Error')).toContainText('Failed to add action. Please try again.')
  await expect(draft.getByLabel('Instructions', { exact: true })).toHaveValue('Offer a call')
  await draft.getByRole('button', { name: 'Save configuration' }).click()
  await expect(toastIn(page, 'Action added')).toContainText('Draft reply is on.')
  await expect(draft).toHaveCount(0)

  const on = panel(page, 'Adding').getByRole('switch', { name: 'Draft reply' })
  await expect(on).toBeChecked()
  await failCalls(page, /email_folder_actions$/, { when: (body) => body.includes('is_active') })
  await on.press('Space')
  await expect(toastIn(page, 'Failed to update action. Please try again.')).toBeVisible()
  await expect(on).toBeChecked()
  await on.press('Space')
  await expect(on).not.toBeChecked()
  await expect(on).toBeEnabled()

  const gate = Promise.withResolvers<void>()
  await page.route('**/rest/v1/email_folder_actions*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await gate.promise
    return route.fulfill({ status: 500, json: { code: 'PGRSTX00', message: 'no' } })
  })
  const remove = panel(page, 'Adding').getByRole('button', { name: 'Remove Draft reply' })
  await remove.click()
  await expect(remove).toBeDisabled()
  gate.resolve()
  await expect(toastIn(page, 'Failed to delete action. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await expect(on).not.toBeChecked()
  await remove.press('Enter')
  await expect(toastIn(page, 'Action removed')).toBeVisible()
  await expect(panel(page, 'Adding').getByRole('button', { name: 'Add Action' })).toBeFocused()
  await expect(page.getByText('No actions run for this folder.')).toBeVisible()

  await panel(page, 'Adding').getByRole('button', { name: 'Add Action' }).press('Enter')
  await adding.getByRole('button', { name: 'Add Forward mail' }).click()
  const configuring = dialog(page, 'Configure Forward mail')
  await expect(configuring.getByLabel('Destination email')).toBeFocused()
  // The form, which is loaded now, has replaced the list.
  await page.keyboard.press('Escape')
  await expect(panel(page, 'Adding').getByRole('button', { name: 'Add Action' })).toBeFocused()
  await page.keyboard.press('Enter')
  await adding.getByRole('button', { name: 'Add Forward mail' }).click()
  const forwards = panel(page, 'Adding').getByRole('switch', { name: 'Forward mail' })
  await configuring.getByLabel('Destination email').fill('office@books.example')
  await configuring.getByRole('button', { name: 'Save configuration' }).click()
  await expect(toastIn(page, 'Action added').getByText('Forward mail is on.')).toBeVisible()
  await expect(forwards).toBeChecked()

  // Another window, with the page of a former version, adds the same action meanwhile, switched off.
  await panel(page, 'Adding').getByRole('button', { name: 'Add Action' }).press('Enter')
  await adding.getByRole('button', { name: 'Add AI agent' }).click()
  const agent = dialog(page, 'Configure AI agent')
  await agent.getByLabel('Prompt').fill('Make a contact of the sender')
  await give('Adding', ['AI agent'], false)
  await agent.getByRole('button', { name: 'Save configuration' }).click()
  await expect(agent.getByRole('alert')).toContainText('Not saved: different settings were saved in another window.')
  await agent.getByRole('button', { name: 'Save configuration' }).click()
  await expect(toastIn(page, 'Configuration saved')).toContainText('AI agent is on.')
  await expect(panel(page, 'Adding').getByRole('switch', { checked: true })).toHaveCount(2)

  // With all of them added, unavailable ones stay visible and disabled.
  await page.getByRole('button', { name: 'Show details of Full' }).click()
  await panel(page, 'Full').getByRole('button', { name: 'Add Action' }).click()
  await expect(adding.getByText('All available actions have been added to this folder.')).toBeVisible()
  await expect(adding.getByRole('button', { name: /^Add / })).toHaveCount(0)
  await expect(adding.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await expect(adding.getByRole('button', { name: /Coming Soon$/ })).toBeDisabled()
})

test('reports actions that cannot be read, and Retry reloads the page; is read-only without a sign-in', async () => {
  await give('Locked', ['Draft reply'])
  let connectEvents = (): void => undefined
  const { page } = await open('Failing', {
    prepare: async (opening) => {
      connectEvents = await holdEvents(opening)
      await failCalls(opening, /email_folder_actions$/, { status: 400, message: 'Not today.' })
    },
  })
  await expect(page.getByText(/^Error loading actions: /)).toBeVisible()
  connectEvents()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Retry' }).click()])

  await failCalls(page, /email-actions$/, { status: 403, code: 'forbidden', message: 'You may not do this.' })
  await page.getByRole('button', { name: 'Show details of Failing' }).click()
  await panel(page, 'Failing').getByRole('button', { name: 'Add Action' }).click()
  await expect(page.getByText('Error loading actions: You may not do this.')).toBeVisible()
  await dialog(page, 'Add Action to Folder').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Add Draft reply' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.route(/\/functions\/v1\/(microsoft|mail)-graph$/u, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"active"', '"reauth_required"')
    await route.fulfill({ response, body })
  })
  await app.ctx.db.asService((tx) =>
    publishLiveEvent(tx, robin.user.userId, { type: 'mailbox', mailboxId: robin.mailboxId }),
  )
  await page.getByRole('button', { name: 'Show details of Locked' }).click()
  await expect(actions(page, 'Locked')).toContainText(['Draft reply'])
  await expect(panel(page, 'Locked').getByRole('button')).toHaveCount(0)
  await expect(panel(page, 'Locked').getByRole('switch')).toHaveCount(0)
})

test('changes the order by keyboard and by drag, saves it, and reverts it on failure', async () => {
  await give('Order', ['Draft reply', 'Forward mail', 'AI agent'])
  const { page } = await open('Order')
  const inOrder = (...names: string[]) => expect(actions(page, 'Order')).toContainText(names)
  const announcements = page.locator('output[aria-live=polite]')
  await inOrder('Draft reply', 'Forward mail', 'AI agent')
  const down = page.getByRole('button', { name: 'Move Draft reply down' })
  await down.press('Enter')
  await inOrder('Forward mail', 'Draft reply', 'AI agent')
  await expect(announcements).toContainText('Draft reply runs as number 2 of 3')
  await expect(down).toBeFocused()
  await down.press('Enter')
  await inOrder('Forward mail', 'AI agent', 'Draft reply')
  await expect(announcements).toContainText('number 3 of 3')
  // A press of the locator waits until it is enabled.
  await page.keyboard.press('Enter')
  await expect(announcements).toContainText('Draft reply is already last')

  const handle = (name: string) =>
    actions(page, 'Order').filter({ hasText: name }).getByTitle('Drag to change the order')
  await handle('Draft reply').hover()
  await page.mouse.down()
  await handle('Forward mail').hover()
  await page.mouse.move(0, 0)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await inOrder('Forward mail', 'AI agent', 'Draft reply')

  const top = await actions(page, 'Order').first().boundingBox()
  await handle('Draft reply').hover()
  await page.mouse.down()
  await page.mouse.move(0, 0, { steps: 3 })
  await page.mouse.move(0, (top?.y ?? 0) - 20, { steps: 3 })
  await page.mouse.up()
  await inOrder('Draft reply', 'Forward mail', 'AI agent')
  await expect(announcements).toContainText('Draft reply runs as number 1 of 3')

  await failCalls(page, /email-actions$/, { when: (body) => body.includes('order') })
  await page.getByRole('button', { name: 'Move AI agent up' }).click()
  await expect(toastIn(page, 'Failed to change the order. Please try again.')).toBeVisible()
  await inOrder('Draft reply', 'Forward mail', 'AI agent')
  await expect.poll(() => savedOrder('Order')).toEqual(['Draft reply', 'Forward mail', 'AI agent'])
})
