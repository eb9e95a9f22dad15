import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { actingMailbox, type ActingMailbox } from '../kit/acting-mailbox.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { confirmForwardAddress } from '../kit/forward-address.ts'
import { allowSending } from '../kit/forwarding-mailbox.ts'
import { newServiceAccount } from '../kit/services.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { attached } from '../kit/storing-mailbox.ts'
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

const items = (page: Page) => page.getByRole('list', { name: 'Processed emails, newest first' }).locator(':scope > li')

async function open(acting: ActingMailbox, subject: string, options: Parameters<typeof openAs>[4] = {}) {
  const opened = await openAs(browser, app, acting.mailbox, '/history', options)
  const item = items(opened.page).filter({ hasText: subject })
  await item.getByRole('button', { name: subject }).click()
  const runs = item.getByRole('region', { name: 'What its actions did' })
  return { ...opened, item, runs, run: (name: string) => runs.getByRole('listitem').filter({ hasText: name }).first() }
}

test('shows action runs live: waiting, done with a link, failed with the reason, retried and done', async () => {
  const acting = await actingMailbox(app, ['draft_reply', 'forward_mail'])
  const address = newEmail()
  await acting.configure('forward_mail', { destination_email: address })
  await acting.pause(true)
  await acting.sorted({ subject: 'Your bill', from: 'bills@power.example', text: 'Please pay 40 euro.' })
  const { page, runs, run, complaints } = await open(acting, 'Your bill')
  await expect(run('Draft reply')).toContainText('Waiting')
  await expect(run('Forward mail')).toContainText('Waiting')
  await expect(runs.getByRole('button')).toHaveCount(0)
  await expectNoAxeViolations(page)

  await acting.pause(false)
  await expect(run('Draft reply')).toContainText('Done')
  const link = run('Draft reply').getByRole('link', { name: /Your bill/ })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('href', /^https?:\/\//)
  await expect(run('Forward mail')).toContainText('Failed')
  await expect(run('Forward mail')).toContainText('The address to forward to is not confirmed yet.')
  await expect(run('Forward mail').getByRole('link', { name: 'Open Email Folders' })).toHaveAttribute(
    'href',
    '/dashboard?tab=folders',
  )
  await expectNoAxeViolations(page)

  const again = runs.getByRole('button', { name: 'Try again: Forward mail' })
  await failCalls(page, /action-runs$/, { status: 409, message: 'Not now.' })
  await again.press('Enter')
  await expect(toastIn(page, 'Error')).toContainText('Not now.')
  await confirmForwardAddress(app, acting.who, address)
  await allowSending(app, acting)
  await again.press('Enter')
  await expect(page.locator('output[aria-live=polite]')).toContainText('Forward mail is tried again')
  await expect(run('Forward mail')).toContainText('Done')
  await expect(run('Forward mail')).toContainText(address)
  await expect(again).toHaveCount(0)
  await expect(run('Forward mail').getByText('Forward mail', { exact: true })).toBeFocused()
  expect(complaints).toEqual([])
})

test('gives the reason of a skipped action; shows nothing for an email without actions', async () => {
  const acting = await actingMailbox(app, ['draft_reply'])
  const list = { 'List-Id': '<news.garden.example>', 'Auto-Submitted': 'auto-generated' }
  await acting.sorted({ subject: 'News of the garden', headers: list })
  const { page, run } = await open(acting, 'News of the garden', { width: 390, height: 800 })
  await expect(run('Draft reply')).toContainText('Not needed')
  await expect(run('Draft reply')).toContainText(
    'Automatic email and email of mailing lists is neither answered nor forwarded.',
  )
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)

  await acting.remove('draft_reply')
  await acting.sorted({ subject: 'A mail alone' })
  await failCalls(page, /email_action_runs$/, { status: 403, message: 'You may not.' })
  await page.reload()
  await items(page).filter({ hasText: 'News of the garden' }).getByRole('button').first().click()
  const failure = page.getByRole('alert').filter({ hasText: 'What its actions did could not be loaded' })
  await failure.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(page.getByRole('region', { name: 'What its actions did' })).toContainText('Not needed')
  await items(page).filter({ hasText: 'News of the garden' }).getByRole('button').first().click()
  const read = page.waitForResponse(/email_action_runs/)
  await items(page).filter({ hasText: 'A mail alone' }).getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Why here?' })).toBeVisible()
  await read
  await expect(page.getByRole('region', { name: 'What its actions did' })).toHaveCount(0)
})

test('distinguishes two open emails by their names', async () => {
  const acting = await actingMailbox(app, ['store_attachment_dropbox'])
  await acting.sorted({ subject: 'Bill of May' })
  await acting.sorted({ subject: 'Bill of June' })
  const { page } = await open(acting, 'Bill of May')
  await items(page).filter({ hasText: 'Bill of June' }).getByRole('button').first().click()
  for (const month of ['May', 'June'])
    await expect(page.getByRole('region', { name: `What its actions did: Bill of ${month}` })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a notification leads to the email with the failed action only', async () => {
  const acting = await actingMailbox(app, ['forward_mail', 'draft_reply'])
  await acting.configure('forward_mail', { destination_email: newEmail() })
  const { logId } = await acting.sorted({ subject: 'Bill of May' })
  await expect.poll(async () => (await acting.runs(logId))[0]?.status).toBe('failed')
  await acting.change('forward_mail', { is_active: false })
  await acting.sorted({ subject: 'Bill of June' })
  const { page, complaints } = await openAs(browser, app, acting.mailbox, '/history')
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
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('retries all failed actions, and says after a sign-in how many run again', async () => {
  const acting = await actingMailbox(app, ['store_attachment_dropbox'])
  const logIds: string[] = []
  for (const subject of ['Bill of May', 'Bill of June']) {
    const { logId } = await acting.sorted({ subject, attachments: [attached(`${subject}.txt`)] })
    await expect.poll(async () => (await acting.runs(logId))[0]?.status).toBe('failed')
    logIds.push(logId)
  }
  const { page, complaints } = await openAs(browser, app, acting.mailbox, '/history')
  const retryAll = page.getByRole('button', { name: 'Retry All Failed' })
  await retryAll.click()
  const dialog = page.getByRole('alertdialog', { name: 'Retry all failed actions?' })
  await expect(dialog).toContainText('2 failed actions will run again')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Retry 2 Actions' }).click()
  await expect(toastIn(page, '2 Actions Queued')).toBeVisible()
  const endedAgain = async () => (await acting.runs(logIds[1] ?? ''))[0]
  await expect.poll(endedAgain).toMatchObject({ status: 'failed', reason: 'not_connected' })

  const account = await newServiceAccount(app, 'dropbox')
  await page.goto(`${app.url}/connections`)
  await page.getByRole('button', { name: 'Connect Dropbox' }).click()
  await page.locator('[name=account]').first().fill(account)
  await page.locator('[name=decision][value=accept]').first().click()
  await expect(toastIn(page, 'Dropbox Connected')).toBeVisible()
  await expect(toastIn(page, '2 Failed Actions Run Again')).toBeVisible()
  for (const logId of logIds) await expect.poll(async () => (await acting.runs(logId))[0]?.status).toBe('done')
  await page.getByRole('button', { name: /^Notifications: / }).click()
  await page.getByRole('link', { name: /2 failed actions run again/ }).click()
  await expect(page).toHaveURL(`${app.url}/history`)
  await expect(items(page)).toHaveCount(2)
  await expect(retryAll).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('reports data that cannot be read', async () => {
  const acting = await actingMailbox(app, ['draft_reply'])
  await acting.sorted({ subject: 'Your bill' })
  const { item } = await open(acting, 'Your bill', {
    prepare: (page) => failCalls(page, /email_action_runs$/, { status: 403, message: 'You may not.' }),
  })
  await expect(item.getByText(/^What its actions did could not be loaded: /)).toBeVisible()
})
