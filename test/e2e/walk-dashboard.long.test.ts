import { expect } from '../kit/expect.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { connectMailbox, openProduct, signInOrUp } from '../../scripts/lib/product-client.ts'
import { failCalls, signedIn, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { pressSignOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { fillLogin } from '../kit/visitors.ts'
import { holdCalls, navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('nothing is claimed about unknown mailboxes; the overview can be read again, and the tabs are links', async () => {
  const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  let isBroken = true
  let release = (): void => undefined
  const prepare = async (page: Page): Promise<void> => {
    await failCalls(page, /microsoft-graph$/, { status: 400, times: Infinity, when: () => isBroken })
    await failCalls(page, /dashboard-overview$/, { status: 400, times: Infinity })
    release = await holdCalls(page, /dashboard-overview$/)
  }
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=mailbox', { prepare })
  const tab = (name: string) => page.getByRole('tab', { name })
  // Neither a new user nor without a mailbox: it is not known.
  for (const name of ['Overview', 'Mailbox']) {
    await tab(name).click()
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Error Loading Mailboxes' })).toBeVisible()
    await expect(page.getByText(/Not connected|Connect mailbox|Get Started/)).toHaveCount(0)
  }
  isBroken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('main').getByText(robin.email).first()).toBeVisible()

  await tab('Overview').click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(page.getByText('Loading the overview...')).toBeAttached()
  release()
  await expect(page.getByRole('heading', { name: 'The overview could not be loaded' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Need Help' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Emails this month' })).toBeVisible()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByText(/^\d+ folders configured$/)).toBeVisible()
  await expect(page.getByText('None has instructions yet')).toBeVisible()

  // A focus ring shows for the keyboard only.
  const ring = (name: string) => tab(name).evaluate((element) => getComputedStyle(element).outlineStyle)
  await tab('Mailbox').click()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await expect(tab('Mailbox')).toBeFocused()
  expect(await ring('Mailbox')).toBe('none')
  await page.keyboard.press('ArrowLeft')
  await expect(tab('Overview')).toBeFocused()
  expect(await ring('Overview')).toBe('solid')

  await navigate(page, '/email-folders')
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=folders`)
  await expect(page.getByRole('heading', { name: /^Email Folders/ })).toBeVisible()
  await navigate(page, '/dashboard?tab=nonsense')
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Mailbox Integration' })).toBeVisible()
})

test('reports why a connection failed, as text, and each failed start', async () => {
  const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openAs(browser, app, robin, '/dashboard')
  const onMailboxTab = () => expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  // The provider's error is truncated text.
  const details = encodeURIComponent(`<img src=x onerror=alert(1)>${'long '.repeat(80)}`)
  await navigate(page, `/dashboard?error=access_denied&error_details=${details}`)
  await expect(toastIn(page, 'Connection Issue')).toContainText('<img src=x onerror=alert(1)>')
  expect((await toastIn(page, 'Connection Issue').innerText()).length).toBeLessThan(240)
  await onMailboxTab()
  await dismissToast(page, 'Connection Issue')
  await navigate(page, '/dashboard?error=mailbox_unavailable')
  await expect(toastIn(page, 'Mailbox Unavailable')).toContainText(
    'This mailbox appears to be inactive, soft-deleted, or hosted on-premise.',
  )
  await onMailboxTab()
  await dismissToast(page, 'Mailbox Unavailable')

  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await page.getByLabel('Email address of the mailbox').fill('me@outlook.com')
  const connect = page.getByRole('button', { name: 'Continue', exact: true })
  const failed = toastIn(page, 'Connection Error')
  // The sign-in URL is built by our server without a call to Microsoft. At most three toasts are shown.
  await failCalls(page, /mail-authentication$/, { times: 5, when: (body) => body.includes('authorize') })
  for (let click = 1; click <= 5; click++) {
    await connect.click()
    await expect(failed).toHaveCount(Math.min(click, 3))
    await expect(failed.last()).toContainText('Failed to connect mailbox. Please try again.')
    await expect(connect).toBeEnabled()
  }
  // Those that newer ones have pushed out do not come back.
  for (const left of [2, 1, 0]) {
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
    await expect(failed).toHaveCount(left)
  }
})

test('remembers the selected one of two mailboxes, and the picker changes it', async () => {
  const account = { email: `${randomUUID()}@people.example`, password: 'correct horse battery' }
  const product = await openProduct(app.url)
  const person = await signInOrUp(product, account.email, account.password)
  const addresses = [`a-${randomUUID()}@contoso.example`, `b-${randomUUID()}@contoso.example`] as const
  for (const address of addresses) {
    await app.control('POST', '/control/outlook/mailboxes', { email: address, kind: 'work', folders: [] })
    await connectMailbox(product, person, address)
  }
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await watchShifts(page)
  const release = await holdCalls(page, /^\/(rest|functions)\/v1\//)
  await page.goto(`${app.url}/dashboard?tab=mailbox`)
  await expect(page.getByText('Loading mailboxes...').first()).toBeVisible()
  release()
  await expect(page.getByText(/Emails from before you connected/)).toBeVisible()
  expect(await shiftsOf(page)).toBeLessThan(0.01)
  const row = (address: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: address })
  await expect(row(addresses[0]).getByText('Current')).toBeVisible()
  await expect(row(addresses[0]).getByText('Active', { exact: true })).toBeVisible()
  await expect(row(addresses[0]).getByRole('heading', { name: 'Primary Mailbox' })).toBeVisible()
  await expect(row(addresses[0])).toContainText(/folders? · Token expires/)

  await row(addresses[1]).getByRole('button', { name: 'Set Active' }).click()
  await expect(row(addresses[1]).getByText('Current')).toBeVisible()
  await page.reload()
  await expect(row(addresses[1]).getByText('Current')).toBeVisible()
  await pressSignOut(page)
  await expect(toastIn(page, 'Signed out successfully')).toBeVisible()
  await fillLogin(page, account)
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await navigate(page, '/dashboard?tab=mailbox')
  await expect(row(addresses[1]).getByText('Current')).toBeVisible()

  await page.getByRole('button', { name: `Mailbox: ${addresses[1]}` }).click()
  await page.getByRole('menuitemradio', { name: addresses[0] }).click()
  await expect(row(addresses[0]).getByText('Current')).toBeVisible()
  await navigate(page, '/account')
  // The heading takes the focus when its screen has come, which would close a menu.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(row(addresses[0])).toHaveCount(0)
  await page.getByRole('button', { name: `Mailbox: ${addresses[0]}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Add new mailbox' }).press('Enter')
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  const connecting = page.getByRole('dialog', { name: 'Connect a mailbox' })
  await expect(connecting).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(connecting).toHaveCount(0)

  const disconnect = row(addresses[0]).getByRole('button', { name: /^Disconnect/ })
  const dialog = page.getByRole('alertdialog')
  await disconnect.click()
  await expect(dialog).toContainText('removes all folder settings and stops sorting')
  await expect(dialog).toContainText('cannot be undone')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row(addresses[0])).toBeVisible()
  await disconnect.click()
  // Microsoft is called afterwards and its failure is ignored, so only our server can fail.
  await failCalls(page, /mail-authentication$/, { when: (body) => body.includes('disconnect') })
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toastIn(page, 'Disconnection failed')).toContainText('Failed to disconnect mailbox. Please try again.')
  await disconnect.click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(row(addresses[0])).toHaveCount(0)
  await expect(row(addresses[1]).getByText('Current')).toBeVisible()
})

test('a return from the provider without an id, or for an unknown address, is what the server says', async () => {
  const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openAs(browser, app, robin, `/dashboard?mailbox_connected=true&email=${robin.email}`)
  const expectReport = async (title: string): Promise<void> => {
    await expect(toastIn(page, title)).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    await dismissToast(page, title)
  }
  await expectReport('Mailbox Connected')
  await navigate(page, '/dashboard?mailbox_connected=true&email=nobody@contoso.example')
  await expectReport('Connection Issue')
  await navigate(page, '/dashboard?mailbox_connected=true')
  await expectReport('Mailbox Connected')
})
