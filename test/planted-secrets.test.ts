import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { routes } from '../server/app.ts'
import { apiKeysOf } from '../server/auth/keys/api-keys.ts'
import { createEvents } from '../server/events.ts'
import { openTelemetry } from '../server/vendors/telemetry/open-telemetry.ts'
import { imapPasswordSealContext } from '../server/mail/imap/account-queries.ts'
import { upsertImapAccount } from '../server/mail/imap/connection/connect-queries.ts'
import { upsertConnectedMailbox } from '../server/mail/mailboxes/connected-mailbox-queries.ts'
import { imapBreaker } from '../server/mail/imap/open-imap.ts'
import { recordInboxEvents } from '../server/mail/inbox-events/record-inbox-events.ts'
import { readCatalogue } from '../server/tables/catalogue/read-catalogue.ts'
import { accountSecrets } from './kit/account-secrets.ts'
import { rowsContaining } from './kit/all-rows.ts'
import { inputTemplates } from './kit/function-inputs.ts'
import { grantSecrets } from './kit/grant-secrets.ts'
import { startCollector } from './kit/otlp-collector.ts'
import { callFunction } from './kit/outlook.ts'
import { ownerOfEverything } from './kit/owner-of-everything.ts'
import { allServices, connectService } from './kit/services.ts'
import { appOfFile } from './kit/start-app.ts'
import { testSecrets } from './kit/test-secrets.ts'

/**
 * Secrets of the settings, of connected services and of a user's sign-ins: after everything was called, they are
 * nowhere in the clear.
 */
const metricsToken = 'a token of the metrics that is planted'.replaceAll(' ', '-')
/** The temporary folder of this process and of those that it starts. */
const usualTemporary = process.env['TMPDIR']
const lines: string[] = []
const responses: string[] = []
const temporary = await mkdtemp(join(tmpdir(), 'mailroom-test-'))
process.env['TMPDIR'] = temporary
const env = { ...allServices, METRICS_TOKEN: metricsToken, DATA_DIR: join(temporary, 'data') }
const app = await appOfFile({ env })
const everything = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
Object.assign(app.ctx.events, createEvents(everything))
const collector = await startCollector()
process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url
const telemetry = { traces: true, logs: false } as const
await using _exported = openTelemetry(telemetry, { role: 'all', onError: (reason) => expect.fail(reason) })
const owner = await ownerOfEverything(app)
for (const provider of ['dropbox', 'google_drive', 'onedrive', 'teamleader'] as const)
  await connectService(app, owner.who, provider)
const mailServer = { host: '127.0.0.1', port: 1, security: 'tls' } as const
const mailPassword = 'a password of a mail server that is planted'
await plantMailPassword()
const ofUser = [...(await grantSecrets(app, owner.who.userId)), ...(await accountSecrets(app))]
const secrets = new Map([...settingSecrets(), ...ofUser])
const functions = routes.flatMap((route) => (route.kind === 'function' ? [route] : []))
await callEverything()
await failEverything()
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  await collector[Symbol.asyncDispose]()
  if (usualTemporary === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = usualTemporary
  await rm(temporary, { recursive: true, force: true })
})

/** Settings by their names in the configuration. */
function settingSecrets(): [name: string, secret: string][] {
  const found = [
    ...Object.entries(testSecrets),
    ['service role key', apiKeysOf(testSecrets.JWT_SECRET).service] as const,
  ]
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string' && /secret|apiKey|password|metricsToken/i.test(path)) found.push([path, value])
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`)
  }
  walk(app.ctx.config, 'config')
  return found.map(([name, secret]) => [name, secret])
}

/** A mailbox of the user at a server that does not answer. */
async function plantMailPassword(): Promise<void> {
  const { userId } = owner.who
  await app.ctx.db.asService(async (tx) => {
    const account = 'planted@mail.example'
    const id = await upsertConnectedMailbox(tx, {
      userId,
      provider: 'imap',
      tenantId: mailServer.host,
      accountId: account,
      address: account,
      name: 'Planted',
      breakers: { calls: imapBreaker(mailServer), tokens: null },
    })
    const at = { mailboxId: id ?? expect.fail('taken'), userId }
    const passwordSealed = app.ctx.sealer.seal(imapPasswordSealContext(at), mailPassword)
    await upsertImapAccount(tx, at, { imap: mailServer, smtp: null, user: account, passwordSealed })
  })
}

async function get(path: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(app.url + path, { headers, redirect: 'manual' })
  responses.push(`${path} ${JSON.stringify([...answer.headers])} ${await answer.text()}`)
}

/** Every function with the user's own ids, and the export of all data. */
async function callFunctions(): Promise<void> {
  const call = async (name: string, input: unknown): Promise<void> => {
    const { status, headers, body } = await callFunction(app, owner.who, name, input)
    responses.push(`${name} ${status} ${JSON.stringify([...headers])} ${JSON.stringify(body)}`)
  }
  for (const { name, input } of functions) {
    const ends = name === 'mail-authentication'
    for (const { body } of ends ? [] : inputTemplates(input, owner.shared))
      await call(
        name,
        body((field) => owner.ids[field]),
      )
    for (const action of ['list', 'status', 'export', 'authorize', 'count'])
      if (input.safeParse({ action }).success) await call(name, { action })
    await call(name, { action: 'unknown' })
  }
  const attempt = { action: 'connect-imap', email: 'ada@mail.example', password: mailPassword, imap: mailServer }
  await call('mail-authentication', attempt)
  await call('mail-authentication', { ...attempt, imap: { ...mailServer, security: mailPassword } })
}

/** Every table and every page of the operator as well. */
async function callEverything(): Promise<void> {
  await callFunctions()
  const bearer = { authorization: `Bearer ${owner.who.token}`, apikey: app.ctx.access.anonKey }
  const { columns } = await app.ctx.db.asService(readCatalogue)
  for (const table of new Set(columns.map((column) => column.table))) await get(`/rest/v1/${table}`, bearer)
  for (const path of ['/auth/v1/user', '/auth/v1/settings', '/auth/v1/.well-known/jwks.json']) await get(path, bearer)
  for (const path of ['/config.json', '/healthz', '/readyz', '/', '/api/stripe-webhook']) await get(path)
  await get('/metrics', { authorization: `Bearer ${metricsToken}` })
}

/** Each service refuses and returns what it was sent. */
async function failEverything(): Promise<void> {
  const echo = { error: { code: 'refused', message: [...secrets.values()].join(' ') } }
  const failing = ['graph', 'entra', 'dropbox', 'google', 'teamleader', 'stripe'].map((service) => ({
    service,
    path: '',
    status: 400,
    body: echo,
  }))
  await app.faults(...failing)
  await app.ctx.db.asService((tx) =>
    recordInboxEvents(app.ctx, tx, owner.ids.mailboxId, ['a message that cannot be read'], 'manual'),
  )
  await app.runDueJobs().catch(() => undefined)
  await callFunctions()
  await app.runDueJobs().catch(() => undefined)
}

test('the secrets of all settings, services and sign-ins are planted', () => {
  expect(secrets.size).toBeGreaterThan(46)
  for (const [name, secret] of secrets) expect([name, secret.length > 11]).toEqual([name, true])
  expect(responses.length).toBeGreaterThan(200)
})

async function temporaryFiles(): Promise<string[]> {
  const found = await readdir(temporary, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(files.map(async (file) => `${file} ${await readFile(file, 'latin1')}`))
}

describe.each([
  ['log', 20, () => lines],
  ['response', 20, () => responses],
  ['row of the database', 20, () => rowsContaining(app.database, '')],
  ['temporary file, where there is one,', -1, temporaryFiles],
  ['exported span', 5, () => collector.spans().map((span) => JSON.stringify(span))],
] as const)('no %s', (_, fewest, texts) => {
  test('contains one of them', async () => {
    const all = await texts()
    expect(all.length).toBeGreaterThan(fewest)
    const found = [...secrets].flatMap(([name, secret]) =>
      all.filter((text) => text.includes(secret)).map((text) => `${name}: ${text.slice(0, 60)}`),
    )
    expect(found).toEqual([])
  })
})
