import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('does not shift when data arrives', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ displayName: `Folder ${index}` }))
  const who = await connectedMailbox(app, many)
  for (const [width, path, last] of [
    [1440, '/dashboard', /Need Help/],
    [768, '/dashboard', /Need Help/],
    [390, '/dashboard', /Need Help/],
    [1440, '/dashboard?tab=mailbox', /Emails from before you connected/],
    [390, '/dashboard?tab=mailbox', /Emails from before you connected/],
    [768, '/dashboard?tab=folders', /No processing logs yet/],
    [390, '/dashboard?tab=folders', /No processing logs yet/],
  ] as const) {
    let release = (): void => undefined
    const prepare = async (page: Page): Promise<void> => {
      await watchShifts(page)
      release = await holdCalls(page, /^\/(rest|functions)\/v1\//)
    }
    const { page } = await openAs(browser, app, who, path, { width, prepare })
    await expect(page.getByText('Loading mailboxes...').first()).toBeVisible()
    release()
    await expect(page.getByText(last)).toBeVisible()
    expect(await shiftsOf(page), `${path} at ${width}`).toBeLessThan(0.01)
  }
})

test('does not shift when the code of a tab arrives after the data', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  let release = (): void => undefined
  const prepare = async (page: Page): Promise<void> => {
    await watchShifts(page)
    release = await holdCalls(page, /\/assets\/mailbox-tab-.*\.js$/)
  }
  const { page } = await openAs(browser, app, who, '/dashboard', { width: 390, prepare })
  await page.goto(`${app.url}/dashboard?tab=mailbox`, { waitUntil: 'commit' })
  await expect(page.getByRole('banner').getByRole('button', { name: /^Mailbox: / })).toBeVisible()
  release()
  await expect(page.getByText(/^Emails from before you connected/)).toBeVisible()
  expect(await shiftsOf(page)).toBe(0)
})
