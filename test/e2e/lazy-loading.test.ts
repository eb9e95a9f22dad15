import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile, signedIn } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox, sortNewMail } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { failDownloads } from '../kit/walk.ts'

/** What pages load at once, and parts that are loaded on demand and fail to load. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

test('a tab or a dialog that cannot be loaded is reported, and opens after a reload', async () => {
  const { page } = await openAs(browser, app, robin, '/dashboard')
  const folders = page.getByRole('tab', { name: 'Folders' })
  await expect(folders).toBeEnabled()
  let { restore } = await failDownloads(page)
  await folders.click()
  // Not one of the overview, whose parts may be loading.
  const failure = page.getByRole('tabpanel', { name: 'Folders' }).getByRole('alert')
  await expect(failure).toContainText('This could not be loaded. Reload the page to try again.')
  await restore()
  await failure.getByRole('button', { name: 'Reload Page' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Show details of Invoices' })).toBeVisible()

  const create = page.getByRole('button', { name: 'Create Folder' })
  await expect(create).toBeVisible()
  ;({ restore } = await failDownloads(page))
  await create.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(create).toBeFocused()
  await restore()
  // The toast goes at once; a press before the page is another one would open nothing.
  const reloaded = page.waitForEvent('load')
  await toastIn(page, 'Connection Error').getByRole('button', { name: 'Reload Page' }).press('Enter')
  await reloaded
  await expect(toastIn(page, 'Connection Error')).toHaveCount(0)
  await create.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Create New Folder' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(create).toBeFocused()
})

test('a first visit to the folders makes at most twelve requests', async () => {
  await sortNewMail(app, robin)
  await robin.deliver({ subject: 'Your invoice' })
  const { page } = await browser.open({ firstVisit: true })
  await signedIn(page, app.url, { email: robin.user.email, password: 'correct horse battery' })
  await page.clock.install()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await expect.poll(async () => (await robin.rows<object[]>('email_processing_logs?select=id')).length).toBe(1)
  // The page reads again what events of the last seconds concern.
  await app.advance('6 s')
  await page.goto(`${app.url}/dashboard?tab=folders`)
  await expect(page.getByRole('button', { name: 'Show details of Invoices' })).toBeVisible()
  await expect(page.getByText('Your invoice')).toBeVisible()
  await page.clock.runFor(3000)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(12)
})
