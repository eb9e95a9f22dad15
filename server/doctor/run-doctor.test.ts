import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { startSubmission } from '../../test/kit/submission-server.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { signUp } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { setAutomationSwitch } from '../actions/engine/automation-switch-queries.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { createSealer } from '../sealed.ts'
import { saveOperatorSettings, type StoredSettings } from '../shared/operator-settings.ts'
import { demoAddress } from '../simulated-services.ts'
import { createSelfSignedCertificate } from '../../scripts/lib/self-signed-certificate.ts'
import { checkEntra } from './check-entra.ts'
import { checkWebhook } from './check-webhook.ts'
import { runDoctor, examine } from './run-doctor.ts'

const appId = '11111111-2222-4333-8444-555555555555'
const app = await appOfFile()
await signUp(app)
const damaged = await createTestDatabase()
const weakUser = `weak_${randomBytes(4).toString('hex')}`
await runSql(app.database.owner, `create role ${weakUser} login password 'x'`)
const oldBackups = await mkdtemp(join(tmpdir(), 'mailroom-backups-'))
await writeFile(join(oldBackups, 'mailroom-2021-01-01T021700Z'), '')
afterAll(async () => {
  await runSql(app.database.owner, `drop role ${weakUser}`)
  await rm(oldBackups, { recursive: true })
  await damaged[Symbol.asyncDispose]()
})

/** A set-up without errors, apart from `changes`. */
const settings = (changes: Record<string, string> = {}) => ({
  SANDBOX_URL: app.sandbox.url,
  PUBLIC_URL: app.url,
  PORT: new URL(app.url).port,
  DATABASE_URL: databaseAddress(app.database.owner),
  ...testSecrets,
  ...changes,
})
const linesOf = async (env: Record<string, string>, clock = systemClock) =>
  (await runDoctor(env, clock)).map(({ level, check, text, remedy }) => `${level} ${check}: ${text} → ${remedy ?? ''}`)
const model = () => ({ AI_BASE_URL: `${app.sandbox.url}/api.openai.com/v1`, AI_MODEL: 'sandbox-model' })

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

test('names proxies that are all addresses, and a collector that does not respond', async () => {
  const wide = { TRUSTED_PROXIES: '0.0.0.0/0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  expect(await linesOf(settings(wide))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^warning address: .*every visitor can claim another one/),
      expect.stringMatching(/^warning traces and logs: 127.0.0.1:9 does not respond → Start the collector/),
    ]),
  )
})

test('names a folder of backups without a passphrase', async () => {
  expect(await linesOf(settings({ BACKUP_DIR: '/backups' }))).toContainEqual(
    expect.stringMatching(/^warning backup: no backups are made: BACKUP_DIR is set/),
  )
})

test('finds a sender that the mail server refuses, without sending an email', async () => {
  await using server = await startSubmission({ sender: 'me@example.com' })
  const smtp = { SMTP_URL: `smtps://me:secret@127.0.0.1:${server.port}` }
  const lineOf = async (MAIL_FROM: string) =>
    (await linesOf(settings({ ...smtp, MAIL_FROM }))).find((line) => /^\w+ email: /.test(line))
  expect(await lineOf('Mailroom <me@example.com>')).toMatch(/^ok email: 127.0.0.1 accepts the sign-in and the sender/)
  expect(await lineOf('other@example.com')).toMatch(/^error email: .* refuses the sender .* \(553\) → Set MAIL_FROM/)
  expect(server.received).toEqual([])
})

const pair = createSelfSignedCertificate('Mailroom', new Date('2020-01-01'), new Date('2021-01-01'))
test.each<[string, () => Record<string, string>, RegExp, RegExp]>([
  ['a misspelt setting', () => ({ PORT: 'x' }), /PORT: must be a port/, /Correct this setting/],
  ['no database there', () => ({ DATABASE_URL: 'postgresql://127.0.0.1:9/x' }), /no database responds/, /DATABASE_URL/],
  [
    'no pooler there',
    () => ({ DATABASE_URL: 'postgresql://127.0.0.1:9/x', DATABASE_DIRECT_URL: databaseAddress(app.database.owner) }),
    /pooler: DATABASE_URL does not accept the nodes/,
    /the pooler runs/,
  ],
  [
    'no database past the pooler',
    () => ({ DATABASE_DIRECT_URL: 'postgresql://127.0.0.1:9/x' }),
    /DATABASE_DIRECT_URL: no database responds/,
    /Correct DATABASE_DIRECT_URL/,
  ],
  [
    'a database of a newer program',
    () => ({ DATABASE_URL: databaseAddress(damaged.owner) }),
    /newer than this program/,
    /Install the version/,
  ],
  [
    'more connections than the database allows',
    () => ({ DATABASE_CONNECTIONS: '999' }),
    /connections: one node may open 999 connections, and the database allows \d+/,
    /lower DATABASE_CONNECTIONS/,
  ],
  [
    'another encryption key',
    () => ({ ENCRYPTION_KEYS: Buffer.alloc(32, 8).toString('base64') }),
    /key that is not configured/,
    /Restore ENCRYPTION_KEYS/,
  ],
  [
    'an unknown app',
    () => ({ MICROSOFT_CLIENT_ID: 'mailroom-sandbox-unknown' }),
    /no app with this/,
    /Application \(client\) ID/,
  ],
  [
    'a web app without a secret',
    () => ({ MICROSOFT_CLIENT_ID: 'mailroom-sandbox' }),
    /registered for “Web”/,
    /Mobile and desktop/,
  ],
  [
    'a wrong secret',
    () => ({ MICROSOFT_CLIENT_ID: 'mailroom-sandbox', MICROSOFT_CLIENT_SECRET: 'wrong' }),
    /MICROSOFT_CLIENT_SECRET is wrong/,
    /“Value” of the secret/,
  ],
  [
    'a secret of a public client',
    () => ({ MICROSOFT_CLIENT_ID: 'mailroom-sandbox-public', MICROSOFT_CLIENT_SECRET: 'x' }),
    /must not send a secret/,
    /Remove MICROSOFT_CLIENT_SECRET/,
  ],
  [
    'a single-page application',
    () => ({ MICROSOFT_CLIENT_ID: 'mailroom-sandbox-spa' }),
    /Single-page/,
    /Mobile and desktop/,
  ],
  [
    'an expired certificate',
    () => ({ MICROSOFT_CLIENT_ID: 'mailroom-sandbox', MICROSOFT_CERTIFICATE: pair.certificate + pair.privateKey }),
    /expired on 2021-01-01/,
    /new certificate/,
  ],
  [
    'backups that have stopped',
    () => ({ BACKUP_DIR: oldBackups, BACKUP_PASSPHRASE: 'correct horse battery staple' }),
    /the newest is of 2021-01-01 02:17 UTC/,
    /is the disk full/,
  ],
  [
    'a folder for backups that is a file',
    () => ({ BACKUP_DIR: 'package.json', BACKUP_PASSPHRASE: 'correct horse battery staple' }),
    /package.json is no folder/,
    /may write/,
  ],
  [
    'a folder for backups where nothing can be written',
    () => ({ BACKUP_DIR: '/proc/mailroom', BACKUP_PASSPHRASE: 'correct horse battery staple' }),
    /\/proc\/mailroom is not writable/,
    /may write/,
  ],
  [
    'a folder for backups whose name is too long',
    () => ({ BACKUP_DIR: `/tmp/${'a'.repeat(300)}`, BACKUP_PASSPHRASE: 'correct horse battery staple' }),
    /aaa cannot be read \(ENAMETOOLONG\)/,
    /may write/,
  ],
  [
    'the address of another machine',
    () => ({ HOST: '198.51.100.7' }),
    /HOST: this machine has no such/,
    /Correct PORT/,
  ],
  [
    'a port that another program uses',
    () => ({ PORT: new URL(app.sandbox.url).port }),
    /PORT: port \d+ is taken/,
    /Correct PORT or HOST/,
  ],
  [
    'an address in the network that is not listened to',
    () => ({ PUBLIC_URL: 'http://mailroom.lan:3000' }),
    /no other machine reaches http:\/\/mailroom.lan:3000, because HOST is 127.0.0.1/,
    /HOST=0.0.0.0/,
  ],
  [
    'an address that is not registered',
    () => ({ PUBLIC_URL: 'https://mail.example.com' }),
    /callback is not registered/,
    /Add exactly this address/,
  ],
  [
    'a user of the database who may not use its roles',
    () => ({ DATABASE_URL: databaseAddress({ ...app.database.owner, user: weakUser, password: 'x' }) }),
    /the user of DATABASE_URL may not create the roles/,
    /alter role NAME createrole/,
  ],
  ['no mail server', () => ({ SMTP_URL: 'smtp://127.0.0.1:9' }), /does not respond/, /host and port in SMTP_URL/],
  ['a wrong key of the model', () => ({ ...model(), AI_API_KEY: 'wrong' }), /refuses the key/, /AI_API_KEY/],
  [
    'a model that is not installed',
    () => ({ ...model(), AI_MODEL: 'other', AI_API_KEY: 'mailroom-sandbox-key' }),
    /does not know AI_MODEL/,
    /Correct AI_MODEL/,
  ],
  [
    'a wrong secret of Dropbox',
    () => ({ DROPBOX_CLIENT_ID: 'mailroom-sandbox', DROPBOX_CLIENT_SECRET: 'wrong' }),
    /Dropbox: refuses the client/,
    /DROPBOX_CLIENT_SECRET/,
  ],
])('names the cause and the remedy of %s', async (_name, changes, cause, remedy) => {
  await runSql(
    damaged.owner,
    "insert into migrations.applied values (9999, '9999-later.sql', 'x') on conflict do nothing",
  )
  const problems = (await linesOf(settings(changes()))).filter((line) => line.startsWith('error'))
  expect(problems).toContainEqual(expect.stringMatching(cause))
  expect(problems.find((line) => cause.test(line))?.split('→')[1]).toMatch(remedy)
})

const sandboxApp = { MICROSOFT_CLIENT_ID: 'mailroom-sandbox', MICROSOFT_CLIENT_SECRET: 'mailroom-sandbox-secret' }
test.each<[string, Record<string, string>, RegExp]>([
  ['no proxy before https', { PUBLIC_URL: 'https://mail.example.com' }, /address: an https .* → Set TRUSTED_PROXIES/],
  ['two ports', { PUBLIC_URL: 'http://localhost:1' }, /address: PUBLIC_URL has another port than PORT/],
  [
    'backups beside the data',
    { DATA_DIR: oldBackups, BACKUP_DIR: join(oldBackups, 'new'), BACKUP_PASSPHRASE: 'correct horse battery staple' },
    /backup: .* is inside of DATA_DIR/,
  ],
  [
    'a secret that expires',
    { ...sandboxApp, MICROSOFT_SECRET_EXPIRES: '2027-05-01' },
    /client secret: expires on 2027-05-01 → Create a new secret/,
  ],
])('warns of %s', async (_name, changes, line) => {
  const warnings = await linesOf(settings(changes), { now: () => new Date('2027-04-05T00:00:00Z') })
  expect(warnings.filter((one) => one.startsWith('warning '))).toContainEqual(expect.stringMatching(line))
})

test('leaves the number of a port that a container publishes to what publishes it', async () => {
  const lines = await linesOf(settings({ PUBLIC_URL: 'http://localhost:1', HOST: '0.0.0.0' }))
  expect(lines).toContainEqual(expect.stringMatching(/^ok address: http:.*localhost:1 leads to 0\.0\.0\.0:/))
})

test('says that Microsoft accepts no http address but that of this machine', async () => {
  const config = readConfig(
    settings({ PUBLIC_URL: 'http://192.168.1.20', HOST: '0.0.0.0', MICROSOFT_CLIENT_ID: appId }),
  )
  if (!config.microsoft) throw new Error('Outlook is not configured')
  const entraUrl = `${app.sandbox.url}/login.microsoftonline.com`
  const found = await checkEntra({ ...config, microsoft: { ...config.microsoft, entraUrl } }, systemClock)
  expect(found).toContainEqual(
    expect.objectContaining({ level: 'error', remedy: expect.stringMatching(/https address.*home-server/) }),
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

/** Answers every request itself, except the one whether the sandbox runs. */
async function startProxy(status: number): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(({ url }, response) =>
    response.writeHead(url === '/control/info' ? 200 : status).end('no'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

test('does not take the answer of a proxy for that of a service which accepts the client', async () => {
  await using proxy = await startProxy(502)
  const lines = await linesOf(settings({ SANDBOX_URL: proxy.url }))
  const about = (name: string) => lines.filter((line) => line.includes(` ${name}: `))
  for (const name of ['Microsoft', 'Dropbox', 'Google Drive'])
    expect(about(name)).toEqual([
      expect.stringMatching(/^warning .*the client could not be checked \(502 unexpected_answer\) → .*proxy/),
    ])
})

test('says that Microsoft cannot reach a local address, where only Outlook is real', async () => {
  const config = readConfig(settings({ MICROSOFT_CLIENT_ID: appId }))
  expect(await checkWebhook(config)).toEqual([
    expect.objectContaining({
      level: 'warning',
      text: expect.stringMatching(/^Microsoft cannot reach .* every minute$/),
    }),
  ])
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

test('names the unusable DATA_DIR', async () => {
  const { JWT_SECRET: _secret, ...others } = settings({ DATA_DIR: 'package.json/data' })
  expect(await linesOf(others)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^error disk: .*package\.json is no folder → Set DATA_DIR/),
      expect.stringMatching(/^error database: DATA_DIR: .* cannot be used \(E[A-Z]+\)/),
    ]),
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

test('finds a queue that no worker drains, stopped automation, and a proxy that answers the webhook', async () => {
  await app.ctx.db.asService((tx) => setAutomationSwitch(tx, { actions: true }, app.clock.now()))
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await runSql(app.database.owner, "update pgboss.job set start_after = now() - interval '20 minutes'")
  await using proxy = await startProxy(403)
  const problems = await linesOf(settings({ PUBLIC_URL: proxy.url }))
  expect(problems).toContainEqual(
    expect.stringMatching(/error queue: the oldest job has waited for 20 minutes.*ROLE=worker/),
  )
  expect(problems).toContainEqual(expect.stringMatching(/^warning automation: automated actions are stopped since/))
  expect(problems).toContainEqual(expect.stringMatching(/error new email: .* answers 403.*Let the proxy pass/))
  await app.ctx.db.asService((tx) => setAutomationSwitch(tx, { actions: false }, app.clock.now()))
})

test('finds a refused key of Stripe, missing prices, and a missing webhook endpoint', async () => {
  const config = readConfig(settings())
  if (!config.stripe) throw new Error('Stripe is not configured')
  const withStripe = (stripe: object, production = false) =>
    examine({ ...config, production, stripe: Object.assign({}, config.stripe, stripe) }, systemClock)
  const textsOf = async (stripe: object) =>
    (await withStripe(stripe)).flatMap(({ level, check, text, remedy }) =>
      level === 'error' && check.startsWith('Stripe') ? [`${text} → ${remedy ?? ''}`] : [],
    )
  expect(await textsOf({ setUp: 'command', secretKey: 'sk_test_wrong' })).toEqual([
    expect.stringContaining('refuses STRIPE_SECRET_KEY'),
  ])
  expect(await textsOf({ setUp: 'command' })).toEqual(
    expect.arrayContaining([
      'there is no price for “Pro” → Run npx mailroom stripe setup.',
      expect.stringMatching(/^Stripe does not report to .*stripe-webhook → Run npx mailroom stripe setup\.$/),
    ]),
  )
  expect(await withStripe({ mode: 'test' }, true)).toContainEqual(
    expect.objectContaining({ level: 'warning', text: expect.stringMatching(/test key in production/) }),
  )
})

test('finds passwords of IMAP mailboxes that no configured key opens', async () => {
  const { userId } = await signUp(app)
  const keys = async () => (await linesOf(settings())).filter((line) => line.includes(' keys: '))
  const other = createSealer([Buffer.alloc(32, 8)]).seal('a password', 'secret')
  expect(await keys()).toEqual([expect.stringMatching(/^ok/)])
  await app.ctx.db.asService(async (tx) => {
    const { id } = await tx
      .insertInto('mailboxes')
      .values({
        user_id: userId,
        email_address: 'a@example.com',
        provider: 'imap',
        provider_tenant_id: 'imap.example.com',
        provider_account_id: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const server = { imap_host: 'imap.example.com', imap_port: 993, imap_security: 'tls' } as const
    await tx
      .insertInto('app.imap_accounts')
      .values({ mailbox_id: id, user_id: userId, ...server, user_name: 'a', password_sealed: other })
      .execute()
  })
  expect(await keys()).toEqual([expect.stringMatching(/^error keys: .*Restore ENCRYPTION_KEYS/)])
})
