import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { freshInstallation } from '../kit/restore-page.ts'
import { headingIn } from '../kit/sign-in-page.ts'
import { fillLogin } from '../kit/visitors.ts'

/** What fails is in `journey-restore.long`. */
const { app, operator, openBackup, startRestore } = await freshInstallation()
const browser = await browserOfFile()

test('a fresh installation takes a backup in the browser, and its operator signs in', async () => {
  const { page } = await browser.open()
  await startRestore(page)
  await openBackup(page)
  await expect(headingIn(page, 'Restore this backup?')).toBeVisible()
  await expect(page.getByText('1 account')).toBeVisible()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  // A setting of the other server's environment.
  expect(await (await fetch(`${app.url}/config.json`)).json()).toMatchObject({ supportEmail: 'me@example.com' })
  await fillLogin(page, operator)
  await expect(headingIn(page, 'Dashboard')).toBeVisible()
})
