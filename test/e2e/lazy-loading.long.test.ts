import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('reloads optional parts automatically', async () => {
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=mailbox', {
    prepare: async (page) => {
      await page.clock.install()
      await page.route('**/assets/toaster-*.js', (route) => route.abort())
    },
  })
  await expect(button(page, /^Settings: /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toHaveCount(0)
  await page.unrouteAll()
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toHaveCount(1, { timeout: 500 })
  }).toPass()
})
