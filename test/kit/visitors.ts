import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { openProduct, signUp } from '../../scripts/lib/product-client.ts'
import type { Visitor } from './outlook.ts'
import type { App } from './start-app.ts'

/** Accounts for browser tests, created over HTTP, and tokens as the link of an email delivers them. */
export interface Account {
  email: string
  password: string
}

export const visitorPassword = 'correct horse battery'
export const newAddress = (): string => `${randomBytes(5).toString('hex')}@people.example`

/** Includes the session of the sign-up. */
export async function newAccount(app: App): Promise<Account & Visitor> {
  const account = { email: newAddress(), password: visitorPassword }
  const { accessToken: token, userId } = await signUp(await openProduct(app.url), account.email, account.password)
  return { ...account, token, userId }
}

/** An address with an account at both providers. */
export async function addressAtProviders(app: App): Promise<string> {
  const email = newAddress()
  await app.control('POST', '/control/google/accounts', { email })
  await app.control('POST', '/control/outlook/mailboxes', { email, kind: 'personal' })
  return email
}

interface Tokens {
  access_token: string
  refresh_token: string
}

/** Creates a new session for this account. */
export async function tokensOf(app: App, { email, password }: Account): Promise<Tokens> {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: app.ctx.access.anonKey },
    body: JSON.stringify({ email, password }),
  })
  const session: unknown = await answer.json()
  const field = (name: string): string =>
    String(typeof session === 'object' && session !== null && Reflect.get(session, name))
  return { access_token: field('access_token'), refresh_token: field('refresh_token') }
}

export const fragmentOf = (tokens: Tokens, type?: string): string =>
  `#${new URLSearchParams({ ...tokens, expires_in: '3600', token_type: 'bearer', ...(type ? { type } : {}) })}`

/** Sets the cookie that the server sets when it redirects a browser with tokens. */
export async function setProof(page: Page, app: App, accessToken: string): Promise<void> {
  const value = createHash('sha256').update(accessToken).digest('base64url')
  await page.context().addCookies([{ name: 'mailroom-return', value, url: app.url, sameSite: 'Lax' }])
}

export async function fillLogin(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
