import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs, rowOf } from '../kit/folders-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { passUntil } from '../kit/page-clock.ts'
import type { ProcessingLog } from '../../contract/tables.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { sortedMails } from '../kit/trained-mailbox.ts'
import { chooseMicrosoft } from '../kit/microsoft-sign-in.ts'
import { holdEvents } from '../kit/walk.ts'

/** What the folders, their history and the mailbox show while they cannot be read, are empty, or change. */

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const open = (who: ConnectedMailbox, prepare: (page: Page) => Promise<void>) =>
  openAs(browser, app, who, '/dashboard?tab=folders', { prepare })

test('reports folders, a history and a status that cannot be read; explains the switches', async () => {
  const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  // Both are read only from our database.
  const broken = new Set(['email_folders', 'email_processing_logs'])
  let connectEvents = (): void => undefined
  const { page } = await open(robin, async (opened) => {
    await opened.clock.install()
    connectEvents = await holdEvents(opened)
    for (const table of broken) {
      const when = (): boolean => broken.has(table)
      await failCalls(opened, new RegExp(`/rest/v1/${table}`), { times: Infinity, when })
    }
  })
  await passUntil(toastIn(page, 'Failed to load folders'))
  await expect(toastIn(page, 'Failed to load folders')).toContainText(
    'There was an error loading your email folders. Please try again.',
  )
  await expect(toastIn(page, 'Failed to load processing logs')).toBeVisible()
  broken.delete('email_folders')
  await page.getByRole('button', { name: 'Try Again' }).first().click()
  await expect(rowOf(page, 'Invoices')).toBeVisible()
  broken.clear()
  await page.route('**/rest/v1/email_processing_logs*', (route) =>
    route.fulfill({ headers: { 'content-range': '0-0/1' }, json: [logAtLimit(robin)] }),
  )
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'The history is not available right now' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Processing History' })).toBeFocused()

  const heading = (name: string) => page.getByRole('columnheader', { name }).getByRole('button')
  const tooltip = page.getByRole('tooltip')
  // Far enough ahead for a busy machine, on which the page's time goes on until it stops.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await heading('Active').hover()
  await page.clock.runFor(699)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tooltip).toContainText('no emails are sorted into this folder')
  await heading('Include in AI').hover()
  await expect(tooltip).toContainText('this folder is not considered')
  // At the lower edge of a resized window it is above its trigger.
  const { bottom } = await heading('Include in AI').evaluate((element) => element.getBoundingClientRect().toJSON())
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ ...size, height: bottom + 20 })
  await expect(tooltip).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(size)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(300)
  await heading('Active').hover()
  await expect(tooltip).toHaveCount(0)
  await page.clock.resume()

  // A reached limit leads to the plan.
  await expect(page.getByText('One too many')).toBeVisible()
  await page.getByRole('link', { name: 'See plans' }).first().click()
  await expect(page).toHaveURL(`${app.url}/subscription`)

  // Neither the status nor the sign-in URL needs a call to Microsoft, so our server fails.
  connectEvents()
  await page.unrouteAll({ behavior: 'wait' })
  connectEvents = await holdEvents(page)
  await failCalls(page, /mail-graph$/, { times: 4, when: (body) => body.includes('status') })
  await page.goto(`${app.url}/dashboard?tab=folders`)
  await passUntil(toastIn(page, 'Failed to load mailbox status.'))
  await expect(page.getByRole('heading', { name: 'Connect Your Mailbox' })).toBeVisible()
  await failCalls(page, /mail-authentication$/, { when: (body) => body.includes('authorize') })
  await page.getByRole('button', { name: 'Connect Mailbox' }).click()
  await chooseMicrosoft(page)
  await expect(toastIn(page, 'Connection Error')).toContainText('Failed to connect mailbox. Please try again.')
  connectEvents()
})

test('shows folders once they can be read, and email sorted before, while and after the page listens', async () => {
  await app.faults({ service: 'graph', path: 'mailFolders\\?', status: 503 })
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const release = Promise.withResolvers<void>()
  const { page } = await open(who, async (opened) => {
    await opened.route('**/api/events', async (route) => {
      await release.promise
      await route.fallback()
    })
  })
  await expect(page.getByRole('heading', { name: 'No Folders Found' })).toBeVisible()
  const sync = page.getByRole('button', { name: 'Sync with Mailbox' })
  await sync.click()
  await expect(toastIn(page, 'Sync failed')).toContainText('Failed to sync email folders. Please try again.')
  await app.faults()
  // Ends the pause of the mailbox. Until it responds it makes one call at a time, and one of a job may come first.
  await app.advance('16 min')
  const subscribe = () => who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  await expect(subscribe).toPass()
  await sync.click()
  await expect(rowOf(page, 'Invoices')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()
  const below = page.getByRole('heading', { name: 'Connection Status' })
  const place = await below.boundingBox()
  await who.deliver({ subject: 'Sent before the connection', from: 'ana@friends.example' })
  await sortedMails(app, who, 1)
  release.resolve()
  const history = page.getByRole('list', { name: 'Last processed emails' })
  await expect(history.getByRole('listitem')).toContainText(['Sent before the connection'])

  await who.deliver({ subject: '<b>Hello</b>\u202Etxt.exe', from: 'ana@friends.example', fromName: 'Ana' })
  const entry = history.getByRole('listitem').first()
  await expect(entry).toContainText(/<b>Hello<\/b> ?txt\.exe/)
  await expect(entry).toContainText('Ana')
  await expect(entry).toContainText(/\d+%|Left in the inbox/)
  await who.deliver({ subject: '', from: 'ana@friends.example' })
  await expect(page.getByText('No subject')).toBeVisible()
  // The space for the history is reserved, whether there is one yet or not.
  expect(await below.boundingBox()).toEqual(place)
})

const logAtLimit = ({ mailboxId }: ConnectedMailbox): ProcessingLog => ({
  id: '0198f0c0-0000-7000-8000-000000000001',
  mailbox_id: mailboxId,
  message_id: 'one-too-many',
  processed_at: app.clock.now().toISOString(),
  status: 'limit_reached',
  target_folder_id: null,
  stays_in_inbox: false,
  subject: 'One too many',
  from_address: 'ana@friends.example',
  from_name: 'Ana',
  list_id: null,
  email_kind: null,
  classification_confidence: null,
  decided_by: null,
  decision_basis: null,
  reason: 'limit',
  explanation: null,
  evidence: [],
  runner_up_folder_id: null,
  runner_up_confidence: null,
  second_choice_folder_id: null,
  corrected_at: null,
  corrected_from_folder_id: null,
  file_at: null,
  file_once_read: false,
  before_correction: null,
})
