import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { ForwardAddressesOutput } from '../../contract/functions/forward-addresses.ts'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { configureForwarding, foldersTab, forwardingForm as form, showDetails } from '../kit/automation-page.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { decideAtMicrosoft } from '../kit/microsoft-sign-in.ts'
import { emailsTo } from '../kit/outbox.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { answerCalls, navigate } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('the account page sends links again and removes addresses', async () => {
  const acting = await actingMailbox(app, ['forward_mail'])
  const [former, address] = [newEmail(), newEmail()]
  await acting.configure('forward_mail', { destination_email: former })
  await app.advance('2 min')
  await acting.configure('forward_mail', { destination_email: address })
  const { page } = await openAs(browser, app, acting.mailbox, '/account#forward-addresses')
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
})

test('reports an unknown state; asks the recipient of an older address, and Microsoft to allow sending', async () => {
  const acting = await actingMailbox(app, ['forward_mail'])
  await acting.configure('forward_mail', { destination_email: newEmail() })
  const { page } = await openAs(browser, app, acting.mailbox, foldersTab, {
    prepare: (opened) =>
      failCalls(opened, /forward-addresses$/, { status: 403, message: 'You may not.', times: Infinity }),
  })
  await showDetails(page)
  await configureForwarding(page)
  await expect(form(page).getByText(/could not be loaded: You may not\./)).toBeVisible()
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await answerCalls(page, /forward-addresses$/, ForwardAddressesOutput, { addresses: [] })
  await configureForwarding(page)
  await expect(form(page).getByText('Nothing is forwarded until the recipient has agreed.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Send Link' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })

  await expect(form(page).getByText('Microsoft has not allowed sending email from this mailbox yet.')).toBeVisible()
  await failCalls(page, /mail-authentication$/)
  await form(page).getByRole('button', { name: 'Allow Sending' }).click()
  await expect(toastIn(page, 'Connection Error')).toContainText('Failed to connect mailbox. Please try again.')
  await form(page).getByRole('button', { name: 'Allow Sending' }).press('Enter')
  await decideAtMicrosoft(page, acting.mailbox.email)
  await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
  await navigate(page, foldersTab)
  await showDetails(page)
  await configureForwarding(page)
  await expect(form(page).getByText('Microsoft allows sending email from this mailbox.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Allow Sending' })).toHaveCount(0)
  const again = form(page).getByRole('button', { name: 'Send Link Again' })
  await app.advance('61 s')
  await again.press('Enter')
  await expect(toastIn(page, 'Link sent')).toContainText('Open the link in that mailbox to confirm the address.')
  await expect(again).toBeFocused()
})
