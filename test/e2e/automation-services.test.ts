import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectService } from '../kit/services.ts'
import { startApp, type App } from '../kit/start-app.ts'

/**
 * The page shows what an action requires before any message arrives. Here OneDrive and TeamLeader are not configured.
 */

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function open(types: Parameters<typeof actingMailbox>[1], options: Parameters<typeof openAs>[4] = {}) {
  const acting = await actingMailbox(app, types)
  const opened = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders', options)
  await opened.page.getByRole('button', { name: 'Show details of Bills' }).click()
  return { ...opened, acting }
}
/** Simulates the return from another window. */
const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))

test('reports a missing service in the row and the dialog until it is connected', async () => {
  const { page, acting, complaints } = await open(['store_attachment_dropbox', 'store_attachment_onedrive'])
  const note = page.getByText('Dropbox is not connected. Nothing is stored until you connect it.')
  await expect(note).toBeVisible()
  await expect(note.getByRole('link', { name: 'connect it' })).toHaveAttribute('href', '/connections')
  await expect(page.getByText('OneDrive cannot be connected yet, so nothing is stored.')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Configure Store attachments in Dropbox' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByText('Nothing is stored until you connect it on the page Connections')).toBeVisible()
  await expectNoAxeViolations(page)
  const email = await connectService(app, acting.who, 'dropbox')
  await comeBack(page)
  await expect(form.getByText(`Connected as: ${email}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('offers only services that can be connected, or all where that is unknown', async () => {
  const { page } = await open(['draft_reply'])
  const add = page.getByRole('button', { name: 'Add Action' })
  await add.click()
  await expect(page.getByRole('button', { name: 'Store attachments in OneDrive: Coming Soon' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add Store attachments in Dropbox' })).toBeVisible()
  await expectNoAxeViolations(page)

  const other = await open(['draft_reply'], {
    prepare: (opened) => failCalls(opened, /service-connections$/, { status: 403, times: 9 }),
  })
  await other.page.getByRole('button', { name: 'Add Action' }).click()
  await expect(other.page.getByRole('button', { name: 'Add Store attachments in OneDrive' })).toBeVisible()
})

test('reports a draft whose files cannot be read', async () => {
  const { page, acting } = await open(['draft_reply'])
  await page.getByRole('button', { name: 'Configure Draft reply' }).click()
  const form = page.getByRole('dialog')
  await expect(
    form.getByText('No file service is connected, so no files are read. Connect one on the page'),
  ).toBeVisible()
  const source = form.getByLabel('Data source')
  await source.selectOption('OneDrive')
  await expect(form.getByText('OneDrive is not connected, so no files are read.')).toBeVisible()
  await expect(form.getByRole('link', { name: /^Connections/ })).toHaveCount(0)
  await source.selectOption('Dropbox')
  await expect(form.getByText('Dropbox is not connected, so no files are read. Connect it on the page')).toBeVisible()
  await expectNoAxeViolations(page)
  await connectService(app, acting.who, 'dropbox')
  await comeBack(page)
  await expect(form.getByText('Dropbox is not connected')).toHaveCount(0)
  await source.selectOption('All connected services')
  await expect(form.getByText('No file service is connected')).toHaveCount(0)
})

test('an analysis distinguishes services that can be connected, with their present state', async () => {
  const { page, acting } = await open(['ai_agent_action'])
  await page.getByRole('button', { name: 'Configure AI agent' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Prompt').fill('Save PDF invoices to Dropbox, then create a contact in TeamLeader')
  await form.getByRole('button', { name: 'Analyze' }).click()
  const card = form.getByRole('region', { name: 'Analysis' })
  await expect(
    card.getByText(/^Not connected: Dropbox, TeamLeader\. Steps that need Dropbox cannot run until you connect it/),
  ).toContainText('TeamLeader cannot be connected yet.')
  await connectService(app, acting.who, 'dropbox')
  await comeBack(page)
  await expect(card.getByText('Not connected: TeamLeader. TeamLeader cannot be connected yet.')).toBeVisible()
  await expect(card.getByRole('link', { name: /^Connections/ })).toHaveCount(0)
})
