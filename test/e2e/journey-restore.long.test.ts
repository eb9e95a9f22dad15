import { test } from 'vitest'
import { RestoreState } from '../../contract/restore.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { freshInstallation } from '../kit/restore-page.ts'
import { headingIn } from '../kit/sign-in-page.ts'

const { app, openBackup, startRestore } = await freshInstallation()
const browser = await browserOfFile()

test('a backup is asked for and refused; a restore that ends or is refused can be tried again', async () => {
  const { page } = await browser.open()
  await startRestore(page)
  await page.getByRole('button', { name: 'Open Backup' }).click()
  await expect(page.getByLabel('File of the backup')).toHaveAccessibleDescription('Please choose the file of a backup.')
  await openBackup(page, 'a wrong one')
  await expect(page.getByRole('alert')).toHaveText('The passphrase is wrong, or the backup is damaged.')
  await openBackup(page)
  await expect(headingIn(page, 'Restore this backup?')).toBeVisible()

  // The process ends during a restore, and was started again: it has no failure to report.
  const fresh: RestoreState = { state: 'open', backups: [], failure: null }
  const states: RestoreState[] = [{ state: 'restoring', percent: 40 }, fresh]
  await page.route('**/api/restore', (route) =>
    route.fulfill({
      json: route.request().method() === 'POST' ? { success: true } : RestoreState.parse(states.shift() ?? fresh),
    }),
  )
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(headingIn(page, 'Restore a backup')).toBeVisible()
  await page.unrouteAll()
  await openBackup(page)

  await using other = await app.openContext()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Another node of this installation is running/)
  expect(other.restoreDesk).toBeNull()
})
