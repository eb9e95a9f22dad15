import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { ProposeInstructionsOutput } from '../../contract/functions/propose-instructions.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { trainedMailbox } from '../kit/trained-mailbox.ts'
import { answerCalls } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const heading = (page: Page) => page.getByRole('heading', { name: 'Suggested Instructions' })
const card = (page: Page) =>
  page
    .locator('section')
    .filter({ has: heading(page) })
    .last()

/** The page learns of a change by a live event, and reads the suggestions again. */
const syncFolders = (who: ConnectedMailbox) =>
  who.call('mail-graph', { action: 'sync-folders', mailboxId: who.mailboxId })

/** As after the first training. */
const proposeAgain = (who: ConnectedMailbox) =>
  app.ctx.db.asService(async (tx) => {
    await tx.updateTable('email_folders').set({ instructions: '' }).where('mailbox_id', '=', who.mailboxId).execute()
    await tx
      .updateTable('app.instruction_proposals')
      .set({ dismissed_at: null })
      .where('mailbox_id', '=', who.mailboxId)
      .execute()
  })

test('edits, dismisses and accepts suggested instructions by keyboard, and holds back new ones', async () => {
  const robin = await trainedMailbox(app)
  const prepare = async (page: Page): Promise<void> => {
    await watchShifts(page)
    // Responses that arrive last.
    const others = Promise.withResolvers<void>()
    await page.route(/email_folders/, async (route) => {
      await route.continue()
      others.resolve()
    })
    await page.route(/propose-instructions/, async (route) => {
      if (route.request().postData()?.includes('list')) await others.promise
      await route.fallback()
    })
  }
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders', { prepare })
  const rows = card(page).getByRole('listitem')
  const show = card(page).getByRole('button', { name: 'Show 2 suggestions' })
  await expect(show).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit instructions of Invoices' })).toBeVisible()
  expect(await shiftsOf(page)).toBeLessThan(0.05)
  await expect(rows).toHaveCount(0)
  await show.press('Enter')
  await expect(rows.first()).toContainText('Invoices and payments from billing@power.example.')
  await expect(rows.first()).toContainText('Tested on the 12 emails in this folder: 12 would be filed here')
  await page.unrouteAll()

  await card(page).getByRole('button', { name: 'Edit the suggestion for Invoices' }).press('Enter')
  const field = card(page).getByLabel('Suggested instructions for Invoices')
  const accept = card(page).getByRole('button', { name: 'Accept the suggestion for Invoices' })
  await expect(field).toBeFocused()
  await field.fill('Bills of all kinds')
  await failCalls(page, /propose-instructions/, { when: (body) => body.includes('accept') })
  await accept.press('Enter')
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(field).toHaveValue('Bills of all kinds')
  await expect(accept).toBeEnabled()
  await accept.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('cell', { name: 'Bills of all kinds' })).toBeVisible()
  const dismiss = card(page).getByRole('button', { name: 'Dismiss the suggestion for Newsletters' })
  // A key press does not wait for the previous response.
  await expect(dismiss).toBeEnabled()
  await dismiss.press('Enter')
  await expect(heading(page)).toBeHidden()
  expect(await robin.call('propose-instructions', { action: 'list', mailboxId: robin.mailboxId })).toEqual({
    proposals: [],
  })

  // New ones wait behind a button, so that nothing moves.
  const before = await shiftsOf(page)
  await proposeAgain(robin)
  await syncFolders(robin)
  const opener = page.getByRole('button', { name: '2 suggestions' })
  await expect(opener).toBeVisible()
  await expect(page.getByText('2 suggested instructions')).toBeAttached()
  expect((await shiftsOf(page)) - before).toBeLessThan(0.05)
  await opener.press('Enter')
  await expect(heading(page).locator(':focus')).toHaveCount(1)
  await expect(opener).toHaveCount(0)
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Accept All' }).click()
  await expect(heading(page)).toBeHidden()
  expect(await robin.rows('email_folders?select=instructions&instructions=neq.')).toHaveLength(2)

  // Only some of many are shown at first, so that the folders below stay visible.
  const many = Array.from({ length: 5 }, (_, n) => ({
    folderId: crypto.randomUUID(),
    instructions: `Mail about ${n}`,
    mails: 9,
    foundAgain: 8,
  }))
  await answerCalls(page, /propose-instructions$/, ProposeInstructionsOutput, { proposals: many })
  await syncFolders(robin)
  await page.getByRole('button', { name: '5 suggestions' }).press('Enter')
  await expect(rows).toHaveCount(3)
  await expect(card(page).getByRole('button', { name: 'Accept All 5' })).toBeVisible()
  await card(page).getByRole('button', { name: 'Show all 5' }).press('Enter')
  await expect(rows).toHaveCount(5)
  await expect(card(page).getByRole('button', { name: 'Show Fewer' })).toBeFocused()
})
