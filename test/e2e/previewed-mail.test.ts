import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { beyond, openAs, toastIn } from '../kit/folders-page.ts'
import { invoice } from '../kit/learned-mailbox.ts'
import { startHistory } from '../kit/sorted-mail.ts'
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

test.each([390, 768, 1280])(
  'a mailbox is previewed, its mail sorted later, and the preview stopped, at %i',
  async (width) => {
    const history = await startHistory(app)
    const { page, complaints } = await openAs(browser, app, history.mailbox, '/dashboard?tab=mailbox', { width })
    await page.getByRole('button', { name: /^Settings: / }).click()
    await page.getByRole('switch', { name: 'Preview only, for one day' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(page.getByText('Preview: 0 emails would have been sorted.')).toBeVisible()
    const { messageId } = await history.arrives(invoice(81))
    await expect(page.getByText('Preview: 1 email would have been sorted.')).toBeVisible()
    expect(await history.place(messageId)).toBe('Inbox')
    await expectNoAxeViolations(page)
    expect(await beyond(page)).toBe(0)
    await page.goto(`${app.url}/dashboard?tab=folders`)
    await expect(page.getByRole('main')).toContainText('Would go to “Invoices”')
    await page.goto(`${app.url}/dashboard`)

    await failCalls(page, /previewed-mail/, { when: (body) => body.includes('sort') })
    await page.getByRole('button', { name: 'Sort them now' }).press('Enter')
    await expect(toastIn(page, 'Update Failed')).toBeVisible()
    await page.unroute(/previewed-mail/)
    await page.getByRole('button', { name: 'Sort them now' }).press('Enter')
    await expect(page.getByText('Preview: 0 emails would have been sorted.')).toBeVisible()
    await expect
      .poll(async () => {
        await app.drain()
        return history.place(messageId)
      })
      .toBe('Invoices')
    await page.getByRole('button', { name: 'Stop previewing' }).press('Enter')
    await expect(page.getByText('Preview:')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(complaints.filter((one) => !one.includes('500'))).toEqual([])
  },
)
