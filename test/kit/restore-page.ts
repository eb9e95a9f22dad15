import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { writeBackup } from '../../server/backup/write-backup.ts'
import { readConfig } from '../../server/config.ts'
import { databaseAddress } from './database-address.ts'
import { expect } from './expect.ts'
import { ofFile } from './of-file.ts'
import { clientOf } from './outbox.ts'
import { startOwnServer } from './own-server.ts'
import { headingIn } from './sign-in-page.ts'
import { testSecrets } from './test-secrets.ts'
import { newAddress, visitorPassword } from './visitors.ts'

const passphrase = 'correct horse battery staple'

/** A fresh installation, and the backup of another one with one account, that of its operator. */
export async function freshInstallation() {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-restore-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const app = await ofFile(startOwnServer({ DATA_DIR: join(folder, 'new') }))
  const email = newAddress()
  const file = join(folder, 'backup')
  {
    await using other = await startOwnServer()
    await using ctx = await other.openContext()
    const { error } = await clientOf({ ctx, url: other.url }).auth.signUp({ email, password: visitorPassword })
    expect(error).toBeNull()
    const env = { DATABASE_URL: databaseAddress(other.owner), SUPPORT_EMAIL: 'me@example.com', ...testSecrets }
    await writeBackup(readConfig(env), file, passphrase)
  }

  return {
    app,
    operator: { email, password: visitorPassword },
    /** From the first page to the screen for it. */
    startRestore: async (page: Page): Promise<void> => {
      await page.goto(app.url)
      await page.getByRole('link', { name: 'Restore a backup' }).click()
      await expect(headingIn(page, 'Restore a backup')).toBeVisible()
    },
    /** Opens the backup on the screen for it. */
    openBackup: async (page: Page, words = passphrase): Promise<void> => {
      await page.getByLabel('File of the backup').setInputFiles(file)
      await page.getByLabel('Passphrase', { exact: true }).fill(words)
      await page.getByRole('button', { name: 'Open Backup' }).click()
    },
  }
}
