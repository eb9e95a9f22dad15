import { z } from 'zod'
import { defaultProductName } from '../contract/limits.ts'

/** All settings, typed. Each group is there as a whole or null, so that code asks `if (config.microsoft)` and the compiler knows the rest. */
export interface Config {
  production: boolean
  role: 'all' | 'web' | 'worker'
  port: number
  /** Where people reach the page, without a trailing slash; all redirects and registered addresses begin with it. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** Base address of the sandbox, null where there is none (always in production). */
  sandboxUrl: string | null
  /** Where `npm start` has to start a sandbox; null where one runs already (SANDBOX_URL), or none is wanted. */
  sandboxPort: number | null
  productName: string
  supportEmail: string
  logLevel: string
  metricsToken: string | null
  /** Null where it is to be generated into the data directory (never in production). */
  jwtSecret: string | null
  encryptionKeys: Buffer[] | null
  auth: { confirmEmail: boolean }
  microsoft: MicrosoftConfig | null
}

export interface MicrosoftConfig {
  clientId: string
  clientSecret: string
  tenant: string
  /** Base addresses; only these tell the sandbox from the real service. */
  entraUrl: string
  graphUrl: string
}

/** All that is wrong with the settings, one line each. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const port = z.coerce.number().int().min(0).max(65535)
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const secret = z.string().refine((value) => Buffer.byteLength(value) >= 32, 'must have at least 32 bytes')
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const key = z
  .string()
  .transform((value) => Buffer.from(value, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be one or more keys of 32 bytes in base64, with commas between')

const settings = {
  PORT: port.default(3000),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SANDBOX_PORT: port.optional(),
  SANDBOX_URL: url.optional(),
  PRODUCT_NAME: z.string().max(60).default(defaultProductName),
  SUPPORT_EMAIL: z.email().optional(),
  JWT_SECRET: secret.optional(),
  ENCRYPTION_KEYS: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(key).min(1))
    .optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/)
    .default('common'),
  AUTH_CONFIRM_EMAIL: flag.default(false),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
}
const Settings = z.object(settings)
type Values = z.output<typeof Settings>

/**
 * Turns the environment into the configuration. Pure; an empty value counts as absent.
 * @throws ConfigError with every problem at once
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const given = Object.fromEntries(
    Object.keys(settings).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`))
  const values: Values = parsed.data
  const production = values.NODE_ENV === 'production'

  const together = (...names: (keyof Values)[]): boolean => {
    const missing = names.filter((name) => values[name] === undefined)
    if (missing.length > 0 && missing.length < names.length) {
      problems.push(
        `${missing.join(', ')}: must be set together with ${names.filter((name) => !missing.includes(name)).join(', ')}`,
      )
    }
    return missing.length === 0
  }
  const realMicrosoft = together('MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET')

  if (production) {
    for (const name of ['JWT_SECRET', 'ENCRYPTION_KEYS', 'PUBLIC_URL', 'SUPPORT_EMAIL'] as const) {
      if (values[name] === undefined) problems.push(`${name}: must be set in production`)
    }
    if (values.PUBLIC_URL && !values.PUBLIC_URL.startsWith('https:'))
      problems.push('PUBLIC_URL: must begin with https: in production')
    if (values.SANDBOX_URL) problems.push('SANDBOX_URL: there is no sandbox in production')
  }
  if (problems.length > 0) throw new ConfigError(problems)

  const sandboxPort = values.SANDBOX_PORT ?? values.PORT + 1
  const sandboxUrl = production ? null : (values.SANDBOX_URL ?? `http://127.0.0.1:${sandboxPort}`)
  return {
    production,
    role: values.ROLE,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    sandboxUrl,
    sandboxPort: production || values.SANDBOX_URL ? null : sandboxPort,
    productName: values.PRODUCT_NAME,
    supportEmail: values.SUPPORT_EMAIL ?? 'support@mailroom.example',
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN ?? null,
    jwtSecret: values.JWT_SECRET ?? null,
    encryptionKeys: values.ENCRYPTION_KEYS ?? null,
    auth: { confirmEmail: values.AUTH_CONFIRM_EMAIL },
    microsoft: realMicrosoft ? realMicrosoftConfig(values) : sandboxUrl ? sandboxMicrosoft(sandboxUrl) : null,
  }
}

const realMicrosoftConfig = (values: Values): MicrosoftConfig => ({
  clientId: values.MICROSOFT_CLIENT_ID ?? '',
  clientSecret: values.MICROSOFT_CLIENT_SECRET ?? '',
  tenant: values.MICROSOFT_TENANT,
  entraUrl: 'https://login.microsoftonline.com',
  graphUrl: 'https://graph.microsoft.com',
})

/** The sandbox carries the real host as the first segment of its paths (docs/sandbox.md). */
const sandboxMicrosoft = (base: string): MicrosoftConfig => ({
  clientId: 'mailroom-sandbox',
  clientSecret: 'mailroom-sandbox-secret',
  tenant: 'common',
  entraUrl: `${base}/login.microsoftonline.com`,
  graphUrl: `${base}/graph.microsoft.com`,
})

/** The configuration of this process. @throws ConfigError */
export const readEnvironment = (): Config => readConfig(process.env)
