import { expect } from '../kit/expect.ts'
import { randomUUID } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { test } from 'vitest'
import type { FoundServers } from '../../contract/functions/mail-authentication.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { passUntil } from '../kit/page-clock.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { holdCalls, holdEvents, navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const imapServers: FoundServers = {
  kind: 'imap',
  imap: { host: 'imap.post.example', port: 993, security: 'tls' },
  smtp: null,
}

test('mailboxes can be read again; a connection is what the server says, and goes to listed hosts only', async () => {
  const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  // The list is read only from our database.
  let connectEvents = (): void => undefined
  const prepare = async (page: Page): Promise<void> => {
    await page.clock.install()
    connectEvents = await holdEvents(page)
    await failCalls(page, /microsoft-graph$/, { times: 4, message: 'The mailboxes are asleep.' })
  }
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=mailbox', { prepare })
  await passUntil(toastIn(page, 'Failed to load mailboxes'))
  await expect(toastIn(page, 'Failed to load mailboxes')).toContainText('The mailboxes are asleep.')
  await expect(page.getByRole('heading', { name: 'Error Loading Mailboxes' })).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('main').getByText(robin.email).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mailboxes', level: 1 })).toBeFocused()
  connectEvents()
  await page.unrouteAll()
  await dismissToast(page, 'Failed to load mailboxes')

  const onMailboxTab = () => expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await navigate(page, `/account?mailbox_connected=true&mailbox_id=${robin.mailboxId}&email=x`)
  // Only for a mailbox that the server has, on any page.
  await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
  await expect(page).toHaveURL(`${app.url}/account`)
  await dismissToast(page, 'Mailbox Connected')
  await navigate(page, `/dashboard?mailbox_connected=true&mailbox_id=${randomUUID()}`)
  await expect(toastIn(page, 'Connection Issue')).toContainText('There was a problem connecting your mailbox.')
  await onMailboxTab()
  await expect(page.getByText('Mailbox Connected', { exact: true })).toHaveCount(0)
  await dismissToast(page, 'Connection Issue')

  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await page.getByLabel('Email address of the mailbox').fill('me@outlook.com')
  const connect = page.getByRole('button', { name: 'Continue', exact: true })
  const failed = toastIn(page, 'Connection Error')
  for (const url of ['https://evil.example/sign-in', 'http://login.microsoftonline.com/', 'javascript:alert(1)']) {
    await page.route('**/functions/v1/mail-authentication', (route) =>
      route.request().postData()?.includes('"authorize"') ? route.fulfill({ json: { url } }) : route.fallback(),
    )
    await connect.click()
    await expect(failed).toBeVisible()
    await onMailboxTab()
    await dismissToast(page, 'Connection Error')
  }
  await page.unrouteAll()

  // Escape gives up what is under way: the page stays where the user goes, whatever the server answers later.
  const release = await holdCalls(page, /\/mail-authentication$/)
  const isAuthorize = (request: Request) => request.postData()?.includes('"authorize"') ?? false
  const [underWay, givenUp] = [page.waitForRequest(isAuthorize), page.waitForEvent('requestfailed', isAuthorize)]
  await page.route('**/functions/v1/mail-authentication', (route) =>
    route.request().postData()?.includes('"find-servers"')
      ? route.fulfill({ json: { kind: 'microsoft' } })
      : route.fallback(),
  )
  await connect.click()
  // Before it is called, nothing would be given up.
  await underWay
  await expect(connect).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await givenUp
  release()
  await expect(page.getByRole('button', { name: 'Connect New Mailbox' })).toBeEnabled()
  await onMailboxTab()
  await page.unrouteAll()

  const signIn = Promise.withResolvers<void>()
  await page.route('**/functions/v1/mail-authentication', async (route) => {
    if (route.request().postData()?.includes('"find-servers"')) return route.fulfill({ json: imapServers })
    await signIn.promise
    return route.fulfill({ json: { success: true, mailboxId: robin.mailboxId } })
  })
  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await page.getByLabel('Email address of the mailbox').fill('robin@post.example')
  await connect.click()
  await page.getByLabel('Password of the mailbox').fill('a password')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Connecting...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await navigate(page, '/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  signIn.resolve()
  await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/account`)
  await page.unrouteAll()
})
