import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { RestoreState } from '../../contract/restore.ts'
import { writeBackup } from '../../server/backup/write-backup.ts'
import { readConfig } from '../../server/config.ts'
import { browserOfFile } from '../kit/browser.ts'
import { databaseAddress } from '../kit/database-address.ts'
import { expect } from '../kit/expect.ts'
import { ofFile } from '../kit/of-file.ts'
import { clientOf } from '../kit/outbox.ts'
import { startOwnServer } from '../kit/own-server.ts'
import { headingIn } from '../kit/sign-in-page.ts'
import { testSecrets } from '../kit/test-secrets.ts'
import { fillLogin, newAddress, visitorPassword } from '../kit/visitors.ts'

const passphrase = 'correct horse battery staple'
const folder = await mkdtemp(join(tmpdir(), 'mailroom-restore-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const app = await ofFile(startOwnServer({ DATA_DIR: join(folder, 'new') }))
const browser = await browserOfFile()

/** The backup of an installation with one account, that of its operator. */
async function backUpOther(email: string): Promise<string> {
  await using other = await startOwnServer()
  await using ctx = await other.openContext()
  const { error } = await clientOf({ ctx, url: other.url }).auth.signUp({ email, password: visitorPassword })
  expect(error).toBeNull()
  const file = join(folder, 'backup')
  const env = { DATABASE_URL: databaseAddress(other.owner), SUPPORT_EMAIL: 'me@example.com', ...testSecrets }
  await writeBackup(readConfig(env), file, passphrase)
  return file
}

test('a fresh installation takes a backup in the browser, and its operator signs in', async () => {
  const email = newAddress()
  const file = await backUpOther(email)
  const { page } = await browser.open()
  await page.goto(app.url)
  await page.getByRole('link', { name: 'Restore a backup' }).click()
  await expect(headingIn(page, 'Restore a backup')).toBeVisible()
  const open = page.getByRole('button', { name: 'Open Backup' })
  await open.click()
  await expect(page.getByLabel('File of the backup')).toHaveAccessibleDescription('Please choose the file of a backup.')
  await page.getByLabel('File of the backup').setInputFiles(file)
  await page.getByLabel('Passphrase', { exact: true }).fill('a wrong one')
  await open.click()
  await expect(page.getByRole('alert')).toHaveText('The passphrase is wrong, or the backup is damaged.')
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await open.click()
  await expect(headingIn(page, 'Restore this backup?')).toBeVisible()
  await expect(page.getByText('1 account')).toBeVisible()
  const openBackup = async (): Promise<void> => {
    await page.getByLabel('File of the backup').setInputFiles(file)
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await open.click()
  }

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
  await openBackup()

  {
    await using other = await app.openContext()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(/^Another node of this installation is running/)
    expect(other.restoreDesk).toBeNull()
  }
  await openBackup()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  // A setting of the other server's environment.
  expect(await (await fetch(`${app.url}/config.json`)).json()).toMatchObject({ supportEmail: 'me@example.com' })
  await fillLogin(page, { email, password: visitorPassword })
  await expect(headingIn(page, 'Dashboard')).toBeVisible()
})
