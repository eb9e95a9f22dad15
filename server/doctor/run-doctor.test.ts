import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { doctorOfFile } from '../../test/kit/doctor.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../db/database.ts'
import { createSealer } from '../sealed.ts'
import { saveOperatorSettings, type StoredSettings } from '../shared/operator-settings.ts'
import { demoAddress } from '../simulated-services.ts'
import { runDoctor } from './run-doctor.ts'

/** Single settings are in `broken-settings.test.ts`. */
const { app, settings, linesOf } = await doctorOfFile()

test('finds nothing wrong with a set-up that works', async () => {
  const findings = await runDoctor(settings())
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['settings', 'disk', 'database', 'migrations', 'queue', 'Microsoft', 'redirect', 'Stripe']),
  )
})

test('signs in past a pooler as the owner, and at the pooler as the nodes do', async () => {
  const direct = databaseAddress(app.database.owner)
  const pooler = databaseAddress({ ...app.database.owner, user: 'unknown_to_the_pooler' })
  const lines = await linesOf(settings({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct }))
  expect(lines).toContainEqual(expect.stringMatching(/^ok database: PostgreSQL .* responds/))
  expect(lines).toContainEqual(expect.stringMatching(/^ok pooler: accepts the nodes/))
})

test('checks what an operator has entered on the page, and says which line of it is not valid', async () => {
  await using stored = await createTestDatabase()
  await using db = await openDatabase({ connection: stored.server, onError: () => undefined })
  const ctx = { clock: systemClock, sealer: createSealer([Buffer.from(testSecrets.ENCRYPTION_KEYS, 'base64')]) }
  const save = (values: StoredSettings) => db.asService((tx) => saveOperatorSettings(tx, ctx, null, values))
  const env = settings({ SANDBOX_URL: '', SANDBOX: 'false', DATABASE_URL: databaseAddress(stored.owner) })
  await save({ SMTP_URL: 'smtp://127.0.0.1:9' })
  expect(await linesOf(env)).toContainEqual(expect.stringMatching(/^error email: 127.0.0.1:9 does not respond/))
  await save({ AI_MODEL: 'small' })
  expect(await linesOf(env)).toContainEqual(
    expect.stringMatching(/^error settings of the page: AI_BASE_URL: must be set/),
  )
})

test('names a misspelt setting, and checks the rest beside a wrong one', async () => {
  const wrong = { SMTP_URLS: 'x', PORT: 'none', AI_MODEL: 'alone', SMTP_URL: 'smtp.example.com' }
  const lines = await linesOf(settings(wrong))
  expect(lines.filter((line) => line.includes('SMTP_URL is not set'))).toEqual([])
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^warning settings: SMTP_URLS: no such setting; SMTP_URL is one/),
      expect.stringMatching(/^error settings: PORT: must be a port/),
      expect.stringMatching(/^ok migrations/),
    ]),
  )
})

test('checks the rest beside a setting that production requires', async () => {
  const own = settings({ SANDBOX_URL: '', NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:9' })
  const lines = await linesOf({
    ...own,
    PUBLIC_URL: 'http://mail.example.com',
    JWT_SECRET: 'short',
    ENCRYPTION_KEYS: '',
  })
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([
    expect.stringMatching(/^error settings: JWT_SECRET: must have at least 32 bytes/),
    expect.stringMatching(/^error settings: ENCRYPTION_KEYS: must be set in production/),
    expect.stringMatching(/^error settings: SUPPORT_EMAIL: must be set in production/),
    expect.stringMatching(/^error settings: PUBLIC_URL: must begin with https: in production/),
    expect.stringMatching(/^error email: 127.0.0.1:9 does not respond/),
  ])
  expect(lines).toContainEqual(expect.stringMatching(/^ok migrations/))
})

test('names the unusable DATA_DIR', async () => {
  const { JWT_SECRET: _secret, ...others } = settings({ DATA_DIR: 'package.json/data' })
  expect(await linesOf(others)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^error disk: .*package\.json is no folder → Set DATA_DIR/),
      expect.stringMatching(/^error database: DATA_DIR: .* cannot be used \(E[A-Z]+\)/),
    ]),
  )
})

test('says what is simulated, what is not configured, and who may create an account', async () => {
  expect(await linesOf(settings())).toContainEqual(
    expect.stringMatching(/^warning sandbox: stands in for Outlook, Google, Dropbox, payments, outgoing email:/),
  )
  const own = settings({ SANDBOX_URL: '', SANDBOX: 'false' })
  const lines = await linesOf(own)
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ok Microsoft: is not configured: mailboxes are connected by IMAP/),
      expect.stringMatching(/^ok Stripe: is not configured: there are no plans/),
      expect.stringMatching(/^warning email: SMTP_URL is not set.*users reset EMAIL/),
      expect.stringMatching(/^ok sign-up: is closed or by invitation/),
    ]),
  )
  expect(lines.filter((line) => / sandbox: | demo account: /.test(line))).toEqual([])
  await app.ctx.db.asAccounts((tx) => tx.insertInto('auth.users').values({ email: demoAddress }).execute())
  expect(await linesOf(own)).toContainEqual(
    expect.stringMatching(/^warning demo account: .* password is published → npx mailroom users delete/),
  )
})

test('the command prints JSON, and exits with 1 where a check fails', async () => {
  const run = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['scripts/doctor.ts', '--json'], { env }).then(
      ({ stdout }) => ({ code: 0, findings: JSON.parse(stdout) }),
      ({ code, stdout }) => ({ code, findings: JSON.parse(stdout) }),
    )
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE }
  const [wrong, right] = await Promise.all([
    run({ ...env, ...settings({ PORT: 'x' }) }),
    run({ ...env, ...settings() }),
  ])
  const finding = {
    check: 'settings',
    level: 'error',
    text: expect.stringMatching(/^PORT/),
    remedy: expect.any(String),
  }
  expect(wrong).toEqual({ code: 1, findings: expect.arrayContaining([finding]) })
  expect(right).toEqual({ code: 0, findings: expect.arrayContaining([expect.objectContaining({ level: 'ok' })]) })
})
