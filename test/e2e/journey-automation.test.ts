import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { announcements, foldersTab, runIn, runsOf, showDetails, statusesOf, toggle } from '../kit/automation-page.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { confirmForwardAddress } from '../kit/forward-address.ts'
import { allowSending } from '../kit/forwarding-mailbox.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'

/** Automated actions wait, run, fail and run again; the history shows it live. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('all actions pause and continue; the history shows them live: waiting, done, failed, tried again', async () => {
  const acting = await actingMailbox(app, ['draft_reply', 'forward_mail'])
  const address = newEmail()
  await acting.configure('forward_mail', { destination_email: address })
  const { page } = await openAs(browser, app, acting.mailbox, '/dashboard?tab=mailbox')
  const openSettings = () => page.getByRole('button', { name: /^Settings: / }).click()
  const settings = page.getByRole('dialog', { name: 'Mailbox Settings' })
  const pause = settings.getByRole('switch', { name: 'Pause all automated actions' })
  await openSettings()
  await expect(pause).toBeEnabled()
  await expect(pause).not.toBeChecked()
  await failCalls(page, /action-runs$/, { when: (body) => body.includes('"pause"') })
  await pause.press('Space')
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(pause).not.toBeChecked()
  await pause.press('Space')
  await expect(pause).toBeChecked()
  await expect(announcements(page)).toContainText('Automated actions are paused')
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await navigate(page, foldersTab)
  await showDetails(page)
  const note = page.getByText('All automated actions of this mailbox are paused in its settings.')
  await expect(note).toBeVisible()

  const mail = { from: 'bills@power.example', text: 'Please pay 40 euro.' }
  const { logId } = await acting.sorted({ subject: 'Your first bill', ...mail })
  expect(await statusesOf(acting, logId)).toEqual(['waiting', 'waiting'])
  await navigate(page, '/dashboard?tab=mailbox')
  await openSettings()
  await expect(pause).toBeChecked()
  await pause.press('Space')
  await expect(announcements(page)).toContainText('Automated actions continue')
  await expect.poll(() => statusesOf(acting, logId)).toEqual(['done', 'failed'])
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await navigate(page, foldersTab)
  await showDetails(page)
  await expect(page.getByRole('region', { name: 'Automated Actions of Bills' })).toContainText('Draft reply')
  await expect(note).toHaveCount(0)

  await acting.pause(true)
  const subject = 'Your second bill'
  await acting.sorted({ subject, ...mail })
  await navigate(page, '/history')
  await toggle(page, subject)
  const forward = runIn(page, subject, 'Forward mail')
  await expect(runIn(page, subject, 'Draft reply')).toContainText('Waiting')
  await expect(forward).toContainText('Waiting')
  await expect(runsOf(page, subject).getByRole('button')).toHaveCount(0)
  await acting.pause(false)
  await expect(runIn(page, subject, 'Draft reply')).toContainText('Done')
  const link = runIn(page, subject, 'Draft reply').getByRole('link', { name: new RegExp(subject) })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('href', /^https?:\/\//)
  await expect(forward).toContainText('Failed')
  await expect(forward).toContainText('The address to forward to is not confirmed yet.')
  await expect(forward.getByRole('link', { name: 'Open Email Folders' })).toHaveAttribute('href', foldersTab)

  const again = runsOf(page, subject).getByRole('button', { name: 'Try again: Forward mail' })
  // The history reads the runs again at each live event.
  const when = (body: string) => body.includes('retry')
  await failCalls(page, /action-runs$/, { status: 409, message: 'Not now.', when })
  await again.press('Enter')
  await expect(toastIn(page, 'Error')).toContainText('Not now.')
  await confirmForwardAddress(app, acting.who, address)
  await allowSending(app, acting)
  await again.press('Enter')
  await expect(announcements(page)).toContainText('Forward mail is tried again')
  await expect(forward).toContainText('Done')
  await expect(forward).toContainText(address)
  await expect(again).toHaveCount(0)
  await expect(forward.getByText('Forward mail', { exact: true })).toBeFocused()
})
