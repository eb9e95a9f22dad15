import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { lookOnce } from '../kit/screens/look.ts'
import { eachScreen, richUser } from '../kit/screens/main-screens.ts'
import { startApp, type App } from '../kit/start-app.ts'

/**
 * Each screen and dialog in its final state is accessible and no wider than the window: the screens here, their states
 * and dialogs in the files beside it. `screens.long.test.ts` looks at all of them at each width, light and dark.
 */
let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('each screen with its data, wide and light, then on a phone and dark', async () => {
  const { mailbox } = await richUser(app)
  const { page, complaints } = await openAs(browser, app, mailbox, '/dashboard', { width: 1440 })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await eachScreen(page, () => lookOnce(page))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await eachScreen(page, () => lookOnce(page))
  expect(complaints).toEqual([])
})
