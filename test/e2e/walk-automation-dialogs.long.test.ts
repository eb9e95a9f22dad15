import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { LiveEvent } from '../../contract/live-events.ts'
import { publishLiveEvent } from '../../server/db/live-events.ts'
import { actingMailbox, type ActingMailbox } from '../kit/acting-mailbox.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectService } from '../kit/services.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const pdfToDropbox = 'Save PDF invoices to Dropbox'
/** Makes the pages of the user read again. */
const publish = (acting: ActingMailbox, event: LiveEvent) =>
  app.ctx.db.asService((tx) => publishLiveEvent(tx, acting.who.userId, event))
const showDetails = (page: Page) => page.getByRole('button', { name: 'Show details of Bills' }).click()

test('unsaved changes survive late responses and what another window saves', async () => {
  const acting = await actingMailbox(app, ['ai_agent_action'])
  const { page } = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders')
  const opener = page.getByRole('button', { name: 'Configure AI agent' })
  const form = page.getByRole('dialog', { name: 'Configure AI agent' })
  const prompt = form.getByLabel('Prompt')
  const asked = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  // A late enhancement leaves newer changes alone.
  await showDetails(page)
  await opener.click()
  const letThrough = await holdCalls(page, /ai-prompt-enhancer$/)
  await prompt.fill(pdfToDropbox)
  await form.getByRole('button', { name: 'Enhance' }).click()
  await form.getByText('Advanced').click()
  const connections = form.getByRole('slider', { name: 'Max connections' })
  await connections.press('End')
  letThrough()
  await expect(toastIn(page, 'Prompt enhanced')).toBeVisible()
  await expect(prompt).toHaveValue(/Save PDF invoices to Dropbox\..*\n/)
  await expect(connections).toHaveValue('5')
  await form.getByRole('button', { name: 'Cancel' }).click()

  // Another window saves meanwhile.
  await opener.click()
  await form.getByText('Advanced').click()
  await connections.press('End')
  await acting.configure('ai_agent_action', { maxConnections: 1, maxContextLength: 700 })
  const save = form.getByRole('button', { name: 'Save configuration' })
  await save.click()
  await expect(form.getByRole('alert')).toHaveText(
    'Not saved: different settings were saved in another window. Yours are still here; saving replaces the others.',
  )
  await expect(form.getByRole('alert')).toBeInViewport()
  await form.getByRole('button', { name: 'Show saved settings' }).click()
  await expect(form.getByLabel('Max context length')).toHaveValue('700')
  await expect(connections).toHaveValue('1')
  await form.getByRole('button', { name: 'Show my settings' }).click()
  await expect(form.getByLabel('Max context length')).toHaveValue('5000')
  await expect(connections).toHaveValue('5')
  await expect(prompt).toHaveValue('')
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await save.click()
  await expect(form).toHaveCount(0)
  const rows = await acting.mailbox.rows<{ config: unknown }[]>('email_folder_actions?select=config')
  expect(rows).toMatchObject([{ config: { maxConnections: 5, maxContextLength: 5000 } }])

  // The plan that another window saves is shown.
  await acting.configure('ai_agent_action', { prompt: pdfToDropbox })
  await expect(page.getByText('It runs once it has a prompt.')).toHaveCount(0)
  await opener.click()
  await expect(form.getByRole('list', { name: 'Steps' })).toContainText('Dropbox')
})

// Here OneDrive and TeamLeader are not configured.
test('names what an action requires before any email arrives, until it is connected', async () => {
  const stores = ['store_attachment_dropbox', 'store_attachment_onedrive'] as const
  const acting = await actingMailbox(app, [...stores, 'draft_reply', 'ai_agent_action'])
  const listed = () => acting.mailbox.call('service-connections', { action: 'list' })
  const unconnected = await listed()
  const { page } = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders')
  await showDetails(page)
  const note = page.getByText('Nothing is stored until Dropbox is connected.')
  await expect(note).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect Dropbox' })).toBeVisible()
  await expect(page.getByText('OneDrive cannot be connected yet, so nothing is stored.')).toBeVisible()
  await page.getByRole('button', { name: 'Configure Store attachments in Dropbox' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByText('Nothing is stored until you connect it on the page Connections')).toBeVisible()
  const email = await connectService(app, acting.who, 'dropbox')
  await expect(form.getByText(`Connected as: ${email}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)

  let connections = unconnected
  await page.route(/service-connections$/, (route) => route.fulfill({ json: connections }))
  const readAgain = () => publish(acting, { type: 'connections' })
  await readAgain()
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Configure Draft reply' }).click()
  await expect(
    form.getByText('No file service is connected, so no files are read. Connect one on the page'),
  ).toBeVisible()
  const source = form.getByLabel('Data source')
  await source.selectOption('OneDrive')
  await expect(form.getByText('OneDrive is not connected, so no files are read.')).toBeVisible()
  await expect(form.getByRole('link', { name: /^Connections/ })).toHaveCount(0)
  await source.selectOption('Dropbox')
  await expect(form.getByText('Dropbox is not connected, so no files are read. Connect it on the page')).toBeVisible()
  connections = await listed()
  await readAgain()
  await expect(form.getByText('Dropbox is not connected')).toHaveCount(0)
  await source.selectOption('All connected services')
  await expect(form.getByText('No file service is connected')).toHaveCount(0)
  await form.getByRole('button', { name: 'Cancel' }).click()

  connections = unconnected
  await readAgain()
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Configure AI agent' }).click()
  await form.getByLabel('Prompt').fill(`${pdfToDropbox}, then create a contact in TeamLeader`)
  await form.getByRole('button', { name: 'Analyze' }).click()
  const card = form.getByRole('region', { name: 'Analysis' })
  await expect(
    card.getByText(/^Not connected: Dropbox, TeamLeader\. Steps that need Dropbox cannot run until you connect it/),
  ).toContainText('TeamLeader cannot be connected yet.')
  connections = await listed()
  await readAgain()
  await expect(card.getByText('Not connected: TeamLeader. TeamLeader cannot be connected yet.')).toBeVisible()
  await expect(card.getByRole('link', { name: /^Connections/ })).toHaveCount(0)
  await form.getByRole('button', { name: 'Cancel' }).click()

  // Only services that can be connected are offered, or all where that is unknown.
  for (const type of stores) await acting.remove(type)
  await publish(acting, { type: 'folders', mailboxId: acting.mailbox.mailboxId })
  await expect(page.getByRole('button', { name: 'Configure Store attachments in Dropbox' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Action' }).click()
  await expect(page.getByRole('button', { name: 'Store attachments in OneDrive: Coming Soon' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add Store attachments in Dropbox' })).toBeVisible()
  await failCalls(page, /service-connections$/, { status: 403, times: Infinity })
  await page.reload()
  await showDetails(page)
  await page.getByRole('button', { name: 'Add Action' }).click()
  await expect(page.getByRole('button', { name: 'Add Store attachments in OneDrive' })).toBeVisible()
})

test('reserves space for content that loads later: nothing shifts', async () => {
  const acting = await actingMailbox(app, ['ai_agent_action', 'forward_mail'])
  await acting.configure('forward_mail', { destination_email: 'office@books.example' })
  await acting.configure('ai_agent_action', { prompt: pdfToDropbox })
  await acting.pause(true)
  const { page } = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders', {
    prepare: watchShifts,
  })
  const calls = { held: 0, gate: Promise.withResolvers<void>() }
  const held = /functions\/v1\/(forward-addresses|mailbox-settings|email-actions)$|rest\/v1\/email_folder_actions/
  await page.route(held, async (route) => {
    calls.held += 1
    await calls.gate.promise
    await route.fallback()
  })
  /**
   * Presses, and lets the responses through long after that, also those of later calls.
   * @returns the shifts before the responses: on a slow machine, also what the press itself moves
   */
  const pressAndWait = async (name: string): Promise<number> => {
    Object.assign(calls, { held: 0, gate: Promise.withResolvers<void>() })
    await page.getByRole('button', { name }).click()
    await expect.poll(() => calls.held).toBeGreaterThan(0)
    await page.waitForFunction((since) => performance.now() > since + 600, await page.evaluate(() => performance.now()))
    const before = await shiftsOf(page)
    calls.gate.resolve()
    return before
  }
  let before = await pressAndWait('Show details of Bills')
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await expect(page.getByText('All automated actions of this mailbox are paused in its settings.')).toBeVisible()
  const moved: Record<string, number> = { folder: (await shiftsOf(page)) - before }

  before = await pressAndWait('Configure Forward mail')
  await expect(page.getByRole('button', { name: 'Allow Sending' })).toBeVisible()
  moved['forward'] = (await shiftsOf(page)) - before
  await page.getByRole('button', { name: 'Cancel' }).click()
  before = await pressAndWait('Configure AI agent')
  await expect(page.getByRole('region', { name: 'What runs now' })).toBeVisible()
  moved['agent'] = (await shiftsOf(page)) - before
  expect(moved).toEqual({ folder: expect.closeTo(0, 2), forward: expect.closeTo(0, 2), agent: expect.closeTo(0, 2) })
})
