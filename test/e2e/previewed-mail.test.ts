import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { atEachWidth, expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { startHistory } from '../kit/sorted-mail.ts'
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

test('previews a mailbox, sorts its email later, and stops the preview, at each width', async () => {
  const history = await startHistory(app)
  const { page, complaints } = await openAs(browser, app, history.mailbox, '/dashboard?tab=mailbox', { width: 390 })
  await page.getByRole('button', { name: /^Settings: / }).click()
  await page.getByRole('switch', { name: 'Preview only, for one day' }).click()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const pill = (emails: string) => page.getByRole('button', { name: `Preview: ${emails} would have been sorted` })
  const box = page.getByRole('dialog', { name: 'Preview' })
  const fits = async (width: number): Promise<void> => {
    await expectNoAxeViolations(page)
    expect(await horizontalOverflow(page), String(width)).toBe(0)
  }
  await expect(pill('0 emails')).toBeVisible()
  const { messageId } = await history.deliverAndSort(invoice(81))
  await expect(pill('1 email')).toBeVisible()
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  await atEachWidth(page, fits)
  await page.goto(`${app.url}/dashboard?tab=folders`)
  await expect(page.getByRole('main')).toContainText('Would go to “Invoices”')
  await watchShifts(page)
  await atEachWidth(page, async (width) => {
    const known = Promise.withResolvers<void>()
    await page.route(/previewed-mail/, async (route) => {
      await known.promise
      await route.fallback()
    })
    await page.goto(`${app.url}/dashboard`)
    await expect(page.getByRole('heading', { name: 'Need Help' })).toBeVisible()
    known.resolve()
    await expect(pill('1 email')).toBeVisible()
    expect(await shiftsOf(page), String(width)).toBeLessThan(0.05)
    await page.unroute(/previewed-mail/)
  })

  await pill('1 email').press('Enter')
  await expect(box).toContainText('1 email would have been sorted. New email stays in your inbox until')
  await atEachWidth(page, fits)
  await failCalls(page, /previewed-mail/, { when: (body) => body.includes('sort') })
  await box.getByRole('button', { name: 'Sort Them Now' }).press('Enter')
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await page.unroute(/previewed-mail/)
  await expect(box.getByRole('button', { name: 'Sort Them Now' })).toBeEnabled()
  await box.getByRole('button', { name: 'Sort Them Now' }).press('Enter')
  await expect(box).toHaveCount(0)
  await expect(pill('0 emails')).toBeFocused()
  await expect
    .poll(async () => {
      await app.runDueJobs()
      return history.outlookFolderOf(messageId)
    })
    .toBe('Invoices')
  await pill('0 emails').press('Enter')
  await box.getByRole('button', { name: 'Stop Preview' }).press('Enter')
  await expect(box).toHaveCount(0)
  await expect(pill('0 emails')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(complaints.filter((one) => !one.includes('500'))).toEqual([])
})
