import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const acting = await actingMailbox(app, ['draft_reply', 'forward_mail', 'store_attachment_dropbox', 'ai_agent_action'])

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const savedConfigs = async (): Promise<object[]> => {
  const rows = await acting.mailbox.rows<{ config: object }[]>('email_folder_actions?select=config&order=action_order')
  return rows.map(({ config }) => config)
}

async function open() {
  const opened = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders')
  await opened.page.getByRole('button', { name: 'Show details of Bills' }).click()
  return opened
}

test('configures a draft reply: every field, default and range; reports success and failure', async () => {
  const { page } = await open()
  const setUp = page.getByRole('button', { name: 'Configure Draft reply' })
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

  const letThrough = await holdCalls(page, /email-actions$/)
  await form.getByRole('button', { name: 'Save configuration' }).press('Enter')
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  letThrough()
  await expect(toastIn(page, 'Configuration saved')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(setUp).toBeFocused()
  expect(await savedConfigs()).toContainEqual(
    expect.objectContaining({ tone: 'casual', dataSource: 'dropbox', includeGreeting: false }),
  )

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

  // On a phone the dialog scrolls, and its buttons stay visible.
  await page.setViewportSize({ width: 390, height: 700 })
  await setUp.click()
  await expect(form.getByRole('button', { name: 'Save configuration' })).toBeInViewport()
})

test('requires a valid forward address; stores attachments and the agent: fields, defaults and refusals', async () => {
  const { page } = await open()
  await expect(page.getByText('It runs once it has an address to forward to.')).toBeVisible()
  await page.getByRole('button', { name: 'Configure Forward mail' }).click()
  const form = dialog(page, 'Configure Forward mail')
  const address = form.getByLabel('Destination email')
  await address.fill('not an address')
  await address.press('Enter')
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expect(address).toBeFocused()
  await address.fill('office@books.example')
  await address.press('Enter')
  await expect(toastIn(page, 'Configuration saved')).toBeVisible()
  await expect(page.getByText('It runs once it has an address to forward to.')).toHaveCount(0)

  await page.getByRole('button', { name: 'Configure Store attachments in Dropbox' }).click()
  const store = dialog(page, 'Configure Store attachments in Dropbox')
  await expect(store.getByRole('definition').first()).toHaveText('Dropbox Not Connected')
  await expect(store.getByLabel('Prompt')).toBeFocused()
  await expect(store.getByRole('switch', { name: 'Preserve original names' })).toBeChecked()
  await store.getByLabel('Base folder path').fill('Mail/../..')
  await store.getByRole('button', { name: 'Save configuration' }).click()
  await expect(store.getByText('A path cannot contain . or .. as a folder.')).toBeVisible()
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
  expect(await savedConfigs()).toMatchObject([
    {},
    { destination_email: 'office@books.example' },
    { provider: 'dropbox', prompt: 'Only PDF', baseFolderPath: 'Mail/Invoices', preserveOriginalNames: true },
    { prompt: 'Make a contact of the sender', maxConnections: 3, includeFileContext: true, maxContextLength: 8000 },
  ])
})
