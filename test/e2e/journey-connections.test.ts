import { test } from 'vitest'
import { requireSignInToAll } from '../../server/connections/require-sign-in.ts'
import { browserOfFile, signedIn } from '../kit/browser.ts'
import { connectAndDisconnect, decideAtService, serviceCard } from '../kit/connections-page.ts'
import { expect } from '../kit/expect.ts'
import { connectService } from '../kit/services.ts'
import { appOfFile } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

const app = await appOfFile()
const browser = await browserOfFile()

test('Dropbox is connected and disconnected by keyboard, and connected again after it ended the grant', async () => {
  const who = await newAccount(app)
  const { page, complaints } = await browser.open()
  await signedIn(page, app.url, who)
  await page.goto(`${app.url}/connections`)
  const dropbox = serviceCard(page, 'Dropbox')
  await connectAndDisconnect(app, page, 'Dropbox', 'dropbox')

  // On another page, which this one follows
  const email = await connectService(app, who, 'dropbox')
  await expect(dropbox).toContainText(`Connected as: ${email}`)
  await app.ctx.db.asService((tx) => requireSignInToAll(tx, app.ctx, who.userId))
  await expect(dropbox).toContainText('Needs a new sign-in')
  await expect(dropbox).toContainText(
    'Dropbox no longer accepts our sign-in. Actions that use it fail until you reconnect it.',
  )
  await dropbox.getByRole('button', { name: 'Disconnect Dropbox' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Disconnect Dropbox?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await dropbox.getByRole('button', { name: 'Reconnect Dropbox' }).press('Enter')
  await decideAtService(page, email, 'accept')
  await expect(toastIn(page, 'Dropbox Connected')).toContainText(email)
  await expect(dropbox.getByRole('button', { name: 'Disconnect Dropbox' })).toBeVisible()
  await expect(dropbox).not.toContainText('Needs a new sign-in')
  expect(complaints).toEqual([])
})
