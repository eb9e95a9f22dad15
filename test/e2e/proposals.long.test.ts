import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { expectNoAxeViolations, browserOfFile } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { trainedMailbox } from '../kit/trained-mailbox.ts'
import { appOfFile } from '../kit/start-app.ts'

const app = await appOfFile()
const browser = await browserOfFile()

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
