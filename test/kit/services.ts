import { randomBytes } from 'node:crypto'
import type { Provider } from '../../contract/providers.ts'
import { answerConsent, callFunction, type Visitor } from './outlook.ts'
import type { App } from './start-app.ts'

/** Connecting services of the sandbox, from the first click to the last. */

/** The settings with which all four services are there. */
export const allServices = {
  ONEDRIVE_CLIENT_ID: 'mailroom-sandbox',
  ONEDRIVE_CLIENT_SECRET: 'mailroom-sandbox-secret',
  TEAMLEADER_CLIENT_ID: 'mailroom-sandbox',
  TEAMLEADER_CLIENT_SECRET: 'mailroom-sandbox-secret',
}

/** As the addresses have them, and the sandbox's own name for the service that makes the tokens. */
export const serviceNames = {
  dropbox: { path: 'dropbox', tokens: 'dropbox' },
  google_drive: { path: 'google', tokens: 'google' },
  onedrive: { path: 'onedrive', tokens: 'entra' },
  teamleader: { path: 'teamleader', tokens: 'teamleader' },
} as const satisfies Record<Provider, object>

/** Where the control door makes an account. */
export const accountsAt = {
  dropbox: '/control/dropbox/accounts',
  google_drive: '/control/google/accounts',
  onedrive: '/control/outlook/mailboxes',
  teamleader: '/control/teamleader/accounts',
} as const satisfies Record<Provider, string>

/** An account at the service. @returns its address */
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

/** The way back from the service. @returns where the browser lands */
export async function backFromService(location: string, headers: Record<string, string> = {}): Promise<URL> {
  const answer = await fetch(location, { redirect: 'manual', headers: { 'user-agent': 'a test', ...headers } })
  return new URL(answer.headers.get('location') ?? '')
}

/** @param email an account that is there; without one, a new one. @returns the address that is connected */
export async function connectService(app: App, who: Visitor, provider: Provider, email?: string): Promise<string> {
  const account = email ?? (await newServiceAccount(app, provider))
  const { url } = await beginToConnect(app, who, provider)
  const back = await backFromService(await answerConsent(url.href, account))
  if (back.searchParams.get('success') !== `${provider}_connected`)
    throw new Error(`Connecting ${provider} ended with ${back.search}`)
  return account
}
