import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { configureForwarding, foldersTab, forwardingForm as form, showDetails } from '../kit/automation-page.ts'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { confirmationLinkIn, pressConfirm, pressRevoke } from '../kit/forward-address.ts'
import { emailsTo, lastEmailTo } from '../kit/outbox.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const actions = (page: Page) => page.getByRole('region', { name: 'Automated Actions of Bills' })

test('a new address needs a recent sign-in and the consent of its recipient, who can end it', async () => {
  const acting = await actingMailbox(app, ['forward_mail'])
  const [former, address] = [newEmail(), newEmail()]
  const { page } = await openAs(browser, app, acting.mailbox, foldersTab)
  const field = form(page).getByLabel('Destination email')
  const save = form(page).getByRole('button', { name: 'Save configuration' })
  await showDetails(page)
  await configureForwarding(page)
  await expect(form(page).getByText('Not confirmed')).toHaveCount(0)
  await field.fill(`  ${former.toUpperCase()}`)
  await save.click()
  await dismissToast(page, 'Configuration saved')
  await expect(actions(page)).toContainText(`To ${former.toUpperCase()}`)
  await expect(actions(page)).toContainText('Not confirmed')

  // The sign-in is no longer recent.
  await app.advance('6 min')
  await configureForwarding(page)
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

  await configureForwarding(page)
  await expect(form(page).getByText(/A link was sent to this address\. Nothing is forwarded until/)).toBeVisible()
  const again = form(page).getByRole('button', { name: 'Send Link Again' })
  await expect.poll(async () => (await emailsTo(app, address)).length).toBe(1)
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
  await configureForwarding(page)
  await expect(form(page).getByText('The recipient has stopped the forwarding.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: /^Send Link/ })).toHaveCount(0)
})
