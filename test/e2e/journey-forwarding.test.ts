import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { ForwardAddressesOutput } from '../../contract/functions/forward-addresses.ts'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { confirmationLinkIn, pressConfirm, pressRevoke } from '../kit/forward-address.ts'
import { emailsTo, lastEmailTo } from '../kit/outbox.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { answerCalls, navigate } from '../kit/walk.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const foldersTab = '/dashboard?tab=folders'
const form = (page: Page) => page.getByRole('dialog', { name: 'Configure Forward mail' })
const actions = (page: Page) => page.getByRole('region', { name: 'Automated Actions of Bills' })
const showDetails = (page: Page) => page.getByRole('button', { name: 'Show details of Bills' }).click()
const configure = (page: Page) => page.getByRole('button', { name: 'Configure Forward mail' }).click()

test('a new address needs a recent sign-in and the consent of its recipient, who can end it', async () => {
  const acting = await actingMailbox(app, ['forward_mail'])
  const [former, address] = [newEmail(), newEmail()]
  const { page, complaints } = await openAs(browser, app, acting.mailbox, foldersTab)
  const field = form(page).getByLabel('Destination email')
  const save = form(page).getByRole('button', { name: 'Save configuration' })
  await showDetails(page)
  await configure(page)
  await expect(form(page).getByText('Not confirmed')).toHaveCount(0)
  await field.fill(`  ${former.toUpperCase()}`)
  await save.click()
  await dismissToast(page, 'Configuration saved')
  await expect(actions(page)).toContainText(`To ${former.toUpperCase()}`)
  await expect(actions(page)).toContainText('Not confirmed')

  // The sign-in is no longer recent.
  await app.advance('6 min')
  await configure(page)
  await field.fill(address)
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(save).toBeFocused()
  await save.press('Enter')
  await dialog.getByLabel('Your Password').fill('correct horse battery')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(toastIn(page, 'Configuration saved')).toBeVisible()
  await expect(actions(page)).toContainText(`To ${address}`)

  // The account page sends links again and removes addresses.
  await navigate(page, '/account#forward-addresses')
  const listed = page.getByRole('list', { name: 'Forwarding addresses' }).getByRole('listitem')
  await expect(listed).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Forwarding addresses' })).toBeVisible()
  // A link was sent to the one minutes ago, and to the other just now.
  const sendAgain = (to: string) => listed.getByRole('button', { name: `Send Link Again to ${to}` })
  await sendAgain(address).press('Enter')
  await expect(toastIn(page, 'Failed to send the link')).toContainText('Please wait')
  await dismissToast(page, 'Failed to send the link')
  await sendAgain(former).press('Enter')
  const sent = 'Open the link in that mailbox to confirm the address.'
  await expect(toastIn(page, 'Link sent')).toContainText(sent)
  await expect(sendAgain(former)).toBeFocused()
  await expect.poll(async () => (await emailsTo(app, former)).length).toBe(2)
  await listed
    .filter({ hasText: former })
    .getByRole('button', { name: `Remove ${former}` })
    .press('Enter')
  await expect(toastIn(page, 'Address removed')).toBeVisible()
  await expect(listed).toHaveCount(1)
  await expect(page.getByRole('list', { name: /^Recent activity/ })).toContainText(address)
  await dismissToast(page, 'Link sent')

  // So does the dialog of the action.
  await navigate(page, foldersTab)
  await showDetails(page)
  await configure(page)
  await expect(form(page).getByText(/A link was sent to this address\. Nothing is forwarded until/)).toBeVisible()
  const again = form(page).getByRole('button', { name: 'Send Link Again' })
  await again.press('Enter')
  await expect(toastIn(page, 'Failed to send the link')).toContainText('Please wait a moment')
  await app.advance('61 s')
  await again.press('Enter')
  await expect(toastIn(page, 'Link sent')).toContainText(sent)
  await expect(again).toBeFocused()

  // The second link replaced the first.
  await expect.poll(async () => (await emailsTo(app, address)).length).toBe(2)
  const link = confirmationLinkIn(await lastEmailTo(app, address))
  expect(await pressConfirm(link)).toMatchObject([200, expect.anything()])
  await expect(form(page).getByText('Email may be forwarded there.')).toBeVisible()
  await expect(again).toHaveCount(0)
  await field.press('End')
  await field.press('x')
  await expect(form(page).getByText('Confirmed', { exact: true })).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(actions(page).getByText('Confirmed', { exact: true })).toBeVisible()

  // The recipient can revoke at any time.
  await pressRevoke(confirmationLinkIn(await lastEmailTo(app, address)))
  await expect(actions(page).getByText('Ended', { exact: true })).toBeVisible()
  await configure(page)
  await expect(form(page).getByText('The recipient has stopped the forwarding.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: /^Send Link/ })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('reports an unknown state; asks the recipient of an older address, and Microsoft to allow sending', async () => {
  const acting = await actingMailbox(app, ['forward_mail'])
  await acting.configure('forward_mail', { destination_email: newEmail() })
  const { page, complaints } = await openAs(browser, app, acting.mailbox, foldersTab, {
    prepare: (opened) =>
      failCalls(opened, /forward-addresses$/, { status: 403, message: 'You may not.', times: Infinity }),
  })
  await showDetails(page)
  await configure(page)
  await expect(form(page).getByText(/could not be loaded: You may not\./)).toBeVisible()
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await answerCalls(page, /forward-addresses$/, ForwardAddressesOutput, { addresses: [] })
  await configure(page)
  await expect(form(page).getByText('Nothing is forwarded until the recipient has agreed.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Send Link' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })

  await expect(form(page).getByText('Microsoft has not allowed sending email from this mailbox yet.')).toBeVisible()
  await failCalls(page, /mail-authentication$/)
  await form(page).getByRole('button', { name: 'Allow Sending' }).click()
  await expect(toastIn(page, 'Connection Error')).toContainText('Failed to connect mailbox. Please try again.')
  await form(page).getByRole('button', { name: 'Allow Sending' }).press('Enter')
  await page.getByLabel('Account').fill(acting.mailbox.email)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
  await navigate(page, foldersTab)
  await showDetails(page)
  await configure(page)
  await expect(form(page).getByText('Microsoft allows sending email from this mailbox.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Allow Sending' })).toHaveCount(0)
  expect(complaints).toEqual([])
})
