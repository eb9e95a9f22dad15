import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { expectToFit, lookOnce } from '../kit/screens/look.ts'
import { eachScreen, richUser } from '../kit/screens/main-screens.ts'
import { appOfPages } from '../kit/start-app.ts'

/**
 * Each screen with its data. `screens-*.long.test.ts` look at their states and at all dialogs, at each width, light and
 * dark.
 */
const app = await appOfPages()
const browser = await browserOfFile()

test('each screen is accessible and fits, also a phone', async () => {
  const { mailbox } = await richUser(app)
  const { page } = await openAs(browser, app, mailbox, '/dashboard', { width: 1440 })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await eachScreen(page, async () => {
    await page.setViewportSize({ width: 390, height: 900 })
    await expectToFit(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await lookOnce(page)
  })
})
