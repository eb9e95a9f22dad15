import { test } from 'vitest'
import { openAuthPage, signedIn, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { eachScreen, richUser } from '../kit/screens/main-screens.ts'
import { appOfPages } from '../kit/start-app.ts'

/** The screens in German, at each width, light and dark. `screens-*.long.test.ts` look at states and dialogs. */
const app = await appOfPages()
const browser = await browserOfFile()

test('each screen with its data in German', async () => {
  const { user } = (await richUser(app)).mailbox
  const { page } = await browser.open({ locale: 'de-DE' })
  for (const path of ['/auth/login', '/auth/signup']) {
    await openAuthPage(page, app.url + path)
    await lookEverywhere(page)
  }
  await signedIn(page, app.url, { email: user.email, password: 'correct horse battery' })
  await page.goto(`${app.url}/dashboard`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible()
  await eachScreen(page, () => lookEverywhere(page))
})
