import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSelfSignedCertificate } from '../../scripts/lib/self-signed-certificate.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { doctorOfFile } from '../../test/kit/doctor.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { runSql } from '../../test/kit/run-sql.ts'

const { app, settings, linesOf } = await doctorOfFile()
const damaged = await ofFile(createTestDatabase())
await runSql(damaged.owner, "insert into migrations.applied values (9999, '9999-later.sql', 'x')")
const weakUser = `weak_${randomBytes(4).toString('hex')}`
await runSql(app.database.owner, `create role ${weakUser} login password 'x'`)
const oldBackups = await mkdtemp(join(tmpdir(), 'mailroom-backups-'))
await writeFile(join(oldBackups, 'mailroom-2021-01-01T021700Z'), '')
afterAll(async () => {
  await runSql(app.database.owner, `drop role ${weakUser}`)
  await rm(oldBackups, { recursive: true })
})
const model = () => ({ AI_BASE_URL: `${app.sandbox.url}/api.openai.com/v1`, AI_MODEL: 'sandbox-model' })
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
  const problems = (await linesOf(settings(changes()))).filter((line) => line.startsWith('error'))
  expect(problems).toContainEqual(expect.stringMatching(cause))
  expect(problems.find((line) => cause.test(line))?.split('→')[1]).toMatch(remedy)
})

const own = { SANDBOX_URL: '', SANDBOX: 'false' }
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
    'a folder of backups without a passphrase',
    { BACKUP_DIR: '/backups' },
    /backup: no backups are made: BACKUP_DIR is set/,
  ],
  ['no backups of real mailboxes', own, /backup: no backups are made by the server → Set BACKUP_DIR/],
  [
    'sign-up for everyone in the network',
    { ...own, SIGN_UP: 'open', HOST: '0.0.0.0' },
    /sign-up: anyone may create an account → For a household/,
  ],
  [
    'proxies that are all addresses',
    { TRUSTED_PROXIES: '0.0.0.0/0' },
    /address: .*every visitor can claim another one/,
  ],
  [
    'a collector that does not respond',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    /traces and logs: 127.0.0.1:9 does not respond → Start the collector/,
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
