import type { Page } from 'playwright-core'
import { actingMailbox } from '../acting-mailbox.ts'
import { failCalls, type TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { openAs } from '../folders-page.ts'
import { connectedMailbox } from '../mailbox.ts'
import { toastIn } from '../toast.ts'
import { startHistory } from '../sorted-mail.ts'
import type { App } from '../start-app.ts'
import { storeHistory } from '../stored-history.ts'
import { invoice } from '../trained-mailbox.ts'
import { navigate } from '../walk.ts'
import type { Look } from './look.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** The history with filters, an opened email and how it is moved. */
export async function lookAtHistory(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Travel' }])
  const { page } = await openAs(browser, app, who, '/history', { width: 1440 })
  await expect(heading(page, 'No processing logs yet')).toBeVisible()
  await look(page)
  await storeHistory(app, who, 30)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_processing_logs')
      .set({ status: 'limit_reached', reason: 'limit', decided_by: null })
      .where('mailbox_id', '=', who.mailboxId)
      .where('subject', '=', 'Stored mail 5')
      .execute(),
  )
  await page.reload()
  await button(page, 'Stored mail 5').click()
  await expect(page.getByRole('link', { name: 'Open Subscription' })).toBeVisible()
  await look(page, page.getByRole('main'))
  await button(page, 'Stored mail 5').click()
  await button(page, 'Stored mail 2').click()
  await expect(heading(page, 'Why here?')).toBeVisible()
  await look(page)
  await button(page, 'Move “Stored mail 2” to…').click()
  const moving = dialog(page, 'Move to…')
  await moving.getByLabel('Find a folder').fill('trav')
  await moving.getByRole('radio', { name: 'Travel' }).check()
  await look(page, moving)
  await page.keyboard.press('Escape')
  await failCalls(page, /sorted-mail$/, { status: 409, code: 'mail_gone', message: 'This email is gone.' })
  await page.getByRole('button', { name: 'Move “Stored mail 2” to the inbox' }).click()
  await expect(toastIn(page, 'Move failed')).toContainText('“Stored mail 2”: This email is gone.')
  await look(page)
  await navigate(page, '/history?to=2001-01-01')
  await expect(heading(page, 'No emails match these filters')).toBeVisible()
  await look(page)
  await navigate(page, '/history?page=99')
  await expect(heading(page, 'This page does not exist')).toBeVisible()
  await look(page, page.getByRole('main'))
  await failCalls(page, /email_processing_logs$/, { status: 400, times: 9 })
  await navigate(page, '/history?search=else')
  await expect(heading(page, 'The history is not available right now')).toBeVisible()
  await look(page, page.getByRole('main'))
}

/** What the actions of an email did. */
export async function lookAtActionRuns(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const acting = await actingMailbox(app, ['draft_reply', 'store_attachment_dropbox'])
  await acting.sorted({ subject: 'Your bill', from: 'bills@power.example', text: 'Please pay 40 euro.' })
  const list = { 'List-Id': '<news.garden.example>', 'Auto-Submitted': 'auto-generated' }
  await acting.sorted({ subject: 'News of the garden', headers: list })
  await app.runDueJobs()
  await acting.pause(true)
  await acting.sorted({ subject: 'A later bill', from: 'bills@power.example', text: 'Please pay 50 euro.' })
  const stranger = { subject: 'Bills', from: 'hello@stranger.example', text: 'The direct debit is due.' }
  await acting.sorted(stranger, undefined, { actions_held: true })
  const { page } = await openAs(browser, app, acting.mailbox, '/history', { width: 1440 })
  for (const subject of ['Your bill', 'News of the garden', 'A later bill', 'Bills']) {
    await button(page, subject).click()
    await expect(
      page
        .getByRole('region', { name: `What its actions did: ${subject}` })
        .or(page.getByRole('region', { name: 'What its actions did', exact: true }))
        .first(),
    ).toBeVisible()
  }
  await expect(page.getByText('Waiting').first()).toBeVisible()
  await expect(page.getByText('Waits for you')).toHaveCount(2)
  await look(page)
  await button(page, 'Run now: Draft reply').click()
  await expect(page.getByText('Waits for you')).toHaveCount(1)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_action_runs')
      .set({ status: 'failed', reason: 'gave_up', ended_at: app.clock.now() })
      .where('mailbox_id', '=', acting.mailbox.mailboxId)
      .execute(),
  )
  await page.reload()
  await button(page, 'Retry All Failed').click()
  const question = page.getByRole('alertdialog', { name: 'Retry all failed actions?' })
  await expect(question).toContainText('will run again')
  await look(page, question)
  await page.keyboard.press('Escape')
  await failCalls(page, /email_action_runs$/, { status: 403, message: 'You may not.', times: 9 })
  await failCalls(page, /email_folders$/, { status: 400, times: 9 })
  await page.reload()
  await button(page, 'Your bill').click()
  await expect(page.getByText(/^What its actions did could not be loaded: /)).toBeVisible()
  await look(page, page.getByRole('main'))
  await button(page, 'Move “Your bill” to…').click()
  const moving = dialog(page, 'Move to…')
  await expect(moving.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await look(page, moving)
}

/** Undoing a day, and what is left of it. */
export async function lookAtUndo(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const history = await startHistory(app)
  const mails = [await history.deliverAndSort(invoice(61)), await history.deliverAndSort(invoice(62))]
  await history.moveInOutlook(mails[1]?.messageId ?? '', 'Newsletters')
  const { page } = await openAs(browser, app, history.mailbox, '/history', { width: 1440 })
  const box = dialog(page, 'Undo a Day')
  await page.getByRole('button', { name: 'Undo a Day…' }).click()
  await expect(box.getByRole('definition').first()).toHaveText('2 emails')
  await look(page, box)
  await box.getByRole('button', { name: 'Undo 2 emails' }).click()
  await expect(box).toContainText('0 of 2 emails')
  await page.keyboard.press('Escape')
  const strip = page.getByRole('region', { name: 'Undo', exact: true })
  await expect(strip).toContainText('Undoing: 0 of 2 emails')
  await look(page)
  await app.runDueJobs()
  await expect(strip).toContainText('1 email is back in the inbox.')
  await look(page, strip)
  await strip.getByRole('button', { name: 'Show the undo' }).click()
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Not moved' })).toBeVisible()
  await look(page, page.getByRole('dialog'))
}
