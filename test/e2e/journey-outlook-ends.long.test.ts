import { expect } from '../kit/expect.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'vitest'
import { openProduct, signInOrUp } from '../../scripts/lib/product-client.ts'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { chooseMicrosoft, decideAtMicrosoft } from '../kit/microsoft-sign-in.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

/** Graph or Microsoft's sign-in refuses what our server requests: the page says why, and what to do. */
const app = await appOfPages()
const browser = await browserOfFile()

afterEach(() => app.faults())

test('reports a mailbox that cannot be connected, until one is', async () => {
  const account = { email: `${randomUUID()}@people.example`, password: 'correct horse battery' }
  await signInOrUp(await openProduct(app.url), account.email, account.password)
  const address = `${randomUUID()}@contoso.example`
  const inactive = `${randomUUID()}@contoso.example`
  for (const [email, kind] of [
    [address, 'work'],
    [inactive, 'inactive'],
  ])
    await app.control('POST', '/control/outlook/mailboxes', { email, kind, folders: [] })
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/dashboard?tab=mailbox`)
  const connect = page.getByRole('button', { name: 'Connect New Mailbox' })
  const expectNone = async (): Promise<void> => {
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  }

  await connect.click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, inactive)
  await expect(toastIn(page, 'Mailbox Unavailable')).toContainText(
    'This mailbox appears to be inactive, soft-deleted, or hosted on-premise. Microsoft 365 mailboxes that are ' +
      'inactive or hosted on-premise cannot be fully connected. ' +
      'Please verify the mailbox is active in your Microsoft 365 admin center.',
  )
  await expectNone()
  await connect.click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, address, 'deny')
  await expect(toastIn(page, 'Connection Issue')).toContainText('You denied access to your account')
  await expectNone()
  await app.faults({ service: 'graph', path: '', status: 403 })
  await connect.click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, address)
  await expect(toastIn(page, 'Connection Issue')).toContainText('The mailbox refused the request.')
  await expectNone()
  await app.faults()
  await connect.click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, address)
  await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
  await expect(page.getByRole('main').getByText(address).first()).toBeVisible()
})
