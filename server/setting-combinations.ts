/** Problems of combinations of settings, and of how they were typed. Used by `config.ts`. */
import { sandboxClient, sandboxStripeKey, usesSandbox } from './sandbox-setting.ts'
import { isLive } from './service-settings.ts'

const guessable = 'must be random, as from `openssl rand -base64 32`; this one can be guessed'
/**
 * A secret of published examples, or one with few distinct characters. Random secrets have more, also in hexadecimal.
 */
const isGuessable = (secret: string | undefined): boolean =>
  secret !== undefined &&
  secret.length >= 32 &&
  (/super-secret|change-?me|your-/i.test(secret) || new Set(secret).size < 8)

const requiredTogether: string[][] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['DROPBOX_CLIENT_ID', 'DROPBOX_CLIENT_SECRET'],
  ['TEAMLEADER_CLIENT_ID', 'TEAMLEADER_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['AI_BASE_URL', 'AI_MODEL'],
]

/** An app of Entra needs no credential: without one it is a public client. */
const dependent: [string, string][] = [
  ['MICROSOFT_CLIENT_SECRET', 'MICROSOFT_CLIENT_ID'],
  ['MICROSOFT_CERTIFICATE', 'MICROSOFT_CLIENT_ID'],
  ['MICROSOFT_SECRET_EXPIRES', 'MICROSOFT_CLIENT_SECRET'],
  ['ONEDRIVE_CLIENT_SECRET', 'ONEDRIVE_CLIENT_ID'],
]

/** The text of a setting. */
type Given = (name: string) => string | undefined
/** The texts of all settings. */
type Settings = Readonly<Record<string, string | undefined>>

/** Problems of combinations of settings that are valid individually. */
export const crossFieldProblems = (given: Given): string[] => [
  ...incompleteGroups(given),
  ...identifierProblems(given),
  ...confirmationProblems(given),
  ...(given('NODE_ENV') === 'production' ? productionProblems(given) : developmentProblems(given)),
]

function incompleteGroups(given: Given): string[] {
  const problems = requiredTogether.flatMap((group) => {
    const missing = group.filter((name) => given(name) === undefined)
    const present = group.filter((name) => !missing.includes(name))
    return missing.length > 0 && present.length > 0
      ? [`${missing.join(', ')}: must be set together with ${present.join(', ')}`]
      : []
  })
  for (const [name, id] of dependent)
    if (given(name) !== undefined && given(id) === undefined) problems.push(`${id}: must be set together with ${name}`)
  if (given('MICROSOFT_CLIENT_SECRET') !== undefined && given('MICROSOFT_CERTIFICATE') !== undefined)
    problems.push('MICROSOFT_CERTIFICATE: must not be set together with MICROSOFT_CLIENT_SECRET; remove one of them')
  if (given('DATABASE_DIRECT_URL') !== undefined && given('DATABASE_URL') === undefined)
    problems.push('DATABASE_URL: must be set together with DATABASE_DIRECT_URL')
  if (given('AI_API_KEY') !== undefined && given('AI_BASE_URL') === undefined && given('AI_MODEL') === undefined)
    problems.push('AI_BASE_URL, AI_MODEL: must be set together with AI_API_KEY')
  const model = URL.parse(given('AI_BASE_URL') ?? '')
  if (model?.protocol === 'http:' && !mayUseHttp(model.hostname, given('AI_PRIVATE_NETWORK') === 'true'))
    problems.push(
      'AI_BASE_URL: must begin with https: (http: on this machine; with AI_PRIVATE_NETWORK=true also in your network)',
    )
  return problems
}

const confirmationProblems = (given: Given): string[] =>
  given('AUTH_CONFIRM_EMAIL') === 'true' && given('SMTP_URL') === undefined && !usesSandbox(given)
    ? ['SMTP_URL: must be set, as AUTH_CONFIRM_EMAIL=true sends email']
    : []

function developmentProblems(given: Given): string[] {
  const problems: string[] = []
  if (isLive(given('STRIPE_SECRET_KEY')?.trim() ?? ''))
    problems.push('STRIPE_SECRET_KEY: must be a test key (sk_test_…) outside production; a live one moves real money')
  if (given('SANDBOX') === 'false' && given('SANDBOX_URL') !== undefined)
    problems.push('SANDBOX: must not be false where SANDBOX_URL is set; remove one of them')
  if (given('SANDBOX_URL') !== undefined || !usesSandbox(given)) return problems
  const serverPort = given('PORT') ?? '3000'
  if (given('SANDBOX_PORT') === serverPort) problems.push('SANDBOX_PORT: must differ from PORT')
  if (given('SANDBOX_PORT') === undefined && serverPort === '65535')
    problems.push('SANDBOX_PORT: must be set, as there is no port after PORT')
  return problems
}

function productionProblems(given: Given): string[] {
  const problems: string[] = []
  const secrets = given('GENERATE_SECRETS') === 'true' ? [] : ['JWT_SECRET', 'ENCRYPTION_KEYS']
  for (const name of [...secrets, 'PUBLIC_URL', 'SUPPORT_EMAIL'])
    if (given(name) === undefined) problems.push(`${name}: must be set in production`)
  if (isGuessable(given('JWT_SECRET'))) problems.push(`JWT_SECRET: ${guessable}`)
  const encryptionKeys = given('ENCRYPTION_KEYS')?.split(',') ?? []
  if (encryptionKeys.some((key) => isGuessable(Buffer.from(key.trim(), 'base64').toString('latin1'))))
    problems.push(`ENCRYPTION_KEYS: ${guessable}`)
  if (URL.parse(given('PUBLIC_URL') ?? '')?.protocol === 'http:')
    problems.push('PUBLIC_URL: must begin with https: in production')
  if (given('SANDBOX_URL') !== undefined) problems.push('SANDBOX_URL: there is no sandbox in production')
  if (given('SANDBOX') === 'true') problems.push('SANDBOX: there is no sandbox in production')
  if (given('STRIPE_SECRET_KEY')?.trim() === sandboxStripeKey)
    problems.push("STRIPE_SECRET_KEY: must be a key of Stripe's; there is no sandbox in production")
  if (given('STRIPE_SETUP') === 'automatic')
    problems.push('STRIPE_SETUP: must be command in production, where only the operator changes prices')
  return problems
}

/** The model receives message text and a key. */
const mayUseHttp = (host: string, isPrivateAllowed: boolean): boolean =>
  isLoopback(host) || (isPrivateAllowed && isPrivate(host))
/** RFC 1918, RFC 4193, and names without a public domain, such as those of containers. */
const isPrivate = (host: string): boolean =>
  /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|^\[f[cd]/.test(host) || /^[\w-]+$|\.(local|internal|lan)$/.test(host)
export const isLoopback = (host: string): boolean =>
  /^(localhost|\[?::1\]?)$/.test(host) || /^127(?:\.\d{1,3}){3}$/.test(host)

/** Docker, Kubernetes and `export` in some shells take quotation marks as a part of the value. */
const quoted = /^(["'])(.*)\1$/s

/** @returns a line for each value in quotation marks, and the settings without these */
export function withoutQuotes(given: Settings): { settings: Settings; problems: string[] } {
  const isQuoted = ([, value]: [string, string | undefined]): boolean => value !== undefined && quoted.test(value)
  const found = Object.entries(given).filter(isQuoted)
  const plain = found.map(([name, value]): [string, string | undefined] => [name, quoted.exec(value ?? '')?.[2]])
  return {
    settings: { ...given, ...Object.fromEntries(plain) },
    problems: found.map(([name]) => `${name}: must be without the quotation marks, which are a part of the value here`),
  }
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What Microsoft shows beside the right value, or a part of it, is refused there by a code only. */
function identifierProblems(given: Given): string[] {
  return ['MICROSOFT', 'ONEDRIVE'].flatMap((app) => {
    const [id, secret] = [given(`${app}_CLIENT_ID`), given(`${app}_CLIENT_SECRET`)]
    const isId = id === undefined || id.startsWith(sandboxClient.clientId) || guid.test(id)
    const form = 'must be “Application (client) ID” of the app: 32 digits and letters a to f, in five groups'
    const value = 'must be the “Value” of the secret; this is its “Secret ID”'
    return [
      ...(isId ? [] : [`${app}_CLIENT_ID: ${form}`]),
      ...(secret !== undefined && guid.test(secret) ? [`${app}_CLIENT_SECRET: ${value}`] : []),
    ]
  })
}
