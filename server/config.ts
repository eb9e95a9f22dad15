import type { BlockList } from 'node:net'
import {
  dropboxConfig,
  imapConfig,
  microsoftConfig,
  modelConfig,
  oneDriveConfig,
  realGoogle,
  sandboxGoogle,
  smtpConfig,
  stripeConfig,
  teamLeaderConfig,
  type DropboxConfig,
  type GoogleConfig,
  type ImapConfig,
  type MicrosoftConfig,
  type ModelConfig,
  type SmtpConfig,
  type StripeConfig,
  type TeamLeaderConfig,
} from './service-settings.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { usesSandbox } from './sandbox-setting.ts'
import { crossFieldProblems, withoutQuotes } from './setting-combinations.ts'
import { settingNames, Settings, type SettingValues } from './setting-fields.ts'
import { telemetryConfig, type TelemetryConfig } from './telemetry-settings.ts'

/** Default of DRAIN_SECONDS in production. */
const productionDrainMs = 10_000

/** Typed settings. Each service is complete or null, so that `if (config.microsoft)` narrows the type. */
export interface Config {
  production: boolean
  role: 'all' | 'web' | 'worker'
  port: number
  /** Port of a worker for its health and metrics; null: it listens to none. */
  metricsPort: number | null
  /** Origin of the page without a trailing slash; base of all redirects and registered callback URLs. */
  publicUrl: string
  /** Address to listen on. */
  host: string
  /** The operator's proxies, each of which appends to `X-Forwarded-For`. */
  trustedProxies: BlockList
  dataDir: string
  databaseUrl: string | null
  /** The same database past a connection pooler, for migrations and notifications. */
  directDatabaseUrl: string | null
  /** False behind a connection pooler that does not support prepared statements. */
  preparesStatements: boolean
  /** How many connections to the database this node opens at most. */
  databaseConnections: number
  /** Base URL of the sandbox; null without one, as where one real service is configured, and always in production. */
  sandboxUrl: string | null
  /** Port of the sandbox that `npm start` starts; null with SANDBOX_URL and without a sandbox. */
  sandboxPort: number | null
  /** How long a stopping web node still serves requests while it reports that it is not ready. */
  drainMs: number
  productName: string
  /** Empty where the operator has set none. */
  supportEmail: string
  logLevel: string
  /** `auto`: text in a terminal and under systemd, JSON elsewhere. */
  logFormat: 'auto' | 'json' | 'text'
  /** Whether the doctor asks for the newest release. */
  asksForUpdates: boolean
  /** `poll`: without change notifications of Graph, which need a public address. */
  notifications: 'auto' | 'poll'
  metricsToken: string | null
  /** Of backups each night; null: none. `keptDays`: older ones are deleted. */
  backup: { dir: string; passphrase: string; keptDays: number } | null
  /** The settings as they were given, which a backup contains. */
  given: Readonly<Record<string, string>>
  /** Null: no traces and logs are exported. */
  telemetry: TelemetryConfig | null
  /** Retention of subjects and senders in the processing log; ids and outcomes stay. */
  logRetentionDays: number
  /** Retention of the audit log, which users see as account activity; it ends by whole months. */
  auditLogRetentionDays: number
  /** Null: generated into DATA_DIR; in production only with GENERATE_SECRETS. */
  jwtSecret: string | null
  encryptionKeys: Buffer[] | null
  auth: {
    confirmEmail: boolean
    /**
     * Who may create an account: anyone, only users whom the operator invites, or no one; `first`: the first visitor,
     * whose account is the operator's, then as `invited`. The operator creates accounts by `/admin/users` in any case.
     */
    signUp: 'open' | 'first' | 'invited' | 'closed'
  }
  microsoft: MicrosoftConfig | null
  /** Google sign-in and Google Drive. */
  google: GoogleConfig | null
  dropbox: DropboxConfig | null
  onedrive: MicrosoftConfig | null
  teamleader: TeamLeaderConfig | null
  /** Null: there are no plans, and no limit but those that the operator sets for users. */
  stripe: StripeConfig | null
  /** Server for outgoing emails; null: functions that need an email return an error. */
  smtp: SmtpConfig | null
  /** Mail servers that users name. */
  imap: ImapConfig
  /** Language model with OpenAI's protocol; optional. */
  model: ModelConfig | null
}

/** All invalid settings, one line each. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Turns the environment into the configuration. Pure; an empty value counts as absent.
 * @throws ConfigError with every problem at once
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(settingNames.map((name) => [name, env[name] || undefined]))
  const { settings: given, problems: quoted } = withoutQuotes(present)
  const parsed = Settings.safeParse(given)
  const problems = [
    ...quoted,
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`),
    ...crossFieldProblems((name) => given[name]),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return toConfig(
    parsed.data,
    given,
    usesSandbox((name) => given[name]),
  )
}

const backupConfig = ({ BACKUP_DIR: dir, BACKUP_PASSPHRASE: passphrase, BACKUP_DAYS: keptDays }: SettingValues) =>
  dir !== undefined && passphrase !== undefined ? { dir, passphrase, keptDays } : null

function toConfig(values: SettingValues, given: Record<string, string | undefined>, hasSandbox: boolean): Config {
  const production = values.NODE_ENV === 'production'
  const sandboxPort = values.SANDBOX_PORT ?? values.PORT + 1
  const sandboxUrl = hasSandbox ? (values.SANDBOX_URL ?? `http://127.0.0.1:${sandboxPort}`) : null
  return {
    production,
    role: values.ROLE,
    port: values.PORT,
    metricsPort: values.METRICS_PORT ?? null,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    host: values.HOST,
    trustedProxies: values.TRUSTED_PROXIES,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    directDatabaseUrl: values.DATABASE_DIRECT_URL ?? null,
    preparesStatements: values.DATABASE_PREPARED_STATEMENTS,
    databaseConnections: values.DATABASE_CONNECTIONS,
    sandboxUrl,
    sandboxPort: !hasSandbox || values.SANDBOX_URL ? null : sandboxPort,
    drainMs: values.DRAIN_SECONDS ?? (production ? productionDrainMs : 0),
    productName: values.PRODUCT_NAME,
    supportEmail: values.SUPPORT_EMAIL ?? (hasSandbox ? 'support@mailroom.example' : ''),
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    asksForUpdates: values.UPDATE_CHECK,
    notifications: values.NOTIFICATIONS,
    metricsToken: values.METRICS_TOKEN ?? null,
    backup: backupConfig(values),
    given: Object.fromEntries(
      Object.entries(given).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
    ),
    telemetry: telemetryConfig(values),
    logRetentionDays: values.LOG_RETENTION_DAYS,
    auditLogRetentionDays: values.AUDIT_LOG_RETENTION_DAYS,
    jwtSecret: values.JWT_SECRET ?? null,
    encryptionKeys: values.ENCRYPTION_KEYS ?? null,
    auth: { confirmEmail: values.AUTH_CONFIRM_EMAIL, signUp: values.SIGN_UP ?? (hasSandbox ? 'open' : 'first') },
    stripe: stripeConfig(values, sandboxUrl),
    smtp: smtpConfig(values, sandboxUrl),
    imap: imapConfig(values, sandboxUrl),
    model: modelConfig(values),
    dropbox: dropboxConfig(values, sandboxUrl),
    onedrive: oneDriveConfig(values, sandboxUrl),
    teamleader: teamLeaderConfig(values, sandboxUrl),
    google: realGoogle(values) ?? (sandboxUrl ? sandboxGoogle(sandboxUrl) : null),
    microsoft: microsoftConfig(values, sandboxUrl),
  }
}

/** The configuration of this process. @throws ConfigError */
export const readEnvironment = (): Config => readConfig(process.env)

/** systemd sets JOURNAL_STREAM where the output goes to its journal (systemd.exec(5)). */
export const logsToJournal = (): boolean => process.env['JOURNAL_STREAM'] !== undefined

export const misspeltInEnvironment = (): string[] => misspeltSettings(Object.keys(process.env), settingNames)
