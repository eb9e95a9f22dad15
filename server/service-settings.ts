/** Configuration of outside services: the operator's settings, else the sandbox. Used by `config.ts`. */
import type { ClientCertificate } from './client-certificate.ts'
import { sandboxClient, sandboxStripeKey } from './sandbox-setting.ts'

export interface SmtpConfig {
  url: string
  /** `Name <address>` */
  from: string
  /** False: the sender is made from the address of the page. */
  isSenderGiven: boolean
  /** Required except for a server on this machine: emails contain links and codes. */
  requireTls: boolean
}

export interface ImapConfig {
  /** Users may name mail servers with private and loopback addresses. */
  allowPrivate: boolean
  /** Servers that discovery cannot find, by the domain of the addresses: those of the sandbox. */
  servers: Readonly<Record<string, MailServers>>
}

interface MailServers {
  imap: { host: string; port: number; security: 'tls' }
  smtp: { host: string; port: number; security: 'tls' }
}

export interface GoogleConfig {
  clientId: string
  clientSecret: string
  /** Base URLs; the sandbox differs from the real service by these only. */
  accountsUrl: string
  oauthUrl: string
  apisUrl: string
}

export interface MicrosoftConfig {
  clientId: string
  /** Null for a public client, whose codes are protected by PKCE alone. */
  credential: { secret: string } | ClientCertificate | null
  tenant: string
  /** When the credential expires; null where that is not known. */
  expires: Date | null
  /** Base URLs; the sandbox differs from the real service by these only. */
  entraUrl: string
  graphUrl: string
}

export interface DropboxConfig {
  clientId: string
  clientSecret: string
  /** Base URLs; the sandbox differs from the real service by these only. */
  wwwUrl: string
  apiUrl: string
  contentUrl: string
}

export interface TeamLeaderConfig {
  clientId: string
  clientSecret: string
  /** Base URLs; the sandbox differs from the real service by these only. */
  focusUrl: string
  apiUrl: string
}

export interface StripeConfig {
  secretKey: string
  /** Signing secrets of the webhook endpoint; several during a rotation. */
  webhookSecrets: string[]
  /** Without a trailing slash. */
  apiUrl: string
  /** Environment of the key; ids are valid within one environment only. */
  mode: 'live' | 'test' | 'sandbox'
  /** Who creates prices, portal and webhook endpoint: the server when it needs them, or the operator's command. */
  setUp: 'automatic' | 'command'
}

export interface ModelConfig {
  /** Including `/v1`. */
  baseUrl: string
  /** Null for a server without authentication. */
  apiKey: string | null
  model: string
}

/** Settings of outside services, each validated on its own. */
interface Values {
  NODE_ENV: string
  PRODUCT_NAME: string
  PUBLIC_URL?: string | undefined
  MICROSOFT_CLIENT_ID?: string | undefined
  MICROSOFT_CLIENT_SECRET?: string | undefined
  MICROSOFT_CERTIFICATE?: ClientCertificate | undefined
  MICROSOFT_SECRET_EXPIRES?: Date | undefined
  MICROSOFT_TENANT: string
  GOOGLE_CLIENT_ID?: string | undefined
  GOOGLE_CLIENT_SECRET?: string | undefined
  DROPBOX_CLIENT_ID?: string | undefined
  DROPBOX_CLIENT_SECRET?: string | undefined
  ONEDRIVE_CLIENT_ID?: string | undefined
  ONEDRIVE_CLIENT_SECRET?: string | undefined
  TEAMLEADER_CLIENT_ID?: string | undefined
  TEAMLEADER_CLIENT_SECRET?: string | undefined
  IMAP_ALLOW_PRIVATE?: boolean | undefined
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string[] | undefined
  STRIPE_SETUP?: StripeConfig['setUp'] | undefined
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_MODEL?: string | undefined
}

export function microsoftConfig(values: Values, sandboxUrl: string | null): MicrosoftConfig | null {
  const { MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret, MICROSOFT_CERTIFICATE: certificate } = values
  const expires = certificate?.validTo ?? values.MICROSOFT_SECRET_EXPIRES ?? null
  if (id !== undefined) return { ...entraApp(values, id, certificate ?? secretOrNone(secret), sandboxUrl), expires }
  const { clientId, clientSecret } = sandboxClient
  return sandboxUrl === null ? null : entraApp(values, clientId, { secret: clientSecret }, sandboxUrl)
}

const secretOrNone = (secret: string | undefined) => (secret === undefined ? null : { secret })

function entraApp(
  { MICROSOFT_TENANT: tenant }: Values,
  clientId: string,
  credential: MicrosoftConfig['credential'],
  sandboxUrl: string | null,
): MicrosoftConfig {
  const at = hostsFor(clientId, sandboxUrl)
  return {
    clientId,
    credential,
    tenant,
    expires: null,
    entraUrl: at('login.microsoftonline.com'),
    graphUrl: at('graph.microsoft.com'),
  }
}

export const realGoogle = (values: Values): GoogleConfig | null =>
  values.GOOGLE_CLIENT_ID === undefined
    ? null
    : {
        clientId: values.GOOGLE_CLIENT_ID,
        clientSecret: values.GOOGLE_CLIENT_SECRET ?? '',
        accountsUrl: 'https://accounts.google.com',
        oauthUrl: 'https://oauth2.googleapis.com',
        apisUrl: 'https://www.googleapis.com',
      }

export const sandboxGoogle = (base: string): GoogleConfig => ({
  ...sandboxClient,
  accountsUrl: `${base}/accounts.google.com`,
  oauthUrl: `${base}/oauth2.googleapis.com`,
  apisUrl: `${base}/www.googleapis.com`,
})

/**
 * The sandbox's OAuth clients use the sandbox; any other client uses the real service. Sandbox paths start with the
 * real host name (docs/sandbox.md).
 */
const hostsFor =
  (clientId: string, sandboxUrl: string | null) =>
  (host: string): string =>
    sandboxUrl && clientId.startsWith(sandboxClient.clientId) ? `${sandboxUrl}/${host}` : `https://${host}`

const clientOf = (id: string | undefined, secret: string | undefined): typeof sandboxClient | null =>
  id === undefined ? null : { clientId: id, clientSecret: secret ?? '' }

export function dropboxConfig(values: Values, sandboxUrl: string | null): DropboxConfig | null {
  const client =
    clientOf(values.DROPBOX_CLIENT_ID, values.DROPBOX_CLIENT_SECRET) ?? (sandboxUrl === null ? null : sandboxClient)
  if (!client) return null
  const at = hostsFor(client.clientId, sandboxUrl)
  const [wwwUrl, apiUrl] = [at('www.dropbox.com'), at('api.dropboxapi.com')]
  return { ...client, wwwUrl, apiUrl, contentUrl: at('content.dropboxapi.com') }
}

/** No sandbox default: without settings the page shows OneDrive as coming soon. */
export function oneDriveConfig(values: Values, sandboxUrl: string | null): MicrosoftConfig | null {
  const { ONEDRIVE_CLIENT_ID: id, ONEDRIVE_CLIENT_SECRET: secret } = values
  if (id === undefined) return null
  const isMailApp = id === values.MICROSOFT_CLIENT_ID && secret === undefined
  return isMailApp ? microsoftConfig(values, sandboxUrl) : entraApp(values, id, secretOrNone(secret), sandboxUrl)
}

/** No sandbox default, as for OneDrive. */
export function teamLeaderConfig(values: Values, sandboxUrl: string | null): TeamLeaderConfig | null {
  const client = clientOf(values.TEAMLEADER_CLIENT_ID, values.TEAMLEADER_CLIENT_SECRET)
  if (!client) return null
  const at = hostsFor(client.clientId, sandboxUrl)
  return { ...client, focusUrl: at('focus.teamleader.eu'), apiUrl: at('api.focus.teamleader.eu') }
}

/** The sandbox's webhook endpoints sign with it (docs/sandbox.md). */
const sandboxWebhookSecret = 'whsec_mailroom_sandbox'

export function stripeConfig(values: Values, sandboxUrl: string | null): StripeConfig | null {
  const secretKey = values.STRIPE_SECRET_KEY ?? (sandboxUrl === null ? null : sandboxStripeKey)
  if (secretKey === null) return null
  const account = { secretKey, webhookSecrets: values.STRIPE_WEBHOOK_SECRET ?? [sandboxWebhookSecret] }
  const { STRIPE_SETUP: setUp } = values
  if (sandboxUrl !== null && secretKey === sandboxStripeKey)
    return { ...account, apiUrl: `${sandboxUrl}/api.stripe.com`, mode: 'sandbox', setUp: setUp ?? 'automatic' }
  const mode = isLive(secretKey) ? 'live' : 'test'
  return { ...account, apiUrl: 'https://api.stripe.com', mode, setUp: setUp ?? 'command' }
}

/** A live key charges real payments. */
export const isLive = (secretKey: string): boolean => /^[a-z]+_live_/.test(secretKey)

/** No sandbox default: its responses do not come from a model. */
export const modelConfig = ({ AI_BASE_URL, AI_API_KEY, AI_MODEL }: Values): ModelConfig | null =>
  AI_BASE_URL === undefined || AI_MODEL === undefined
    ? null
    : { baseUrl: AI_BASE_URL, apiKey: AI_API_KEY ?? null, model: AI_MODEL }

export function smtpConfig(values: Values, sandboxUrl: string | null): SmtpConfig | null {
  const url = values.SMTP_URL ?? (sandboxUrl && sandboxSmtp(sandboxUrl))
  if (!url) return null
  const host = new URL(values.PUBLIC_URL ?? 'http://mailroom.example').hostname
  const address = `no-reply@${host.includes('.') ? host : 'mailroom.example'}`
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname)
  const from = values.MAIL_FROM ?? `${values.PRODUCT_NAME} <${address}>`
  return { url, from, isSenderGiven: values.MAIL_FROM !== undefined, requireTls: !isLocal }
}

/** Outside production the user owns this machine; the mail servers of the sandbox are on it, too. */
export const imapConfig = ({ IMAP_ALLOW_PRIVATE, NODE_ENV }: Values, sandboxUrl: string | null): ImapConfig => ({
  allowPrivate: IMAP_ALLOW_PRIVATE ?? NODE_ENV !== 'production',
  servers: sandboxUrl === null ? {} : sandboxMailServers(sandboxUrl),
})

/** The IMAP mailboxes of the demo, 2000 and 3000 ports above the sandbox's HTTP port (docs/sandbox.md). */
function sandboxMailServers(base: string): ImapConfig['servers'] {
  const { hostname: host } = new URL(base)
  const imap = { host, port: sandboxPort(base, 2000), security: 'tls' } as const
  const servers = { imap, smtp: { ...imap, port: sandboxPort(base, 3000) } }
  return { 'harbour-mail.example': servers, 'labels-mail.example': servers }
}

export const sandboxSmtp = (base: string): string => `smtp://${new URL(base).hostname}:${sandboxPort(base, 1000)}`

/** A port of its mail servers: above its HTTP port, or below near the end of the range (docs/sandbox.md). */
function sandboxPort(base: string, offset: number): number {
  const { port, protocol } = new URL(base)
  const own = Number(port) || (protocol === 'https:' ? 443 : 80)
  return own + offset > 65_535 ? own - offset : own + offset
}
