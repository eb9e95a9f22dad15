import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { atEachWidth, expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { startHistory, type History } from '../kit/sorted-mail.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
let history: History
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
const fill = async (): Promise<History> => {
  const filled = await startHistory(app)
  for (let n = 1; n <= 7; n++) await filled.deliverAndSort(invoice(100 + n))
  return filled
}
beforeEach(async () => {
  history ??= await fill()
})

test('shows what a condition would change, five emails at first, at each width', async () => {
  const { page } = await openAs(browser, app, history.mailbox, '/dashboard?tab=folders', { width: 390 })
  await page.getByRole('button', { name: 'Show details of Newsletters' }).click()
  await page.getByRole('button', { name: 'Edit Conditions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conditions' })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Please enter an email address, like anna@example.com.')).toBeVisible()
  await dialog.getByLabel('Value').fill('billing@power.example')
  await failCalls(page, /functions\/v1\/preview-sorting/)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('alert')).toContainText('The preview could not be created')
  await page.unroute(/functions\/v1\/preview-sorting/)
  await preview.getByRole('button', { name: 'Try Again' }).click()
  await expect(preview).toContainText('7 would come in')
  await expectNoAxeViolations(page)
  await expect(preview.getByRole('listitem')).toHaveCount(5)
  await preview.getByRole('button', { name: 'Show all 7' }).click()
  await expect(preview.getByRole('listitem')).toHaveCount(7)
  await expect(preview.getByRole('listitem').first()).toContainText(/Invoices.*Newsletters/)
  await atEachWidth(page, async (width) => expect(await horizontalOverflow(page), String(width)).toBe(0))
  await dialog.getByLabel('Goes into').selectOption({ label: 'Invoices' })
  await expect(preview).toBeHidden()
  await expect(dialog.getByText('There are no conditions yet.')).toBeVisible()
})
