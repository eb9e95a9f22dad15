import { z } from 'zod'
import { defaultProductName } from '../contract/limits.ts'
import { parseClientCertificate } from './client-certificate.ts'
import { addressPerHost } from './db/connection/host-list.ts'
import { parseTrustedProxies } from './http/request/trusted-proxies.ts'

/** The settings by name: what each may be, and its default. `config.ts` turns them into the configuration. */

/**
 * Connections of a node: default and minimum of DATABASE_CONNECTIONS, of which pg-boss has its pool and LISTEN has one.
 * The rest serves requests and jobs, some of which hold a connection while they use another one.
 */
const databaseConnections = 27
const minDatabaseConnections = 17

const text = z.string()
const port = text
  .regex(/^\d{1,5}$/, 'must be a port, 1 to 65535')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a port, 1 to 65535')
/** An origin: paths are appended to it. */
const origin = text.transform((value, { issues }) => {
  const url = URL.parse(value)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin)
    issues.push({
      code: 'custom',
      input: value,
      message: 'must be an address without a path, like https://mail.example.com',
    })
  return url?.origin ?? ''
})
const database = text
  .refine(
    (value) => addressPerHost(value).every((address) => /^postgres(ql)?:$/.test(URL.parse(address)?.protocol ?? '')),
    'must be an address like postgresql://user:password@host:5432/database, special characters percent-encoded',
  )
  .refine((value) => {
    const [first = '', ...others] = addressPerHost(value)
    const target = URL.parse(first)?.searchParams.get('target_session_attrs')
    return others.length === 0 || target === 'read-write' || target === 'primary'
  }, 'must end with ?target_session_attrs=read-write, because it names several hosts')
const mailServer = text.refine(
  (value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? '') && URL.parse(value)?.hostname !== '',
  'must be an address like smtps://user:password@smtp.example.com:465, special characters percent-encoded',
)
const modelServer = text.refine((value) => {
  const url = URL.parse(value)
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
}, 'must be an address like https://api.openai.com/v1')
const collector = text.refine(
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  'must be an address like http://localhost:4318',
)
const sender = text.refine(
  (value) => z.email().safeParse(/^[^<>\r\n]{1,80} <([^<>\s]+)>$/.exec(value)?.[1] ?? value).success,
  'must be an email address, or a name and an address like Mailroom <no-reply@example.com>',
)
const secret = text.refine((value) => Buffer.byteLength(value) >= 32, 'must have at least 32 bytes')
const days = text.regex(/^[1-9]\d{0,3}$/, 'must be a number of days, 1 to 9999').transform(Number)
const stripeKey = text
  .transform((value) => value.trim())
  .refine((value) => /^(sk|rk)_(test|live)_\w+$/.test(value), 'must be a secret or restricted key: sk_… or rk_…')
const webhookSecrets = text
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine(
    (list) => list.every((secret) => /^whsec_[\x21-\x7e]{8,}$/.test(secret)),
    "must be the endpoint's secret, whsec_…; more than one with commas between",
  )
const oneOf = <const T extends string>(...values: T[]) => z.enum(values, `must be one of ${values.join(', ')}`)
const flag = oneOf('true', 'false').transform((value) => value === 'true')
const keys = text
  .transform((value) => value.split(',').map((part) => Buffer.from(part.trim(), 'base64')))
  .refine(
    (list) => list.every((bytes) => bytes.length === 32),
    'must be one or more keys of 32 bytes in base64, with commas between',
  )

const connectionRange = `must be a number of connections, ${minDatabaseConnections} to 999`

const certificate = text.transform((value, { issues }) => {
  const parsed = parseClientCertificate(value)
  if (!parsed)
    issues.push({
      code: 'custom',
      input: value,
      message: 'must be an RSA certificate and its private key in PEM, or the base64 of both',
    })
  return parsed ?? z.NEVER
})

const trustedProxies = z.string().transform((value, { issues }) => {
  const parsed = parseTrustedProxies(value)
  if (!parsed)
    issues.push({
      code: 'custom',
      input: value,
      message: 'must be the addresses or networks of your proxies, loopback or private, with commas between',
    })
  return parsed ?? z.NEVER
})

const settings = {
  PORT: port.default(3000),
  PUBLIC_URL: origin.optional(),
  NOTIFICATIONS: oneOf('auto', 'poll').default('auto'),
  HOST: z.union([z.ipv4(), z.ipv6()], 'must be an IP address; 0.0.0.0 or :: for all').default('127.0.0.1'),
  TRUSTED_PROXIES: trustedProxies.prefault(''),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: database.optional(),
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_PREPARED_STATEMENTS: flag.default(true),
  DATABASE_CONNECTIONS: text
    .transform(Number)
    .refine((value) => Number.isInteger(value) && value >= minDatabaseConnections && value < 1000, connectionRange)
    .default(databaseConnections),
  ROLE: oneOf('all', 'web', 'worker').default('all'),
  DRAIN_SECONDS: text
    .regex(/^\d{1,3}$/, 'must be a number of seconds, 0 to 999')
    .transform((value) => Number(value) * 1000)
    .optional(),
  SANDBOX: flag.optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_URL: origin.optional(),
  PRODUCT_NAME: text.max(60, 'must have at most 60 characters').default(defaultProductName),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  JWT_SECRET: secret.optional(),
  ENCRYPTION_KEYS: keys.optional(),
  GENERATE_SECRETS: flag.default(false),
  MICROSOFT_CLIENT_ID: text.optional(),
  MICROSOFT_CLIENT_SECRET: text.optional(),
  MICROSOFT_SECRET_EXPIRES: z.iso
    .date('must be a day like 2027-05-01')
    .transform((day) => new Date(day))
    .optional(),
  MICROSOFT_CERTIFICATE: certificate.optional(),
  MICROSOFT_TENANT: text
    .regex(/^[A-Za-z0-9.-]+$/, "must be common, organizations, consumers, or a tenant's id or domain")
    .default('common'),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  DROPBOX_CLIENT_ID: text.optional(),
  DROPBOX_CLIENT_SECRET: text.optional(),
  ONEDRIVE_CLIENT_ID: text.optional(),
  ONEDRIVE_CLIENT_SECRET: text.optional(),
  TEAMLEADER_CLIENT_ID: text.optional(),
  TEAMLEADER_CLIENT_SECRET: text.optional(),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecrets.optional(),
  STRIPE_SETUP: oneOf('automatic', 'command').optional(),
  IMAP_ALLOW_PRIVATE: flag.optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: sender.optional(),
  AI_BASE_URL: modelServer.optional(),
  AI_API_KEY: text.regex(/^[\x21-\x7e]+$/, 'must be one word').optional(),
  AI_PRIVATE_NETWORK: flag.default(false),
  AI_MODEL: text.max(200, 'must have at most 200 characters').optional(),
  AUTH_CONFIRM_EMAIL: flag.default(false),
  SIGN_UP: oneOf('open', 'first', 'invited', 'closed').optional(),
  LOG_RETENTION_DAYS: days.default(90),
  AUDIT_LOG_RETENTION_DAYS: days.default(180),
  METRICS_PORT: port.optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_PASSPHRASE: text.min(12, 'must have at least 12 characters').optional(),
  BACKUP_DAYS: days.default(14),
  METRICS_TOKEN: text.regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, and no spaces').optional(),
  LOG_FORMAT: oneOf('auto', 'json', 'text').default('auto'),
  UPDATE_CHECK: flag.default(true),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
  // The SDK reads endpoints, headers, sampler and resource itself.
  OTEL_SDK_DISABLED: flag.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/protobuf').default('http/protobuf'),
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').default('otlp'),
  OTEL_LOGS_EXPORTER: oneOf('otlp', 'none').default('otlp'),
  // An enum, since a misspelt value must not enable the sandbox and generated secrets in production.
  NODE_ENV: oneOf('production', 'development', 'test').default('development'),
}

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings)

/** The value of a setting that is not set; null where there is none. */
export const defaultOf = (name: string): string | null => {
  const given = Object.entries(settings)
    .find(([one]) => one === name)?.[1]
    .safeParse(undefined).data
  return typeof given === 'object' || given === undefined ? null : String(given)
}

export const Settings = z.object(settings)
export type SettingValues = z.output<typeof Settings>
