import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { eachDialog, eachScreen, richUser } from '../kit/screens/main-screens.ts'
import { appOfPages } from '../kit/start-app.ts'

/** At each width, light and dark. */
const app = await appOfPages()
const browser = await browserOfFile()

test('the main dialogs', async () => {
  const { mailbox } = await richUser(app)
  const { page } = await openAs(browser, app, mailbox, '/dashboard')
  await eachScreen(page, (path) => eachDialog(page, path, (dialog) => lookEverywhere(page, dialog)))
})
