import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { passUntil } from '../kit/page-clock.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { sortedMails } from '../kit/trained-mailbox.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [
    { displayName: 'Invoices' },
    { displayName: 'Travel' },
    { displayName: 'Work', children: [{ displayName: 'Harbour' }] },
  ])
})
afterEach(() => faults())
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** Injects faults into Outlook; without arguments, removes them. */
const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
const rowOf = (page: Page, folder: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: folder }) })

async function open(options: { prepare?: (page: Page) => Promise<void>; width?: number; who?: ConnectedMailbox } = {}) {
  const { prepare, width = 1280, who = robin } = options
  const opened = await browser.open({ viewport: { width, height: 900 } })
  await signedIn(opened.page, app.url, { email: who.user.email, password: 'correct horse battery' })
  await prepare?.(opened.page)
  await opened.page.goto(`${app.url}/dashboard?tab=folders`)
  return opened
}

test('lists folders with their switches and details', async () => {
  const { page, complaints } = await open()
  await expect(rowOf(page, 'Invoices')).toBeVisible()
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.slice(1)).toEqual(['Folder Name', 'Instructions', 'Active', 'Include in AI', 'Actions'])
  await expect(rowOf(page, 'Harbour')).toContainText('in Work')
  await expect(page.getByRole('heading', { name: 'Connection Status' })).toBeVisible()
  await expect(page.getByRole('main').getByText(robin.mailboxId)).toBeVisible()
  await expect(page.getByRole('main').getByText(robin.email)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('explains the switches in their headings; the tooltip of a neighbour shows at once', async () => {
  const { page } = await open({ prepare: (page) => page.clock.install() })
  const heading = (name: string) => page.getByRole('columnheader', { name }).getByRole('button')
  const tooltip = page.getByRole('tooltip')
  await expect(heading('Active')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await heading('Active').hover()
  await page.clock.runFor(699)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tooltip).toContainText('no email is sorted into this folder')
  await heading('Include in AI').hover()
  await expect(tooltip).toContainText('the sorter does not consider this folder')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
  await page.getByRole('heading', { name: 'Dashboard' }).hover()
  await page.clock.runFor(300)
  await heading('Active').hover()
  await expect(tooltip).toHaveCount(0)
})

test('saves a switch, and reverts it with a message on failure', async () => {
  const { page } = await open()
  const active = page.getByRole('switch', { name: 'Active: Travel' })
  await expect(active).toBeChecked()
  await active.press('Space')
  await expect(active).not.toBeChecked()
  await expect(active).toBeEnabled()
  await page.reload()
  await expect(active).not.toBeChecked()

  // A switch is a row of our database, so no Graph call can fail.
  await failCalls(page, /\/rest\/v1\/email_folders/, { when: (body) => body !== '' })
  const included = page.getByRole('switch', { name: 'Include in AI: Travel' })
  await included.click()
  await expect(toastIn(page, 'Update Failed')).toContainText('Failed to update folder settings. Please try again.')
  await expect(included).toBeChecked()
})

test('edits instructions in the row by keyboard: unsaved text is kept, the focus returns', async () => {
  const { page } = await open()
  const edit = page.getByRole('button', { name: 'Edit instructions of Invoices' })
  await edit.press('Enter')
  const field = page.getByRole('textbox', { name: 'Instructions for Invoices' })
  await page.keyboard.type('not yet')
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await expect(rowOf(page, 'Invoices')).toContainText('No instructions')
  await expect(rowOf(page, 'Invoices')).toContainText('Unsaved draft')
  await page.reload()
  await edit.press('Enter')
  await expect(field).toHaveValue('not yet')
  await expect(page.getByText('Your unsaved text from before. Cancel discards it.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel editing' }).press('Enter')
  await expect(rowOf(page, 'Invoices')).not.toContainText('Unsaved draft')

  await edit.press('Enter')
  await page.keyboard.type('Bills')
  await page.keyboard.press('Enter')
  await page.keyboard.type('from suppliers')
  await expect(field).toHaveValue('Bills\nfrom suppliers')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Control+Enter')
  await expect(rowOf(page, 'Invoices')).toContainText('Bills from suppliers')
  await expect(edit).toBeFocused()
})

test('edits instructions in the card of an open row; a failed save keeps the text', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Show details of Travel' }).click()
  await expect(
    page.getByText('No instructions added. Click Edit to add instructions for how emails should be sorted.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Automated Actions' })).toBeVisible()
  await expect(page.getByText('No actions run for this folder.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Folder instructions for Travel' })
  await field.fill('Trains\nand hotels')
  await failCalls(page, /\/rest\/v1\/email_folders/, { when: (body) => body !== '' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(field).toHaveValue('Trains\nand hotels')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(field).toHaveCount(0)
  // The cursor is at the end of the text.
  await page.getByRole('button', { name: 'Edit instructions of Travel' }).press('Enter')
  await page.keyboard.type('!')
  await expect(page.getByRole('textbox', { name: 'Instructions for Travel' })).toHaveValue('Trains\nand hotels!')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Trains and hotels').last()).toBeVisible()
  await expectNoAxeViolations(page)
})

test('creates a folder in Outlook; refuses an empty and a taken name', async () => {
  const { page, complaints } = await open()
  await page.getByRole('button', { name: 'Create Folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  const create = dialog.getByRole('button', { name: 'Create Folder' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Folder Name').fill('   ')
  await create.click()
  await expect(toastIn(page, 'Folder name required')).toContainText('Please enter a name for the folder.')
  const nameField = dialog.getByLabel('Folder Name')
  await expect(nameField).toHaveAccessibleDescription('Please enter a name for the folder.')
  await expectNoAxeViolations(page)

  await dialog.getByLabel('Folder Name').fill('Travel')
  await create.click()
  await expect(toastIn(page, 'Failed to create folder')).toContainText('A folder with this name already exists.')
  // The toast disappears, the reason stays.
  await expect(nameField).toHaveAccessibleDescription('A folder with this name already exists.')
  await expect(nameField).toBeFocused()

  await dialog.getByLabel('Folder Name').fill('Gardening')
  await dialog.getByLabel('Folder Name').press('Enter')
  await expect(toastIn(page, 'Folder created')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // The new folder asks for its instructions.
  await expect(page.getByLabel('Instructions for Gardening')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Gardening')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit instructions of Gardening' })).toBeFocused()
  expect(complaints).toEqual([])
})

test('keeps a folder that Outlook cannot create yet as custom, and explains it', async () => {
  await faults({ service: 'graph', method: 'POST', path: 'mailFolders', status: 503 })
  const { page } = await open()
  await page.getByRole('button', { name: 'Create Folder' }).click()
  await page.getByLabel('Folder Name').fill('Later')
  await page.getByLabel('Folder Name').press('Enter')
  const badge = rowOf(page, 'Later').getByRole('button', { name: 'Custom' })
  await expect(badge).toBeVisible()
  await badge.focus()
  await expect(page.getByRole('tooltip')).toContainText('This folder exists only in our system and not in your mailbox')
  await expectNoAxeViolations(page)
})

test('reports a running sync, its result, and its failure', async () => {
  const { page } = await open()
  const gate = Promise.withResolvers<void>()
  await page.route('**/functions/v1/mail-graph', async (route) => {
    if (route.request().postData()?.includes('sync-folders')) await gate.promise
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Sync Folders' }).click()
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  gate.resolve()
  await expect(page.getByRole('button', { name: 'Sync Folders' })).toBeEnabled()

  const failed = toastIn(page, 'Folder Sync Failed')
  for (const fault of [{ status: 503 }, { status: 403 }, { drop: true }]) {
    await faults({ service: 'graph', path: 'mailFolders', ...fault })
    await page.getByRole('button', { name: 'Sync Folders' }).click()
    await expect(failed).toContainText('Failed to sync email folders. Please try again.')
    await failed.getByRole('button', { name: 'Dismiss' }).click()
    await expect(failed).toHaveCount(0)
  }
})

test('switches real-time processing in both places at once', async () => {
  const { page } = await open()
  const realTime = page.getByRole('switch', { name: 'Enable real-time processing' })
  const notifications = page.getByRole('switch', { name: 'Email Notifications' })
  await expect(realTime).toBeEnabled()
  await expect(realTime).not.toBeChecked()

  await faults({ service: 'graph', method: 'POST', path: 'subscriptions', status: 503 })
  await realTime.click()
  await expect(toastIn(page, 'Failed to enable real-time processing')).toContainText(
    'Could not set up email notifications.',
  )
  await expect(realTime).not.toBeChecked()
  await faults({ service: 'graph', method: 'POST', path: 'subscriptions', drop: true })
  await notifications.click()
  await expect(toastIn(page, 'Failed to enable notifications')).toContainText('Could not set up email notifications.')
  await expect(notifications).not.toBeChecked()
  await faults()

  // After repeated failures the mailbox waits, and so do all of them where several have failed.
  await app.advance('61 s')
  // Microsoft cannot reach this address.
  await app.control('PUT', '/control/config', { loopbackHttp: false })
  await realTime.click()
  const polled = toastIn(page, 'Real-time processing enabled')
  await expect(polled).toContainText('The mailbox is checked for new email every minute.')
  await expect(page.getByText('New email is sorted once a minute.')).toBeVisible()
  await polled.getByRole('button', { name: 'Dismiss' }).click()
  await app.control('PUT', '/control/config', { loopbackHttp: true })
  await realTime.click()
  await toastIn(page, 'Real-time processing disabled').getByRole('button', { name: 'Dismiss' }).click()
  await realTime.click()
  await expect(toastIn(page, 'Real-time processing enabled')).toContainText(
    "You'll now receive notifications for new emails.",
  )
  await expect(realTime).toBeChecked()
  await expect(notifications).toBeChecked()
  await page.reload()
  await expect(realTime).toBeChecked()

  // Switching off never depends on Microsoft, so only our server can fail.
  await failCalls(page, /mail-webhook-management$/, { times: 2, when: (body) => body.includes('unsubscribe') })
  await notifications.click()
  await expect(toastIn(page, 'Failed to disable notifications')).toContainText('Could not disable email notifications.')
  await expect(notifications).toBeChecked()
  await realTime.click()
  await expect(toastIn(page, 'Failed to disable real-time processing')).toContainText(
    'Could not disable email notifications.',
  )
  await faults({ service: 'graph', path: '', status: 503 })
  await realTime.click()
  await expect(toastIn(page, 'Real-time processing disabled')).toBeVisible()
  await expect(notifications).not.toBeChecked()
})

test('shows a sorted email live: subject, sender, folder, confidence; its text is no markup', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  const { page, complaints } = await open({ who })
  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()
  const below = page.getByRole('heading', { name: 'Connection Status' })
  const place = await below.boundingBox()
  await who.deliver({ subject: '<b>Hello</b>\u202Etxt.exe', from: 'ana@friends.example', fromName: 'Ana' })
  const entry = page.getByRole('list', { name: 'Last processed emails' }).getByRole('listitem').first()
  await expect(entry).toContainText(/<b>Hello<\/b> ?txt\.exe/)
  await expect(entry).toContainText('Ana')
  await expect(entry).toContainText(/\d+%|Left in the inbox/)
  await who.deliver({ subject: '', from: 'ana@friends.example' })
  await expect(page.getByText('No subject')).toBeVisible()
  // The space for the history is reserved, whether there is one yet or not.
  expect(await below.boundingBox()).toEqual(place)
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('reports a reached monthly limit in the history with a link', async () => {
  const { page } = await open({
    prepare: async (page) => {
      await page.route('**/rest/v1/email_processing_logs*', (route) =>
        route.fulfill({
          headers: { 'content-range': '0-0/1' },
          json: [
            {
              id: '0198f0c0-0000-7000-8000-000000000001',
              mailbox_id: robin.mailboxId,
              processed_at: app.clock.now().toISOString(),
              status: 'limit_reached',
              target_folder_id: null,
              subject: 'One too many',
              from_address: 'ana@friends.example',
              from_name: 'Ana',
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
            },
          ],
        }),
      )
    },
  })
  await expect(page.getByText('One too many')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'See your plan' }).click()
  await expect(page).toHaveURL(`${app.url}/subscription`)
})

test('refreshes the token by hand, and reports a failure', async () => {
  const { page } = await open()
  await expect(page.getByText('Token expires')).toBeVisible()
  await faults({ service: 'entra', path: 'token', status: 503 })
  await page.getByRole('button', { name: 'Refresh Token' }).click()
  await expect(toastIn(page, 'Error refreshing token')).toContainText('Failed to refresh mailbox token.')
  await faults()
  const answered = page.waitForResponse('**/functions/v1/mail-authentication')
  await page.getByRole('button', { name: 'Refresh Token' }).click()
  expect((await answered).status()).toBe(200)
})

test('refreshes an expiring token automatically', async () => {
  const soon = new Date(app.clock.now().getTime() + 4 * 60_000).toISOString()
  const refreshed = Promise.withResolvers<string>()
  await open({
    prepare: async (page) => {
      await page.route('**/functions/v1/microsoft-graph', async (route) => {
        const answer = await route.fetch()
        const list: unknown = await answer.json()
        const text = JSON.stringify(list).replace(/"expires_at":"[^"]*"/gu, `"expires_at":"${soon}"`)
        await route.fulfill({ response: answer, body: text })
      })
      page.on('request', (request) => {
        const body = request.postData() ?? ''
        if (request.url().endsWith('mail-authentication') && body.includes('refresh')) refreshed.resolve(body)
      })
    },
  })
  expect(await refreshed.promise).toContain(robin.mailboxId)
})

test('reports folders and a history that cannot be read', async () => {
  // Both are read only from our database.
  const broken = new Set(['email_folders', 'email_processing_logs'])
  const { page } = await open({
    prepare: async (page) => {
      await page.clock.install()
      for (const table of broken) {
        const when = (): boolean => broken.has(table)
        await failCalls(page, new RegExp(`/rest/v1/${table}`), { times: Infinity, when })
      }
    },
  })
  await passUntil(toastIn(page, 'Failed to load folders'))
  await expect(toastIn(page, 'Failed to load folders')).toContainText(
    'There was an error loading your email folders. Please try again.',
  )
  await expect(toastIn(page, 'Failed to load processing logs')).toBeVisible()
  await expectNoAxeViolations(page)
  broken.delete('email_folders')
  await page.getByRole('button', { name: 'Try Again' }).first().click()
  await expect(rowOf(page, 'Invoices')).toBeVisible()
  broken.clear()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'The history is not available right now' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Processing History' })).toBeFocused()
})

test('treats an unreadable status as not connected', async () => {
  // Neither the status nor the sign-in URL needs a call to Microsoft, so our server fails.
  const { page } = await open({
    prepare: async (page) => {
      await page.clock.install()
      await failCalls(page, /mail-graph$/, { times: 4, when: (body) => body.includes('status') })
    },
  })
  await passUntil(toastIn(page, 'Failed to load mailbox status.'))
  await expect(page.getByRole('heading', { name: 'Connect Your Mailbox' })).toBeVisible()
  await failCalls(page, /mail-authentication$/)
  await page.getByRole('button', { name: 'Connect Mailbox' }).click()
  await expect(toastIn(page, 'Connection failed')).toContainText('Failed to connect mailbox. Please try again.')
})

test('offers to read the folders of a mailbox that failed at first', async () => {
  await faults({ service: 'graph', path: 'mailFolders\\?', status: 503 })
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await open({ who })
  await expect(page.getByRole('heading', { name: 'No Folders Found' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Sync with Mailbox' }).click()
  await expect(toastIn(page, 'Sync failed')).toContainText('Failed to sync email folders. Please try again.')
  await faults()
  await page.getByRole('button', { name: 'Sync with Mailbox' }).click()
  await expect(rowOf(page, 'Invoices')).toBeVisible()
})

test('fits a phone, with instructions edited in the card', async () => {
  const { page } = await open({ width: 390 })
  await page.getByRole('button', { name: 'Edit instructions of Work/Harbour' }).click()
  const field = page.getByRole('textbox', { name: 'Folder instructions for Harbour' })
  await expect(field).toBeFocused()
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)
  await field.fill('Ships')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Harbour')).toContainText('Ships')
  const active = page.getByRole('switch', { name: 'Active: Work/Harbour' })
  await active.click()
  await expect(rowOf(page, 'Harbour')).toContainText('Not active')
  await active.click()
  await expect(rowOf(page, 'Harbour')).not.toContainText('Not active')

  // Turned while editing in the row, which is too narrow then.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.getByRole('button', { name: 'Edit instructions of Work/Harbour' }).click()
  await page.getByRole('textbox', { name: 'Instructions for Harbour', exact: true }).fill('Boats')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(field).toHaveValue('Boats')
})

test('shows folders read-only while the mailbox must be connected again', async () => {
  const { page } = await open({
    prepare: async (page) => {
      await page.route(/\/functions\/v1\/(microsoft|mail)-graph$/u, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replaceAll('"active"', '"reauth_required"'),
        })
      })
    },
  })
  await expect(page.getByRole('switch', { name: 'Active: Invoices' })).toBeDisabled()
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Edit instructions/ })).toHaveCount(0)
  await expect(page.getByText('Needs a new sign-in').first()).toBeVisible()
  // What Microsoft would refuse is not offered.
  for (const name of ['Create Folder', 'Sync Folders']) await expect(page.getByRole('button', { name })).toBeDisabled()
  for (const name of ['Enable real-time processing', 'Email Notifications'])
    await expect(page.getByRole('switch', { name })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeEnabled()
  await page.getByRole('button', { name: 'Show details of Archive' }).click()
  await expect(page.getByRole('heading', { name: 'Folder Instructions' })).toBeVisible()
  await expect(page.getByText('Click Edit')).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('reads what changed before live events were connected', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  const sorted = Promise.withResolvers<void>()
  const { page } = await open({
    who,
    prepare: async (page) => {
      await page.route('**/api/events', async (route) => {
        await sorted.promise
        await route.fallback()
      })
    },
  })
  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()
  await who.deliver({ subject: 'Sent before the connection', from: 'ana@friends.example' })
  await sortedMails(app, who, 1)
  sorted.resolve()
  await expect(page.getByText('Sent before the connection')).toBeVisible()
})

test('reconnects live events and reads what it missed', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  let tries = 0
  const { page } = await open({
    who,
    prepare: async (page) => {
      await page.route('**/api/events', (route) => {
        tries += 1
        if (tries === 1) return route.fulfill({ contentType: 'text/event-stream', body: ': connected\n\n' })
        return tries === 2 ? route.abort() : route.continue()
      })
    },
  })
  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()
  await who.deliver({ subject: 'Sent while nobody listened', from: 'ana@friends.example' })
  await expect(page.getByText('Sent while nobody listened')).toBeVisible()
  expect(tries).toBeGreaterThan(1)
})
