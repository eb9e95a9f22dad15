import { randomBytes } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { answerConsent } from './outlook.ts'
import type { App } from './start-app.ts'

/** Signs in with Google and Microsoft, from the official client's authorize URL to the final page. */
export type ProviderName = 'google' | 'azure'

export const newPersonAddress = (): string => `${randomBytes(5).toString('hex')}@people.example`

/** Creates an account at the sandbox's Google. @returns its address */
export async function newGoogleAccount(app: App, seed: Record<string, unknown> = {}): Promise<string> {
  const email = newPersonAddress()
  await app.control('POST', '/control/google/accounts', { email, ...seed })
  return typeof seed['email'] === 'string' ? seed['email'] : email
}

/**
 * Creates an account at the sandbox's Microsoft; a personal one, whose address counts as verified. @returns its address
 */
export async function newMicrosoftAccount(app: App, seed: Record<string, unknown> = {}): Promise<string> {
  const email = newPersonAddress()
  await app.control('POST', '/control/outlook/mailboxes', { email, kind: 'personal', ...seed })
  return typeof seed['email'] === 'string' ? seed['email'] : email
}

export const newAccountAt = { google: newGoogleAccount, azure: newMicrosoftAccount }

/** The headers with which Chrome follows a redirect from another site. */
const asBrowser = {
  'user-agent': 'Mozilla/5.0',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
}

/** A client whose flow ends with a code (PKCE), or with the session itself (implicit). */
export const clientWith = (app: App, flowType: 'implicit' | 'pkce') =>
  createClient(app.url, app.ctx.access.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType },
  })

export interface StartedSignIn {
  status: number
  /** The provider's sign-in page. */
  url: URL
  cookie: string
}

/** Follows the client's authorize URL to the provider's page. */
export async function startSignIn(address: string, cookie = ''): Promise<StartedSignIn> {
  const answer = await fetch(address, { redirect: 'manual', headers: { ...asBrowser, cookie } })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`${address} returned ${answer.status}: ${await answer.text()}`)
  return { status: answer.status, url: new URL(location), cookie: cookieOf(answer) }
}

export const cookieOf = (answer: Response): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

export interface Return {
  status: number
  url: URL
  query: Record<string, string>
  fragment: Record<string, string>
  cookies: string
}

/** Follows the provider's redirect to the callback. @returns where the browser ends up */
export async function followCallback(address: string, headers: Record<string, string>): Promise<Return> {
  const answer = await fetch(address, { redirect: 'manual', headers: { ...asBrowser, ...headers } })
  return landing(answer)
}

export async function landing(answer: Response): Promise<Return> {
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`The callback returned ${answer.status}: ${await answer.text()}`)
  const url = new URL(location)
  return {
    status: answer.status,
    url,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
    cookies: answer.headers.get('set-cookie') ?? '',
  }
}

/** The authorize URL of the official client. */
export async function addressAt(client: ReturnType<typeof clientWith>, provider: ProviderName, redirectTo?: string) {
  const options = { skipBrowserRedirect: true, ...(redirectTo === undefined ? {} : { redirectTo }) }
  const { data, error } = await client.auth.signInWithOAuth({ provider, options })
  if (error) throw error
  return data.url
}

/** Runs the whole sign-in in one browser. */
export async function signInWithProvider(
  app: App,
  provider: ProviderName,
  email: string,
  redirectTo?: string,
): Promise<Return> {
  const { url, cookie } = await startSignIn(await addressAt(clientWith(app, 'implicit'), provider, redirectTo))
  return followCallback(await answerConsent(url.href, email), { cookie })
}

/** A client with the session from the callback's fragment. */
export async function clientWithSession(app: App, { fragment }: Return) {
  const client = clientWith(app, 'implicit')
  const { access_token = '', refresh_token = '' } = fragment
  const { data, error } = await client.auth.setSession({ access_token, refresh_token })
  if (error || !data.user) throw new Error('No session came back', { cause: error ?? fragment })
  return { client, user: data.user, accessToken: access_token }
}
