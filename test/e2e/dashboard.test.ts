import { expect } from '../kit/expect.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { passUntil } from '../kit/page-clock.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { connectMailbox, openProduct, signInOrUp } from '../../scripts/lib/product-client.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox
const password = 'correct horse battery'

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function open(email: string, path: string, prepare: (page: Page) => Promise<void> = async () => undefined) {
  const opened = await browser.open()
  await signedIn(opened.page, app.url, { email, password })
  await prepare(opened.page)
  await opened.page.goto(app.url + path)
  return opened
}

async function newPerson(): Promise<string> {
  const email = `${randomUUID()}@people.example`
  await signInOrUp(await openProduct(app.url), email, password)
  return email
}

test('without a mailbox, shows what is missing and how to continue', async () => {
  const { page, complaints } = await open(await newPerson(), '/dashboard')
  await expect(page.getByText('Not connected', { exact: true })).toBeVisible()
  await expect(page.getByText('Connect mailbox to configure folders', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: "Let's Get Started" })).toBeVisible()
  await expect(page.getByText('0 of 4 done')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Need Help' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Folders' })).toBeDisabled()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Connect Mailbox' }).click()
  await expect(page.getByRole('tab', { name: 'Mailbox' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  // One button connects, where the list will be.
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Refresh', 'Connect New Mailbox'])
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test.each(['/history', '/review'])('the empty list of %s leads to what is left to set up', async (path) => {
  const { page } = await open(await newPerson(), path)
  await page.getByRole('main').getByRole('link', { name: 'Connect Mailbox' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)

  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page: connected } = await open(who.user.email, path)
  await connected.getByRole('link', { name: 'Switch on sorting' }).click()
  await expect(connected.getByRole('switch', { name: 'Enable real-time processing' })).toBeVisible()
})

test('offers to connect a mailbox in place of the folders tab', async () => {
  const { page } = await open(await newPerson(), '/dashboard?tab=folders')
  await expect(page.getByRole('heading', { name: "Let's Get Started" })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('main').getByRole('button', { name: 'Connect Mailbox' }).click()
  await expect(page.getByLabel('Account')).toBeVisible()
})

test('with a mailbox, shows the connection, the number of folders, and the tab in the URL', async () => {
  const { page } = await open(robin.user.email, '/dashboard')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByText(/^\d+ folders configured$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await page.goto(`${app.url}/email-folders`)
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=folders`)
  await expect(page.getByRole('heading', { name: /^Email Folders/ })).toBeVisible()
})

test('falls back to the overview for an unknown tab', async () => {
  const { page } = await open(robin.user.email, '/dashboard?tab=nonsense')
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Mailbox Integration' })).toBeVisible()
})

test('leads from a connected mailbox to the first email, also after a reload', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await open(who.user.email, '/dashboard?tab=mailbox')
  const steps = page.getByRole('region', { name: "Let's Get Started" })
  await expect(steps.getByText('1 of 4 done')).toBeVisible()
  // The switch is in the steps: the list does not send the user elsewhere for it.
  await expect(steps.getByRole('switch', { name: 'Enable real-time processing' })).toBeVisible()
  await expect(page.getByText('Sorting is off.')).toHaveCount(0)
  await steps.getByRole('link', { name: 'Open Folders' }).click()
  await expect(page.getByText('Check the folders below, then switch this on.')).toBeVisible()
  await page.goto(`${app.url}/dashboard`)
  await expect(steps.getByText('2 of 4 done')).toBeVisible()
  await expectNoAxeViolations(page)
  const settings = steps.getByRole('button', { name: 'settings of the mailbox' })
  await settings.click()
  await expect(page.getByRole('dialog', { name: 'Mailbox Settings' }).getByText('Preview only')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toBeFocused()
  await steps.getByRole('switch', { name: 'Enable real-time processing' }).click()
  await expect(steps.getByText('3 of 4 done')).toBeVisible()
  await who.deliver({ subject: 'Hello' })
  const done = page.getByRole('region', { name: 'Your email is being sorted' })
  await expect(done).toContainText('“Hello” is in Inbox.')
  await who.deliver({ subject: 'Hello again' })
  await expect(page.getByText('of 2 that came')).toBeVisible()
  await expect(done).toContainText('“Hello” is in Inbox.')
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(page.getByText('of 2 that came')).toBeVisible()
  await expect(done.or(steps)).toHaveCount(0)
})

test('shows a focus ring on a tab for the keyboard only', async () => {
  const { page } = await open(robin.user.email, '/dashboard')
  const ring = (name: string) => page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).outlineStyle)
  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await expect(page.getByRole('tab', { name: 'Mailbox' })).toBeFocused()
  expect(await ring('Mailbox')).toBe('none')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  expect(await ring('Overview')).toBe('solid')
})

test('does not shift when data arrives', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ displayName: `Folder ${index}` }))
  const who = await connectedMailbox(app, many)
  for (const [width, path, last] of [
    [1440, '/dashboard', /Need Help/],
    [768, '/dashboard', /Need Help/],
    [390, '/dashboard', /Need Help/],
    [1440, '/dashboard?tab=mailbox', /Email from before you connected/],
    [390, '/dashboard?tab=mailbox', /Email from before you connected/],
    [768, '/dashboard?tab=folders', /No processing logs yet/],
    [390, '/dashboard?tab=folders', /No processing logs yet/],
  ] as const) {
    const { page } = await browser.open({ viewport: { width, height: 900 } })
    await signedIn(page, app.url, { email: who.user.email, password })
    await watchShifts(page)
    const gate = Promise.withResolvers<void>()
    await page.route(/\/(rest|functions)\/v1\//u, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(app.url + path)
    await expect(page.getByText('Loading mailboxes...').first()).toBeVisible()
    gate.resolve()
    await expect(page.getByText(last)).toBeVisible()
    expect(await shiftsOf(page), `${path} at ${width}`).toBeLessThan(0.01)
  }
})

test('does not shift when the code of a tab arrives after the data', async () => {
  const { page } = await browser.open({ viewport: { width: 390, height: 900 } })
  await signedIn(page, app.url, { email: robin.user.email, password })
  await watchShifts(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/mailbox-tab-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`${app.url}/dashboard?tab=mailbox`, { waitUntil: 'commit' })
  await expect(page.getByRole('banner').getByRole('button', { name: /^Mailbox: / })).toBeVisible()
  gate.resolve()
  await expect(page.getByText(/^Email from before you connected/)).toBeVisible()
  expect(await shiftsOf(page)).toBe(0)
})

test('remembers the selected one of two mailboxes, and the picker changes it', async () => {
  const email = await newPerson()
  const product = await openProduct(app.url)
  const person = await signInOrUp(product, email, password)
  const addresses = [`a-${randomUUID()}@contoso.example`, `b-${randomUUID()}@contoso.example`] as const
  for (const address of addresses) {
    await app.control('POST', '/control/outlook/mailboxes', { email: address, kind: 'work', folders: [] })
    await connectMailbox(product, person, address)
  }
  const { page } = await open(email, '/dashboard?tab=mailbox')
  const row = (address: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: address })
  await expect(row(addresses[0]).getByText('Current')).toBeVisible()
  await expect(row(addresses[0]).getByText('Active', { exact: true })).toBeVisible()
  await expect(row(addresses[0]).getByRole('heading', { name: 'Primary Mailbox' })).toBeVisible()
  await expect(row(addresses[0])).toContainText(/folders? · Token expires/)

  await row(addresses[1]).getByRole('button', { name: 'Set Active' }).click()
  await expect(row(addresses[1]).getByText('Current')).toBeVisible()
  await page.reload()
  await expect(row(addresses[1]).getByText('Current')).toBeVisible()

  await page.getByRole('button', { name: `Mailbox: ${addresses[1]}` }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('menuitemradio', { name: addresses[0] }).click()
  await expect(row(addresses[0]).getByText('Current')).toBeVisible()
  await page.getByRole('button', { name: `Mailbox: ${addresses[0]}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Add new mailbox' }).press('Enter')
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)

  await row(addresses[0])
    .getByRole('button', { name: /^Disconnect/ })
    .click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('removes all folder settings and stops sorting')
  await expect(dialog).toContainText('cannot be undone')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row(addresses[0])).toBeVisible()

  await row(addresses[0])
    .getByRole('button', { name: /^Disconnect/ })
    .click()
  // Microsoft is called afterwards and its failure is ignored, so only our server can fail.
  await failCalls(page, /mail-authentication$/, { when: (body) => body.includes('disconnect') })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(toast(page, 'Disconnection failed')).toContainText('Failed to disconnect mailbox. Please try again.')

  await row(addresses[0])
    .getByRole('button', { name: /^Disconnect/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(row(addresses[0])).toHaveCount(0)
  await expect(row(addresses[1]).getByText('Current')).toBeVisible()
})

test('reports a failed list with a toast, an error state and a retry', async () => {
  // The list is read only from our database.
  const { page } = await open(robin.user.email, '/dashboard?tab=mailbox', async (page) => {
    await page.clock.install()
    await failCalls(page, /microsoft-graph$/, { times: 4, message: 'The mailboxes are asleep.' })
  })
  await passUntil(toast(page, 'Failed to load mailboxes'))
  await expect(toast(page, 'Failed to load mailboxes')).toContainText('The mailboxes are asleep.')
  await expect(page.getByRole('heading', { name: 'Error Loading Mailboxes' })).toBeVisible()
  await expectNoAxeViolations(page)
  // Neither a new user nor without a mailbox: it is not known.
  for (const name of ['Overview', 'Mailbox']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Error Loading Mailboxes' })).toBeVisible()
    await expect(page.getByText(/Not connected|Connect mailbox|Get Started/)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('main').getByText(robin.email).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused()
})

test('reports a connection that cannot start', async () => {
  // The sign-in URL is built by our server without a call to Microsoft.
  const { page } = await open(robin.user.email, '/dashboard?tab=mailbox')
  await failCalls(page, /mail-authentication$/)
  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await expect(toast(page, 'Connection Error')).toContainText(
    'Failed to connect mailbox. Please try again. Failed to initiate mailbox connection: Internal Server Error',
  )
  await expect(page.getByRole('button', { name: 'Connect New Mailbox' })).toBeEnabled()
})

test('navigates to listed hosts only', async () => {
  const { page } = await open(robin.user.email, '/dashboard?tab=mailbox')
  for (const url of ['https://evil.example/sign-in', 'http://login.microsoftonline.com/', 'javascript:alert(1)']) {
    await page.route('**/functions/v1/mail-authentication', (route) => route.fulfill({ json: { url } }))
    await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
    await expect(toast(page, 'Connection Error').last()).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
    await expect(toast(page, 'Connection Error')).toHaveCount(0)
  }
})

test('confirms a connection only for a mailbox that the server has, on any page', async () => {
  const { page } = await open(robin.user.email, `/account?mailbox_connected=true&mailbox_id=${robin.mailboxId}&email=x`)
  await expect(toast(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
  await expect(page).toHaveURL(`${app.url}/account`)

  await page.goto(`${app.url}/dashboard?mailbox_connected=true&mailbox_id=${randomUUID()}`)
  await expect(toast(page, 'Connection Issue')).toContainText('There was a problem connecting your mailbox.')
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await expect(page.getByText('Mailbox Connected', { exact: true })).toHaveCount(0)
})

test("shows the provider's error as truncated text", async () => {
  const { page, complaints } = await open(
    robin.user.email,
    `/dashboard?error=access_denied&error_details=` +
      encodeURIComponent(`<img src=x onerror=alert(1)>${'long '.repeat(80)}`),
  )
  const shown = toast(page, 'Connection Issue')
  await expect(shown).toContainText('<img src=x onerror=alert(1)>')
  expect((await shown.innerText()).length).toBeLessThan(240)
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  expect(complaints).toEqual([])

  await page.goto(`${app.url}/dashboard?error=mailbox_unavailable`)
  await expect(toast(page, 'Mailbox Unavailable')).toContainText(
    'This mailbox appears to be inactive, soft-deleted, or hosted on-premise.',
  )
})

test('shows at most three toasts', async () => {
  const { page } = await open(robin.user.email, '/dashboard?tab=mailbox')
  await failCalls(page, /mail-authentication$/, { times: 5 })
  const toasts = toast(page, 'Connection Error')
  for (let click = 1; click <= 5; click++) {
    await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
    await expect(toasts).toHaveCount(Math.min(click, 3))
  }
  // Those that newer ones have pushed out do not come back.
  for (const left of [2, 1, 0]) {
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
    await expect(toasts).toHaveCount(left)
  }
})
