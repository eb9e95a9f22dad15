import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { actingMailbox, type ActingMailbox } from '../kit/acting-mailbox.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { confirmationLinkIn, pressConfirm, pressRevoke } from '../kit/forward-address.ts'
import { emailsTo, lastEmailTo } from '../kit/outbox.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const form = (page: Page) => page.getByRole('dialog', { name: 'Configure Forward mail' })
const actions = (page: Page) => page.getByRole('region', { name: 'Automated Actions of Bills' })
const folders = (acting: ActingMailbox, options: Parameters<typeof openAs>[4] = {}) =>
  openAs(browser, app, acting.mailbox, '/dashboard?tab=folders', options)

async function openForward(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show details of Bills' }).click()
  await page.getByRole('button', { name: 'Configure Forward mail' }).click()
}
const forwarding = async (address = newEmail()) => {
  const acting = await actingMailbox(app, ['forward_mail'])
  await acting.configure('forward_mail', { destination_email: address })
  return { acting, address }
}

test('requests confirmation of an address on save and by a button, and shows it once confirmed', async () => {
  const acting = await actingMailbox(app, ['forward_mail'])
  const address = newEmail()
  const { page, complaints } = await folders(acting)
  await openForward(page)
  await expect(form(page).getByText('Not confirmed')).toHaveCount(0)
  await form(page).getByLabel('Destination email').fill(`  ${address.toUpperCase()}`)
  await form(page).getByRole('button', { name: 'Save configuration' }).click()
  await expect(toastIn(page, 'Configuration saved')).toBeVisible()
  await expect(actions(page)).toContainText(`To ${address.toUpperCase()}`)
  await expect(actions(page)).toContainText('Not confirmed')

  await page.getByRole('button', { name: 'Configure Forward mail' }).click()
  await expect(form(page).getByText(/A link was sent to this address\. Nothing is forwarded until/)).toBeVisible()
  await expectNoAxeViolations(page)
  const again = form(page).getByRole('button', { name: 'Send Link Again' })
  await again.press('Enter')
  await expect(toastIn(page, 'Failed to send the link')).toContainText('Please wait a moment')
  await app.advance('61 s')
  await again.press('Enter')
  await expect(toastIn(page, 'Link sent')).toContainText('Open the link in that mailbox to confirm the address.')
  await expect(again).toBeFocused()

  // The second link replaced the first.
  await expect.poll(async () => (await emailsTo(app, address)).length).toBe(2)
  expect(await pressConfirm(confirmationLinkIn(await lastEmailTo(app, address)))).toMatchObject([
    200,
    expect.anything(),
  ])
  await expect(form(page).getByText('Email may be forwarded there.')).toBeVisible()
  await expect(again).toHaveCount(0)
  await form(page).getByLabel('Destination email').press('End')
  await form(page).getByLabel('Destination email').press('x')
  await expect(form(page).getByText('Confirmed', { exact: true })).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(actions(page).getByText('Confirmed', { exact: true })).toBeVisible()

  // The recipient can revoke at any time.
  await pressRevoke(confirmationLinkIn(await lastEmailTo(app, address)))
  await expect(actions(page).getByText('Ended', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Configure Forward mail' }).click()
  await expect(form(page).getByText('The recipient has stopped the forwarding.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: /^Send Link/ })).toHaveCount(0)
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('asks for a recent sign-in before a new address is saved; the account page removes one', async () => {
  const { acting, address } = await forwarding()
  const other = newEmail()
  const { page, complaints } = await folders(acting)
  await openForward(page)
  await app.advance('6 min')
  await form(page).getByLabel('Destination email').fill(other)
  const save = form(page).getByRole('button', { name: 'Save configuration' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(save).toBeFocused()
  await save.press('Enter')
  await dialog.getByLabel('Your Password').fill('correct horse battery')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(toastIn(page, 'Configuration saved')).toBeVisible()
  await expect(actions(page)).toContainText(`To ${other}`)

  await page.goto(`${app.url}/account#forward-addresses`)
  const listed = page.getByRole('list', { name: 'Forwarding addresses' }).getByRole('listitem')
  await expect(listed).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Forwarding addresses' })).toBeVisible()
  await expectNoAxeViolations(page)
  // A link was sent to the one minutes ago, and to the other just now.
  const sendAgain = (to: string) => listed.getByRole('button', { name: `Send Link Again to ${to}` })
  await sendAgain(other).press('Enter')
  await expect(toastIn(page, 'Failed to send the link')).toContainText('Please wait')
  await sendAgain(address).press('Enter')
  await expect(toastIn(page, 'Link sent')).toContainText('Open the link in that mailbox to confirm the address.')
  await expect(sendAgain(address)).toBeFocused()
  await expect.poll(async () => (await emailsTo(app, address)).length).toBe(2)
  await listed
    .filter({ hasText: address })
    .getByRole('button', { name: `Remove ${address}` })
    .press('Enter')
  await expect(toastIn(page, 'Address removed')).toBeVisible()
  await expect(listed).toHaveCount(1)
  await expect(page.getByRole('list', { name: /^Recent activity/ })).toContainText(other)
  expect(complaints).toEqual([])
})

test('requests confirmation of an older address, and reports an unknown state', async () => {
  const { acting } = await forwarding()
  const { page } = await folders(acting, {
    width: 390,
    height: 800,
    prepare: async (opened) => {
      await opened.route('**/forward-addresses', (route) => route.fulfill({ json: { addresses: [] } }))
    },
  })
  await openForward(page)
  await expect(form(page).getByText('Nothing is forwarded until the recipient has agreed.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Send Link' })).toBeVisible()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)

  const failing = await folders(acting, {
    prepare: (page) => failCalls(page, /forward-addresses$/, { status: 403, message: 'You may not.', times: 9 }),
  })
  await openForward(failing.page)
  await expect(form(failing.page).getByText(/could not be loaded: You may not\./)).toBeVisible()
})

test('Allow Sending: goes to Microsoft, returns, and is allowed', async () => {
  const { acting } = await forwarding()
  const { page, complaints } = await folders(acting)
  await openForward(page)
  await expect(form(page).getByText('Microsoft has not allowed sending email from this mailbox yet.')).toBeVisible()
  await failCalls(page, /mail-authentication$/)
  await form(page).getByRole('button', { name: 'Allow Sending' }).click()
  await expect(toastIn(page, 'Connection Error')).toContainText('Failed to connect mailbox. Please try again.')
  await form(page).getByRole('button', { name: 'Allow Sending' }).press('Enter')
  await page.getByLabel('Account').fill(acting.mailbox.email)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
  await page.goto(`${app.url}/dashboard?tab=folders`)
  await openForward(page)
  await expect(form(page).getByText('Microsoft allows sending email from this mailbox.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Allow Sending' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a mailbox setting pauses and resumes all actions; its folders say so', async () => {
  const acting = await actingMailbox(app, ['draft_reply'])
  const { page, complaints } = await openAs(browser, app, acting.mailbox, '/dashboard?tab=mailbox')
  await page.getByRole('button', { name: /^Settings: / }).click()
  const settings = page.getByRole('dialog', { name: 'Mailbox Settings' })
  const pause = settings.getByRole('switch', { name: 'Pause all automated actions' })
  const announcements = page.locator('output[aria-live=polite]')
  await expect(pause).toBeEnabled()
  await expect(pause).not.toBeChecked()
  await failCalls(page, /action-runs$/, { when: (body) => body.includes('"pause"') })
  await pause.press('Space')
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(pause).not.toBeChecked()
  await pause.press('Space')
  await expect(pause).toBeChecked()
  await expect(announcements).toContainText('Automated actions are paused')
  await expectNoAxeViolations(page)
  const { logId } = await acting.sorted({ subject: 'Your bill' })
  await settings.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${app.url}/dashboard?tab=folders`)
  await page.getByRole('button', { name: 'Show details of Bills' }).click()
  const note = page.getByText('All automated actions of this mailbox are paused in its settings.')
  await expect(note).toBeVisible()
  expect((await acting.runs(logId)).map(({ status }) => status)).toEqual(['waiting'])

  await page.goto(`${app.url}/dashboard?tab=mailbox`)
  await page.getByRole('button', { name: /^Settings: / }).click()
  await expect(pause).toBeChecked()
  await pause.press('Space')
  await expect(announcements).toContainText('Automated actions continue')
  await expect.poll(async () => (await acting.runs(logId))[0]?.status).toBe('done')
  await page.goto(`${app.url}/dashboard?tab=folders`)
  await page.getByRole('button', { name: 'Show details of Bills' }).click()
  await expect(actions(page).getByText('Draft reply')).toBeVisible()
  await expect(note).toHaveCount(0)
  expect(complaints).toEqual([])
})
