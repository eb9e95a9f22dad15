import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  const names = ['Adding', 'Failing', 'Full', 'Order', 'Setup', 'Phone', 'Locked']
  robin = await connectedMailbox(
    app,
    names.map((displayName) => ({ displayName })),
  )
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

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

/** Adds actions to a folder without the page. */
async function give(folder: string, names: readonly string[]): Promise<void> {
  const [[{ id: folder_id } = { id: '' }], all] = await Promise.all([
    robin.rows<Row[]>(`email_folders?folder_name=eq.${folder}`),
    robin.rows<Row[]>('email_actions'),
  ])
  for (const [at, name] of names.entries()) {
    const action_id = all.find((each) => each.name === name)?.id
    const body = JSON.stringify({ folder_id, action_id, is_active: true, action_order: at + 1, config: {} })
    await robin.rows('email_folder_actions', { method: 'POST', body })
  }
}

test('adds, disables and removes an action; each failure is reported and changes nothing', async () => {
  const { page, complaints } = await open('Adding')
  await expect(page.getByText('No actions run for this folder.')).toBeVisible()
  await panel(page, 'Adding').getByRole('button', { name: 'Add Action' }).press('Enter')
  const adding = dialog(page, 'Add Action to Folder')
  await expect(adding.getByRole('button', { name: 'Google Drive (Coming Soon): Coming Soon' })).toBeDisabled()
  await expectNoAxeViolations(page)

  await failCalls(page, /email_folder_actions$/, { when: (body) => body !== '' })
  await adding.getByRole('button', { name: 'Add Draft reply' }).click()
  await expect(toastIn(page, 'Error')).toContainText('Failed to add action. Please try again.')
  await adding.getByRole('button', { name: 'Add Draft reply' }).press('Enter')
  await expect(toastIn(page, 'Action added')).toBeVisible()
  await expect(adding).toHaveCount(0)
  await expect(dialog(page, 'Configure Draft reply').getByLabel('Tone')).toBeFocused()
  await page.keyboard.press('Escape')

  const on = panel(page, 'Adding').getByRole('switch', { name: 'Draft reply' })
  await expect(on).toBeChecked()
  await failCalls(page, /email_folder_actions$/, { when: (body) => body.includes('is_active') })
  await on.press('Space')
  await expect(toastIn(page, 'Failed to update action. Please try again.')).toBeVisible()
  await expect(on).toBeChecked()
  await on.press('Space')
  await expect(on).not.toBeChecked()
  await expect(on).toBeEnabled()
  await expectNoAxeViolations(page)

  const gate = Promise.withResolvers<void>()
  await page.route(
    '**/rest/v1/email_folder_actions*',
    async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      await gate.promise
      return route.fulfill({ status: 500, json: { code: 'PGRSTX00', message: 'no' } })
    },
    { times: 1 },
  )
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
  await page.keyboard.press('Escape')
  const forwards = panel(page, 'Adding').getByRole('switch', { name: 'Forward mail' })
  await expect(forwards).not.toBeChecked()
  await page.getByRole('button', { name: 'Configure Forward mail' }).click()
  await configuring.getByLabel('Destination email').fill('office@books.example')
  await configuring.getByRole('button', { name: 'Save configuration' }).click()
  await expect(toastIn(page, 'Configuration saved')).toContainText('Forward mail is on.')
  await expect(forwards).toBeChecked()
  expect(complaints).toEqual([])
})

test('reports that all actions are added; unavailable ones stay visible and disabled', async () => {
  const all = ['Draft reply', 'Forward mail', 'AI agent']
  const stores = ['Dropbox', 'Google Drive', 'OneDrive'].map((store) => `Store attachments in ${store}`)
  await give('Full', [...all, ...stores])
  const { page } = await open('Full')
  await panel(page, 'Full').getByRole('button', { name: 'Add Action' }).click()
  const adding = dialog(page, 'Add Action to Folder')
  await expect(adding.getByText('All available actions have been added to this folder.')).toBeVisible()
  await expect(adding.getByRole('button', { name: /^Add / })).toHaveCount(0)
  await expect(adding.getByRole('button', { name: /Coming Soon$/ })).toBeDisabled()
  await expectNoAxeViolations(page)
})

test('reports actions that cannot be read, and Retry reloads the page', async () => {
  const { page } = await open('Failing', {
    prepare: (page) => failCalls(page, /email_folder_actions$/, { status: 400, message: 'Not today.' }),
  })
  await expect(page.getByText(/^Error loading actions: /)).toBeVisible()
  await expectNoAxeViolations(page)
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Retry' }).click()])

  await failCalls(page, /email-actions$/, { status: 403, code: 'forbidden', message: 'You may not do this.' })
  await page.getByRole('button', { name: 'Show details of Failing' }).click()
  await panel(page, 'Failing').getByRole('button', { name: 'Add Action' }).click()
  await expect(page.getByText('Error loading actions: You may not do this.')).toBeVisible()
  await dialog(page, 'Add Action to Folder').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Add Draft reply' })).toBeVisible()
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
  await down.press('Enter')
  await expect(announcements).toContainText('Draft reply is already last')
  await expectNoAxeViolations(page)

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
  await page.reload()
  await page.getByRole('button', { name: 'Show details of Order' }).click()
  await inOrder('Draft reply', 'Forward mail', 'AI agent')
})

test('configures a draft reply: every field, default and range; reports success and failure', async () => {
  await give('Setup', ['Draft reply', 'Forward mail', 'Store attachments in Dropbox', 'AI agent'])
  const { page, complaints } = await open('Setup')
  const setUp = panel(page, 'Setup').getByRole('button', { name: 'Configure Draft reply' })
  await setUp.press('Enter')
  const form = dialog(page, 'Configure Draft reply')
  const field = (label: string) => form.getByLabel(label, { exact: true })
  await expect(field('Tone').locator('option')).toHaveText([
    'Formal',
    'Professional and friendly',
    'Casual',
    'Enthusiastic',
  ])
  await expect(field('Tone')).toHaveValue('professional and friendly')
  await expect(field('Response length').locator('option')).toHaveText([
    'Very brief (1-2 sentences)',
    'Concise (3-5 sentences)',
    'Detailed (paragraph)',
  ])
  for (const name of ['Include greeting', 'Include signature', 'Include file context']) {
    await expect(form.getByRole('switch', { name })).toBeChecked()
  }
  await expect(field('Max files')).toHaveValue('3')
  await expect(field('Max files')).toHaveAttribute('max', '5')
  await expect(field('Max context length')).toHaveValue('1500')
  await expect(field('Max context length')).toHaveAttribute('step', '250')
  await expectNoAxeViolations(page)

  await field('Tone').selectOption('Casual')
  await field('Instructions').fill('Offer a call')
  await field('Data source').selectOption('Dropbox')
  await form.getByText('Advanced').click()
  await field('Max files').press('ArrowRight')
  await field('Max context length').press('End')
  await form.getByRole('switch', { name: 'Include greeting' }).press('Space')
  await failCalls(page, /email-actions$/)
  await field('Tone').focus()
  await form.getByRole('button', { name: 'Save configuration' }).click()
  await expect(toastIn(page, 'Error saving configuration')).toBeVisible()
  await expect(field('Instructions')).toHaveValue('Offer a call')

  const gate = Promise.withResolvers<void>()
  await page.route('**/functions/v1/email-actions', async (route) => {
    await gate.promise
    await route.fallback()
  })
  await form.getByRole('button', { name: 'Save configuration' }).press('Enter')
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  gate.resolve()
  await expect(toastIn(page, 'Configuration saved')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(setUp).toBeFocused()

  await page.reload()
  await page.getByRole('button', { name: 'Show details of Setup' }).click()
  await setUp.click()
  await expect(field('Tone')).toHaveValue('casual')
  await expect(field('Instructions')).toHaveValue('Offer a call')
  await expect(field('Data source')).toHaveValue('dropbox')
  await expect(field('Max files')).toHaveValue('4')
  await expect(field('Max context length')).toHaveValue('3000')
  await expect(form.getByRole('switch', { name: 'Include greeting' })).not.toBeChecked()
  await form.getByRole('switch', { name: 'Include file context' }).click()
  await expect(field('Data source')).toHaveCount(0)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('requires a valid forward address', async () => {
  const { page } = await open('Setup')
  await expect(page.getByText('It runs once it has an address to forward to.')).toBeVisible()
  await page.getByRole('button', { name: 'Configure Forward mail' }).click()
  const form = dialog(page, 'Configure Forward mail')
  const address = form.getByLabel('Destination email')
  await address.fill('not an address')
  await address.press('Enter')
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expect(address).toBeFocused()
  await expectNoAxeViolations(page)
  await address.fill('office@books.example')
  await address.press('Enter')
  await expect(toastIn(page, 'Configuration saved')).toBeVisible()
  await expect(page.getByText('It runs once it has an address to forward to.')).toHaveCount(0)
})

test('stores attachments and the agent: fields, defaults and refusals', async () => {
  const { page } = await open('Setup')
  await page.getByRole('button', { name: 'Configure Store attachments in Dropbox' }).click()
  const store = dialog(page, 'Configure Store attachments in Dropbox')
  await expect(store.getByRole('definition').first()).toHaveText('Dropbox Not Connected')
  await expect(store.getByLabel('Prompt')).toBeFocused()
  await expect(store.getByRole('switch', { name: 'Preserve original names' })).toBeChecked()
  await store.getByLabel('Base folder path').fill('Mail/../..')
  await store.getByRole('button', { name: 'Save configuration' }).click()
  await expect(store.getByText('A path cannot contain . or .. as a folder.')).toBeVisible()
  await expectNoAxeViolations(page)
  await store.getByLabel('Base folder path').fill('Mail/Invoices')
  await store.getByLabel('Prompt').fill('Only PDF')
  await store.getByRole('button', { name: 'Save configuration' }).click()
  await expect(store).toHaveCount(0)

  await page.getByRole('button', { name: 'Configure AI agent' }).click()
  const agent = dialog(page, 'Configure AI agent')
  await expect(agent.getByLabel('Max connections')).toHaveValue('3')
  await expect(agent.getByLabel('Max context length')).toHaveValue('5000')
  await agent.getByText('Advanced').click()
  await agent.getByLabel('Max context length').fill('')
  await agent.getByRole('button', { name: 'Save configuration' }).click()
  await expect(agent.getByText('Choose 500 to 10,000 characters.')).toBeVisible()
  await agent.getByLabel('Max context length').fill('8000')
  await agent.getByLabel('Prompt').fill('Make a contact of the sender')
  await agent.getByRole('button', { name: 'Save configuration' }).click()
  await expect(agent).toHaveCount(0)
  const saved = await robin.rows<{ config: object }[]>(
    'email_folder_actions?select=config&order=action_order&config->>prompt=neq.',
  )
  expect(saved.map((row) => row.config)).toMatchObject([
    { provider: 'dropbox', prompt: 'Only PDF', baseFolderPath: 'Mail/Invoices', preserveOriginalNames: true },
    { prompt: 'Make a contact of the sender', maxConnections: 3, includeFileContext: true, maxContextLength: 8000 },
  ])
})

test('fits a phone; a dialog scrolls with visible buttons', async () => {
  await give('Phone', ['Draft reply', 'Forward mail'])
  const { page } = await open('Phone', { width: 390, height: 700 })
  await expect(actions(page, 'Phone')).toHaveCount(2)
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Configure Draft reply' }).click()
  await expect(page.getByRole('button', { name: 'Save configuration' })).toBeInViewport()
  await expectNoAxeViolations(page)
})

test('is read-only: shows runs and changes nothing', async () => {
  await give('Locked', ['Draft reply'])
  const { page } = await open('Locked', {
    prepare: async (page) => {
      await page.route(/\/functions\/v1\/(microsoft|mail)-graph$/u, async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replaceAll('"active"', '"reauth_required"')
        await route.fulfill({ response: answer, body })
      })
    },
  })
  await expect(actions(page, 'Locked')).toContainText(['Draft reply'])
  await expect(panel(page, 'Locked').getByRole('button')).toHaveCount(0)
  await expect(panel(page, 'Locked').getByRole('switch')).toHaveCount(0)
})
