import { randomBytes } from 'node:crypto'
import type { Provider } from '../../contract/providers.ts'
import { answerConsent, callFunction, type Visitor } from './outlook.ts'
import type { App } from './start-app.ts'

/** Connects sandbox services through the whole OAuth flow. */

/** Settings that configure all four services. */
export const allServices = {
  ONEDRIVE_CLIENT_ID: 'mailroom-sandbox',
  ONEDRIVE_CLIENT_SECRET: 'mailroom-sandbox-secret',
  TEAMLEADER_CLIENT_ID: 'mailroom-sandbox',
  TEAMLEADER_CLIENT_SECRET: 'mailroom-sandbox-secret',
}

/** The path segment of each service, and the sandbox's name of its token service. */
export const serviceNames = {
  dropbox: { path: 'dropbox', tokens: 'dropbox' },
  google_drive: { path: 'google', tokens: 'google' },
  onedrive: { path: 'onedrive', tokens: 'entra' },
  teamleader: { path: 'teamleader', tokens: 'teamleader' },
} as const satisfies Record<Provider, object>

/** The control API's path to create an account. */
export const accountsAt = {
  dropbox: '/control/dropbox/accounts',
  google_drive: '/control/google/accounts',
  onedrive: '/control/outlook/mailboxes',
  teamleader: '/control/teamleader/accounts',
} as const satisfies Record<Provider, string>

/** Creates an account at the service. @returns its address */
export async function newServiceAccount(app: App, provider: Provider): Promise<string> {
  const email = `${randomBytes(5).toString('hex')}+files@people.example`
  await app.control('POST', accountsAt[provider], { email })
  return email
}

export async function beginToConnect(app: App, who: Visitor, provider: Provider) {
  const answer = await callFunction(app, who, `${serviceNames[provider].path}-auth`, { action: 'authorize' })
  if (answer.status !== 200) throw new Error(`${provider}: ${JSON.stringify(answer.body)}`)
  return { url: new URL(String(answer.body.url)), cookie: answer.headers.get('set-cookie') ?? '' }
}

/** Follows the service's redirect. @returns where the browser ends up */
export async function backFromService(location: string, headers: Record<string, string> = {}): Promise<URL> {
  const answer = await fetch(location, { redirect: 'manual', headers: { 'user-agent': 'a test', ...headers } })
  return new URL(answer.headers.get('location') ?? '')
}

/** @param email an existing account; defaults to a new one. @returns the connected address */
export async function connectService(app: App, who: Visitor, provider: Provider, email?: string): Promise<string> {
  const account = email ?? (await newServiceAccount(app, provider))
  const { url } = await beginToConnect(app, who, provider)
  const back = await backFromService(await answerConsent(url.href, account))
  if (back.searchParams.get('success') !== `${provider}_connected`)
    throw new Error(`Connecting ${provider} ended with ${back.search}`)
  return account
}
