import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { actingMailbox } from '../kit/acting-mailbox.ts'
import { items, publish, rowOf, runIn, runsOf, statusesOf, toggle } from '../kit/automation-page.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { newServiceAccount } from '../kit/services.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { appOfPages } from '../kit/start-app.ts'
import { attached } from '../kit/storing-mailbox.ts'
import { toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'

/** Prompts, skipped runs and notifications of failed ones with the real server; see `journey-automation`. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('the history shows an action that is skipped while it is read, and reports what it cannot read', async () => {
  const acting = await actingMailbox(app, ['draft_reply'])
  await acting.pause(true)
  const list = { 'List-Id': '<news.garden.example>', 'Auto-Submitted': 'auto-generated' }
  const news = 'News of the garden'
  const { logId } = await acting.sorted({ subject: news, headers: list })
  const { page } = await openAs(browser, app, acting.mailbox, '/history')
  // The response to the first read is older than the end of the run.
  const isRead = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const runsPath = /\/rest\/v1\/email_action_runs\?/
  await page.route(
    runsPath,
    async (route) => {
      const response = await route.fetch()
      isRead.resolve()
      await gate.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await toggle(page, news)
  await isRead.promise
  await acting.pause(false)
  await expect.poll(() => statusesOf(acting, logId)).toEqual(['skipped'])
  // Once the page handles this event, it has handled that of the run.
  const handled = page.waitForRequest(/\/functions\/v1\/notifications$/)
  await publish(app, acting, { type: 'notification' })
  await handled
  gate.resolve()
  await expect(runIn(page, news, 'Draft reply')).toContainText('Not needed')
  await expect(runIn(page, news, 'Draft reply')).toContainText(
    'Automatic email and email of mailing lists is neither answered nor forwarded.',
  )

  await navigate(page, '/dashboard')
  const bill = await acting.sorted({ subject: 'Your bill' })
  await expect.poll(() => statusesOf(acting, bill.logId)).toEqual(['done'])
  await acting.remove('draft_reply')
  await acting.sorted({ subject: 'A mail alone' })
  let broken = true
  await failCalls(page, /email_action_runs$/, { status: 403, times: Infinity, when: () => broken })
  await navigate(page, '/history')
  await toggle(page, 'Your bill')
  const failure = rowOf(page, 'Your bill').getByRole('alert')
  await expect(failure).toContainText('What its actions did could not be loaded: ')
  // A live event reads it again, as the page reads everything that may have changed.
  const failedAgain = page.waitForResponse(runsPath)
  const { mailboxId } = acting.mailbox
  await publish(app, acting, { type: 'log', mailboxId, logId: bill.logId, status: 'processed' })
  expect((await failedAgain).status()).toBe(403)
  await expect(failure).toBeVisible()
  broken = false
  await failure.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(runIn(page, 'Your bill', 'Draft reply')).toContainText('Done')

  // Several open emails are distinguished by their names; one without actions has none.
  await toggle(page, news)
  await expect(runsOf(page, news)).toContainText('Not needed')
  const read = page.waitForResponse(runsPath)
  await toggle(page, 'A mail alone')
  await read
  await expect(rowOf(page, 'A mail alone').getByRole('heading', { name: 'Why here?' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^What its actions did/ })).toHaveCount(2)
})

test('a notification leads to the email with the failed action only', async () => {
  const acting = await actingMailbox(app, ['forward_mail', 'draft_reply'])
  await acting.configure('forward_mail', { destination_email: newEmail() })
  const { logId } = await acting.sorted({ subject: 'Bill of May' })
  await expect.poll(async () => (await acting.runs(logId))[0]?.status).toBe('failed')
  await acting.change('forward_mail', { is_active: false })
  await acting.sorted({ subject: 'Bill of June' })
  const { page } = await openAs(browser, app, acting.mailbox, '/history')
  await expect(items(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Notifications: 2 unread' }).click()
  await page.getByRole('link', { name: /Forward mail failed for “Bill of May”/ }).click()
  await expect(page).toHaveURL(/status=action_failed/)
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toContainText('Bill of May')
  await expect(page.getByLabel('Status')).toHaveValue('action_failed')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
})

test('retries all failed actions, and says after a sign-in how many run again', async () => {
  const acting = await actingMailbox(app, ['store_attachment_dropbox'])
  const logIds: string[] = []
  for (const subject of ['Bill of May', 'Bill of June']) {
    const { logId } = await acting.sorted({ subject, attachments: [attached(`${subject}.txt`)] })
    await expect.poll(() => statusesOf(acting, logId)).toEqual(['failed'])
    logIds.push(logId)
  }
  const { page } = await openAs(browser, app, acting.mailbox, '/history')
  const retryAll = page.getByRole('button', { name: 'Retry All Failed' })
  await retryAll.click()
  const dialog = page.getByRole('alertdialog', { name: 'Retry all failed actions?' })
  await expect(dialog).toContainText('2 failed actions will run again')
  await dialog.getByRole('button', { name: 'Retry 2 Actions' }).click()
  await expect(toastIn(page, '2 Actions Queued')).toBeVisible()
  const endedAgain = async () => (await acting.runs(logIds[1] ?? ''))[0]
  await expect.poll(endedAgain).toMatchObject({ status: 'failed', reason: 'not_connected' })

  const account = await newServiceAccount(app, 'dropbox')
  await navigate(page, '/connections')
  await page.getByRole('button', { name: 'Connect Dropbox' }).click()
  await page.locator('[name=account]').first().fill(account)
  await page.locator('[name=decision][value=accept]').first().click()
  await expect(toastIn(page, 'Dropbox Connected')).toBeVisible()
  await expect(toastIn(page, '2 Failed Actions Run Again')).toBeVisible()
  for (const logId of logIds) await expect.poll(() => statusesOf(acting, logId)).toEqual(['done'])
  await page.getByRole('button', { name: /^Notifications: / }).click()
  await page.getByRole('link', { name: /2 failed actions run again/ }).click()
  await expect(page).toHaveURL(`${app.url}/history`)
  await expect(items(page)).toHaveCount(2)
  await expect(retryAll).toHaveCount(0)
})
