import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { anyCharacter, anyUrl } from '../test/kit/any-character.ts'
import { problemsOf, production } from '../test/kit/config-problems.ts'

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const appId = '11111111-2222-4333-8444-555555555555'
const sandboxMail = {
  imap: { host: '127.0.0.1', port: 5001, security: 'tls' },
  smtp: { host: '127.0.0.1', port: 6001, security: 'tls' },
}

test('applies defaults and the sandbox without any setting', () => {
  expect(readConfig({})).toEqual({
    production: false,
    role: 'all',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    host: '127.0.0.1',
    trustedProxies: expect.any(BlockList),
    dataDir: '.data',
    databaseUrl: null,
    directDatabaseUrl: null,
    preparesStatements: true,
    databaseConnections: 27,
    sandboxUrl: 'http://127.0.0.1:3001',
    sandboxPort: 3001,
    drainMs: 0,
    productName: 'Mailroom',
    supportEmail: 'support@mailroom.example',
    logLevel: 'info',
    logFormat: 'auto',
    notifications: 'auto',
    imap: {
      allowPrivate: true,
      servers: {
        'harbour-mail.example': sandboxMail,
        'labels-mail.example': sandboxMail,
      },
    },
    metricsPort: null,
    metricsToken: null,
    telemetry: null,
    logRetentionDays: 90,
    backup: null,
    given: {},
    asksForUpdates: true,
    auditLogRetentionDays: 180,
    jwtSecret: null,
    encryptionKeys: null,
    auth: { confirmEmail: false, signUp: 'open' },
    microsoft: expect.objectContaining({ graphUrl: 'http://127.0.0.1:3001/graph.microsoft.com' }),
    google: expect.objectContaining({ accountsUrl: 'http://127.0.0.1:3001/accounts.google.com' }),
    dropbox: {
      clientId: 'mailroom-sandbox',
      clientSecret: 'mailroom-sandbox-secret',
      wwwUrl: 'http://127.0.0.1:3001/www.dropbox.com',
      apiUrl: 'http://127.0.0.1:3001/api.dropboxapi.com',
      contentUrl: 'http://127.0.0.1:3001/content.dropboxapi.com',
    },
    onedrive: null,
    teamleader: null,
    stripe: {
      secretKey: 'sk_test_mailroom_sandbox',
      webhookSecrets: ['whsec_mailroom_sandbox'],
      apiUrl: 'http://127.0.0.1:3001/api.stripe.com',
      mode: 'sandbox',
      setUp: 'automatic',
    },
    smtp: {
      url: 'smtp://127.0.0.1:4001',
      from: 'Mailroom <no-reply@mailroom.example>',
      isSenderGiven: false,
      requireTls: false,
    },
    model: null,
  })
})

test('treats an empty setting as absent', () => {
  const names = ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'JWT_SECRET', 'ENCRYPTION_KEYS', 'NODE_ENV', 'LOG_LEVEL']
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
})

describe('reports an invalid value in one line that names the setting', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3e3'],
    ['PORT', ' '],
    ['PORT', 'http'],
    ['SANDBOX_PORT', '-1'],
    ['PUBLIC_URL', 'mail.example.com'],
    ['PUBLIC_URL', 'ftp://mail.example.com'],
    ['PUBLIC_URL', 'https://mail.example.com/app'],
    ['PUBLIC_URL', 'https://somebody:secret@mail.example.com'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['HOST', 'mail.example.com'],
    ['HOST', '127.0.0.1:80'],
    // The number of proxies, as before.
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', 'true'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', 'loopback,'],
    ['SANDBOX_URL', 'nowhere'],
    ['DATABASE_URL', 'mysql://localhost/mail'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgresql://one,two/mail'],
    ['DATABASE_CONNECTIONS', '16'],
    ['ROLE', 'queen'],
    ['DRAIN_SECONDS', '-1'],
    ['PRODUCT_NAME', 'x'.repeat(61)],
    ['SUPPORT_EMAIL', 'help'],
    ['JWT_SECRET', 'short'],
    ['ENCRYPTION_KEYS', 'short'],
    ['ENCRYPTION_KEYS', `${key(1)},`],
    ['ENCRYPTION_KEYS', `${key(1)},${Buffer.alloc(31).toString('base64')}`],
    ['MICROSOFT_TENANT', 'a/../b'],
    ['MICROSOFT_CLIENT_ID', appId.slice(1)],
    ['AUTH_CONFIRM_EMAIL', 'yes'],
    ['BACKUP_PASSPHRASE', 'short'],
    ['BACKUP_DAYS', '-1'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'a token with spaces in it'],
    ['METRICS_PORT', 'http'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['NOTIFICATIONS', 'webhook'],
    ['NODE_ENV', 'prodution'],
  ])('%s=%j', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name}: must `))
    if (/SECRET|KEYS|TOKEN/.test(name)) expect(problems[0]).not.toContain(value)
  })
})

test.each([
  [{}, null],
  [{ ENDPOINT: 'http://one:4318' }, { traces: true, logs: true }],
  [{ TRACES_ENDPOINT: 'http://one:4318/v1/traces' }, { traces: true, logs: false }],
  [{ LOGS_ENDPOINT: 'http://one:4318/v1/logs' }, { traces: false, logs: true }],
])('exports traces and logs only to a collector that is set: %j', (endpoints, expected) => {
  const env = Object.fromEntries(Object.entries(endpoints).map(([name, url]) => [`OTEL_EXPORTER_OTLP_${name}`, url]))
  const { telemetry } = readConfig(env)
  expect(telemetry && { traces: telemetry.traces, logs: telemetry.logs }).toEqual(expected)
  expect(readConfig({ ...env, OTEL_SDK_DISABLED: 'true' }).telemetry).toBeNull()
  expect(readConfig({ ...env, OTEL_TRACES_EXPORTER: 'none' }).telemetry?.traces).not.toBe(true)
})

test('refuses an incomplete group of settings', () => {
  expect(problemsOf({ GOOGLE_CLIENT_ID: 'id' })).toEqual([
    'GOOGLE_CLIENT_SECRET: must be set together with GOOGLE_CLIENT_ID',
  ])
  expect(problemsOf({ MICROSOFT_CLIENT_SECRET: 'secret' })).toEqual([
    'MICROSOFT_CLIENT_ID: must be set together with MICROSOFT_CLIENT_SECRET',
  ])
  expect(problemsOf({ MICROSOFT_CLIENT_ID: appId })).toEqual([])
  expect(problemsOf({ MICROSOFT_CLIENT_ID: appId, MICROSOFT_CERTIFICATE: 'mailroom.pem' })).toEqual([
    expect.stringMatching(/^MICROSOFT_CERTIFICATE: must be an RSA certificate/),
  ])
})

test('reports all problems of single values and combinations', () => {
  const problems = problemsOf({ NODE_ENV: 'production', PORT: 'x', ROLE: 'queen', GOOGLE_CLIENT_ID: 'id' })
  expect(problems.map((line) => line.split(':')[0] ?? '').toSorted()).toEqual([
    'ENCRYPTION_KEYS',
    'GOOGLE_CLIENT_SECRET',
    'JWT_SECRET',
    'PORT',
    'PUBLIC_URL',
    'ROLE',
    'SUPPORT_EMAIL',
  ])
})

test('names what is wrong with a value in quotation marks, the id of a secret, and its last day', () => {
  expect(problemsOf({ PUBLIC_URL: '"https://mail.example.com"', PORT: "'x'" })).toEqual([
    expect.stringMatching(/^PORT: must be without the quotation marks/),
    expect.stringMatching(/^PUBLIC_URL: must be without the quotation marks/),
    'PORT: must be a port, 1 to 65535',
  ])
  expect(problemsOf({ MICROSOFT_CLIENT_ID: appId, MICROSOFT_CLIENT_SECRET: appId })).toEqual([
    'MICROSOFT_CLIENT_SECRET: must be the “Value” of the secret; this is its “Secret ID”',
  ])
  const outlook = { MICROSOFT_CLIENT_ID: appId, MICROSOFT_CLIENT_SECRET: 'secret' }
  expect(problemsOf({ ...outlook, MICROSOFT_SECRET_EXPIRES: '1.5.2027' })).toEqual([
    'MICROSOFT_SECRET_EXPIRES: must be a day like 2027-05-01',
  ])
})

test('requires distinct valid ports of server and sandbox', () => {
  expect(problemsOf({ PORT: '4000', SANDBOX_PORT: '4000' })).toEqual(['SANDBOX_PORT: must differ from PORT'])
  expect(problemsOf({ PORT: '65535' })).toHaveLength(1)
  expect(problemsOf({ PORT: '65535', SANDBOX_URL: 'http://127.0.0.1:4000' })).toEqual([])
})

describe('in production', () => {
  test('never uses the sandbox for Outlook', () => {
    expect(readConfig(production)).toMatchObject({ sandboxUrl: null, sandboxPort: null, microsoft: null })
    const real = readConfig({ ...production, MICROSOFT_CLIENT_ID: appId, MICROSOFT_CLIENT_SECRET: 'secret' })
    expect(real.microsoft).toMatchObject({ clientId: appId, graphUrl: 'https://graph.microsoft.com' })
    expect(problemsOf({ ...production, SANDBOX_URL: 'http://127.0.0.1:4000' })).toEqual([
      'SANDBOX_URL: there is no sandbox in production',
    ])
  })
  test('requires all settings', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual(
      ['JWT_SECRET', 'ENCRYPTION_KEYS', 'PUBLIC_URL', 'SUPPORT_EMAIL'].map(
        (name) => `${name}: must be set in production`,
      ),
    )
  })
  test('generates secrets only where that is asked for', () => {
    const generated = { ...production, JWT_SECRET: '', ENCRYPTION_KEYS: '', GENERATE_SECRETS: 'true' }
    expect(readConfig(generated)).toMatchObject({ jwtSecret: null, encryptionKeys: null })
  })
  test.each(['PUBLIC_URL', 'SUPPORT_EMAIL', 'JWT_SECRET', 'ENCRYPTION_KEYS'])('%s must be set', (name) => {
    expect(problemsOf({ ...production, [name]: '' })).toEqual([`${name}: must be set in production`])
  })
  test.each([
    ['JWT_SECRET', 'super-secret-jwt-token-with-at-least-32-characters-long'],
    ['JWT_SECRET', 'x'.repeat(64)],
    ['JWT_SECRET', 'please-change-me-before-you-use-this-anywhere'],
    ['ENCRYPTION_KEYS', key(0)],
    ['ENCRYPTION_KEYS', `${production.ENCRYPTION_KEYS}, ${key(7)}`],
  ])('%s that anybody could guess is refused: %s', (name, value) => {
    const problems = problemsOf({ ...production, [name]: value })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name}: must be random`))])
    expect(problems[0]).not.toContain(value)
    expect(problemsOf({ [name]: value })).toEqual([])
  })
  test('accepts random secrets', () => {
    for (let n = 0; n < 200; n++) {
      const env = { JWT_SECRET: randomBytes(24).toString('hex'), ENCRYPTION_KEYS: randomBytes(32).toString('base64') }
      expect(problemsOf({ ...production, ...env })).toEqual([])
    }
  })
  test('requires https for the page', () => {
    expect(problemsOf({ ...production, PUBLIC_URL: 'http://mail.example.com' })).toEqual([
      'PUBLIC_URL: must begin with https: in production',
    ])
  })
  test('calls every service over https', () => {
    const services = ['MICROSOFT', 'GOOGLE', 'DROPBOX', 'ONEDRIVE', 'TEAMLEADER']
    const clients = services.map((name) => [`${name}_CLIENT_ID`, appId])
    const secrets = services.map((name) => [`${name}_CLIENT_SECRET`, 'secret'])
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }
    const config = readConfig({ ...production, ...Object.fromEntries([...clients, ...secrets]), ...stripe })
    const urls = [...JSON.stringify(config).matchAll(/"(\w+Url)":"([^"]+)"/g)].map(([, name, url]) => [name, url])
    expect(urls.length).toBeGreaterThan(10)
    expect(urls.filter(([, url]) => !url?.startsWith('https://'))).toEqual([])
  })
})

test('keeps all encryption keys in order', () => {
  const { encryptionKeys } = readConfig({ ENCRYPTION_KEYS: `${key(2)}, ${key(1)}` })
  expect(encryptionKeys?.map((bytes) => bytes[0])).toEqual([2, 1])
})

test('removes a trailing slash from the public URL', () => {
  expect(readConfig({ PUBLIC_URL: 'http://mail.example.com:8080/' }).publicUrl).toBe('http://mail.example.com:8080')
})

test('returns a configuration or throws a ConfigError for arbitrary settings', () => {
  const names = [...Object.keys(production), 'PORT', 'SANDBOX_PORT', 'SANDBOX_URL', 'DATABASE_URL', 'ROLE', 'LOG_LEVEL']
  const value = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), anyUrl, fc.nat().map(String))
  const likely = fc.constantFrom(...Object.values(production))
  const env = fc.dictionary(fc.constantFrom(...names), fc.oneof(value, likely))
  fc.assert(
    fc.property(env, (given) => {
      const problems = problemsOf(given)
      for (const line of problems) expect(line).toMatch(/^[A-Z_, ]+: [^\n]+$/)
    }),
    { numRuns: 50 },
  )
})

test('the address for help is made up beside the sandbox only', () => {
  expect(readConfig({}).supportEmail).toBe('support@mailroom.example')
  expect(readConfig({ SANDBOX: 'false' }).supportEmail).toBe('')
})

test('private mail servers are allowed beside the sandbox, in production only by the operator', () => {
  const allowed = (env: Record<string, string>): boolean => readConfig(env).imap.allowPrivate
  expect(allowed({})).toBe(true)
  expect(allowed({ IMAP_ALLOW_PRIVATE: 'false' })).toBe(false)
  expect(allowed(production)).toBe(false)
  expect(allowed({ ...production, IMAP_ALLOW_PRIVATE: 'true' })).toBe(true)
})
