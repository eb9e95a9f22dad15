import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { trainedMailbox } from '../kit/trained-mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('edits, dismisses and accepts suggested instructions by keyboard', async () => {
  const robin = await trainedMailbox(app)
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  const heading = page.getByRole('heading', { name: 'Suggested Instructions' })
  const card = page.locator('section').filter({ has: heading }).last()
  await expect(card.getByRole('listitem')).toHaveCount(0)
  await card.getByRole('button', { name: 'Show 2 suggestions' }).press('Enter')
  await expect(card.getByRole('listitem').first()).toContainText('Invoices and payments from billing@power.example.')
  await expect(card.getByRole('listitem').first()).toContainText('the sorter puts all 12 here again')
  await expectNoAxeViolations(page)

  await card.getByRole('button', { name: 'Edit the suggestion for Invoices' }).press('Enter')
  const field = card.getByLabel('Suggested instructions for Invoices')
  await expect(field).toBeFocused()
  await field.fill('Bills of all kinds')
  await failCalls(page, /propose-instructions/, { when: (body) => body.includes('accept') })
  await card.getByRole('button', { name: 'Accept the suggestion for Invoices' }).press('Enter')
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(field).toHaveValue('Bills of all kinds')
  await page.unroute(/propose-instructions/)
  await expect(card.getByRole('button', { name: 'Accept the suggestion for Invoices' })).toBeEnabled()
  await card.getByRole('button', { name: 'Accept the suggestion for Invoices' }).press('Enter')
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('cell', { name: 'Bills of all kinds' })).toBeVisible()
  const dismiss = card.getByRole('button', { name: 'Dismiss the suggestion for Newsletters' })
  // A key press does not wait for the previous response.
  await expect(dismiss).toBeEnabled()
  await dismiss.press('Enter')
  await expect(heading).toBeHidden()
  await page.reload()
  await expect(page.getByRole('cell', { name: 'Bills of all kinds' })).toBeVisible()
  await expect(heading).toBeHidden()

  // Only some of many are shown at first, so that the folders below stay visible.
  const many = Array.from({ length: 5 }, (_, n) => ({
    folderId: crypto.randomUUID(),
    instructions: `Mail about ${n}`,
    mails: 9,
    foundAgain: 8,
  }))
  await page.route(/propose-instructions/, (route) => route.fulfill({ json: { proposals: many } }))
  await page.reload()
  await card.getByRole('button', { name: 'Show 5 suggestions' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expect(card.getByRole('button', { name: 'Accept All 5' })).toBeVisible()
  await card.getByRole('button', { name: 'Show all 5' }).press('Enter')
  await expect(card.getByRole('listitem')).toHaveCount(5)
  await expect(card.getByRole('button', { name: 'Show Fewer' })).toBeFocused()
  expect(complaints.filter((one) => !one.includes('500'))).toEqual([])
})

test.each([390, 768, 1280])('accepts all at once, at %i', async (width) => {
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
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders', { width, prepare })
  const show = page.getByRole('button', { name: 'Show 2 suggestions' })
  await expect(show).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit instructions of Invoices' })).toBeVisible()
  expect(await shiftsOf(page)).toBeLessThan(0.05)
  await show.click()
  expect(await horizontalOverflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Accept All' }).click()
  await expect(page.getByRole('heading', { name: 'Suggested Instructions' })).toBeHidden()
  const rows = await robin.rows<{ instructions: string }[]>('email_folders?select=instructions&instructions=neq.')
  expect(rows).toHaveLength(2)
})

test.each([390, 1280])('holds new suggestions back behind a button without shift, at %i', async (width) => {
  const robin = await trainedMailbox(app)
  let made = false
  const prepare = async (page: Page): Promise<void> => {
    await watchShifts(page)
    await page.route(/propose-instructions/, (route) =>
      made ? route.continue() : route.fulfill({ json: { proposals: [] } }),
    )
  }
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders', { width, prepare })
  await expect(page.getByRole('button', { name: 'Edit instructions of Invoices' })).toBeVisible()
  made = true
  // The page learns of the change by a live event.
  await robin.call('mail-graph', { action: 'sync-folders', mailboxId: robin.mailboxId })
  const opener = page.getByRole('button', { name: '2 suggestions' })
  await expect(opener).toBeVisible()
  await expect(page.getByText('2 suggested instructions')).toBeAttached()
  expect(await shiftsOf(page)).toBeLessThan(0.05)
  expect(await horizontalOverflow(page)).toBe(0)
  await expectNoAxeViolations(page)
  await opener.press('Enter')
  await expect(page.getByRole('heading', { name: 'Suggested Instructions' }).locator(':focus')).toHaveCount(1)
  await expect(opener).toHaveCount(0)
})
