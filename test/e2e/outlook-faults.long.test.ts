import { expect } from '../kit/expect.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterEach, test } from 'vitest'
import { openProduct, signInOrUp } from '../../scripts/lib/product-client.ts'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfFile } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { chooseMicrosoft } from '../kit/microsoft-sign-in.ts'

/** Graph or Microsoft's sign-in fails in each way behind our server: the page shows the error text of each. */

const app = await appOfFile({ workers: true })
const browser = await browserOfFile()

afterEach(() => faults())

/** Injects faults into Microsoft's services; without arguments, removes them. */
const faults = (...list: object[]) => app.control('PUT', '/control/faults', list)
const addressFor = async (kind: string): Promise<string> => {
  const email = `${randomUUID()}@contoso.example`
  await app.control('POST', '/control/outlook/mailboxes', { email, kind, folders: [] })
  return email
}

/** The Mailbox tab of a user without a mailbox. */
async function openEmpty(): Promise<Page> {
  const account = { email: `${randomUUID()}@people.example`, password: 'correct horse battery' }
  await signInOrUp(await openProduct(app.url), account.email, account.password)
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/dashboard?tab=mailbox`)
  return page
}

async function walkThroughSignIn(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await chooseMicrosoft(page)
  await page.locator('[name=account]').fill(address)
  await page.locator('[name=decision][value=accept]').click()
}

test.for(['inactive', 'soft-deleted', 'on-premise'])(
  'a mailbox that is %s is reported as unavailable',
  async (kind) => {
    const page = await openEmpty()
    await walkThroughSignIn(page, await addressFor(kind))
    await expect(toastIn(page, 'Mailbox Unavailable')).toContainText(
      'This mailbox appears to be inactive, soft-deleted, or hosted on-premise. Microsoft 365 mailboxes that are ' +
        'inactive or hosted ' +
        'on-premise cannot be fully connected. Please verify the mailbox is active in your Microsoft 365 admin center.',
    )
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  },
)

test.for([
  ['Entra is down', { service: 'entra', path: 'token', status: 503 }, 'The mailbox does not respond right now.'],
  ['Entra drops the line', { service: 'entra', path: 'token', drop: true }, 'The mailbox does not respond right now.'],
  ['Outlook is down', { service: 'graph', path: '', status: 503 }, 'The mailbox does not respond right now.'],
  ['Outlook is busy', { service: 'graph', path: '', status: 429, retryAfter: 1 }, 'The mailbox asks us to wait.'],
  ['Outlook refuses', { service: 'graph', path: '', status: 403 }, 'The mailbox refused the request.'],
] as const)('%s on the return is a connection issue, and the next attempt works', async ([, fault, words]) => {
  const page = await openEmpty()
  const address = await addressFor('work')
  // Jobs of earlier mailboxes may still run: failures of several would open the circuit breaker.
  await faults({ ...fault, ...(fault.service === 'graph' && { mailbox: address }) })
  await walkThroughSignIn(page, address)
  await expect(toastIn(page, 'Connection Issue')).toContainText(words)
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  await faults()
  await walkThroughSignIn(page, address)
  await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
  await expect(page.getByRole('main').getByText(address).first()).toBeVisible()
})

test('does not wait for Outlook without limit', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders')
  await faults({ service: 'graph', path: 'mailFolders', action: 'hang' })
  await page.getByRole('button', { name: 'Sync Folders' }).click()
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  await expect(toastIn(page, 'Folder Sync Failed')).toContainText('Failed to sync email folders. Please try again.')
  await expect(page.getByRole('button', { name: 'Sync Folders' })).toBeEnabled()
})
