import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { beyond, openAs, toastIn } from '../kit/folders-page.ts'
import { learnedMailbox } from '../kit/learned-mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('suggested instructions are edited, dismissed and accepted by keyboard', async () => {
  const robin = await learnedMailbox(app)
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  const heading = page.getByRole('heading', { name: 'Suggested Instructions' })
  await expect(heading).toBeVisible()
  const card = page.locator('section').filter({ has: heading }).last()
  await expect(card.getByRole('listitem').first()).toContainText('Mail from billing@power.example; about')
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
  await card.getByRole('button', { name: 'Accept the suggestion for Invoices' }).press('Enter')
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('cell', { name: 'Bills of all kinds' })).toBeVisible()
  await card.getByRole('button', { name: 'Dismiss the suggestion for Newsletters' }).press('Enter')
  await expect(heading).toBeHidden()
  await page.reload()
  await expect(page.getByRole('cell', { name: 'Bills of all kinds' })).toBeVisible()
  await expect(heading).toBeHidden()
  expect(complaints.filter((one) => !one.includes('500'))).toEqual([])
})

test.each([390, 768, 1280])('all are accepted at once, at %i', async (width) => {
  const robin = await learnedMailbox(app)
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders', { width })
  await expect(page.getByRole('button', { name: 'Accept the suggestion for Invoices' })).toBeVisible()
  expect(await beyond(page)).toBe(0)
  await page.getByRole('button', { name: 'Accept All' }).click()
  await expect(page.getByRole('heading', { name: 'Suggested Instructions' })).toBeHidden()
  const rows = await robin.rows<{ instructions: string }[]>('email_folders?select=instructions&instructions=neq.')
  expect(rows).toHaveLength(2)
})
