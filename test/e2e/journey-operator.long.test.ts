import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { makeOperator } from '../../server/shared/operators.ts'
import { browserOfFile, signedIn } from '../kit/browser.ts'
import { databaseAddress } from '../kit/database-address.ts'
import { expect } from '../kit/expect.ts'
import { appOfPages } from '../kit/start-app.ts'
import { newAccount } from '../kit/visitors.ts'

const folder = await mkdtemp(join(tmpdir(), 'mailroom-operator-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()
Object.assign(app.ctx.config, {
  databaseUrl: databaseAddress(app.database.owner),
  backup: { dir: folder, passphrase: 'correct horse battery staple', keptDays: 3 },
})

test('an operator has the server checked, and makes a backup', async () => {
  const operator = await newAccount(app)
  await app.ctx.db.asAccounts((tx) => makeOperator(tx, operator.userId))
  const { page } = await browser.open()
  await signedIn(page, app.url, operator)
  await page.goto(`${app.url}/operator?tab=server`)
  await page.getByRole('button', { name: 'Check Now' }).click()
  await expect(page.getByRole('list', { name: 'Results of the checks' })).toContainText('PostgreSQL')
  await page.getByRole('button', { name: 'Back Up Now' }).click()
  await expect(page.getByRole('list', { name: 'Backups, newest first' }).getByRole('listitem')).toHaveCount(1)
})
