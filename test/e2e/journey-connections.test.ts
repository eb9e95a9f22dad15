import { test } from 'vitest'
import { requireSignInToAll } from '../../server/connections/require-sign-in.ts'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { browserOfFile } from '../kit/browser.ts'
import { connectAndDisconnect, decideAtService, serviceCard } from '../kit/connections-page.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectService } from '../kit/services.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('Dropbox is connected and disconnected by keyboard, again after its grant ended, and for an action', async () => {
  const acting = await actingMailbox(app, [])
  const { who } = acting
  const { page } = await openAs(browser, app, acting.mailbox, '/connections')
  const dropbox = serviceCard(page, 'Dropbox')
  await connectAndDisconnect(app, page, 'Dropbox', 'dropbox')

  // On another page, which this one follows
  const email = await connectService(app, who, 'dropbox')
  await expect(dropbox).toContainText(`Connected as: ${email}`)
  await app.ctx.db.asService((tx) => requireSignInToAll(tx, app.ctx, who.userId))
  await expect(dropbox).toContainText('Needs a new sign-in')
  await expect(dropbox).toContainText(
    'Dropbox no longer accepts the sign-in. Actions that use it fail until you reconnect it.',
  )
  await dropbox.getByRole('button', { name: 'Disconnect Dropbox' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Disconnect Dropbox?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await dropbox.getByRole('button', { name: 'Reconnect Dropbox' }).press('Enter')
  await decideAtService(page, email, 'accept')
  await expect(toastIn(page, 'Dropbox Connected')).toContainText(email)
  await expect(dropbox.getByRole('button', { name: 'Disconnect Dropbox' })).toBeVisible()
  await expect(dropbox).not.toContainText('Needs a new sign-in')
  await acting.mailbox.call('service-connections', { action: 'disconnect', provider: 'dropbox' })

  // An action that waits for the service is shown again, and runs, once it is connected.
  await navigate(page, '/dashboard?tab=folders')
  await page
    .getByRole('button', { name: /^Show details of / })
    .first()
    .press('Enter')
  // A click waits until the actions are loaded; before, the button is disabled.
  await page.getByRole('button', { name: 'Add Action' }).click()
  await page.getByRole('button', { name: 'Add Store attachments in Dropbox' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Configure Store attachments in Dropbox' })
  await form.getByRole('button', { name: 'Save configuration' }).press('Enter')
  const saved = toastIn(page, 'Action added')
  await expect(saved).toContainText('It starts once Dropbox is connected.')
  const action = page.getByRole('switch', { name: 'Store attachments in Dropbox' })
  await expect(action).not.toBeChecked()
  await saved.getByRole('button', { name: 'Connect Dropbox' }).press('Enter')
  await decideAtService(page, email, 'accept')
  await expect(page).toHaveURL(/tab=folders/)
  await expect(action).toBeChecked()
})
