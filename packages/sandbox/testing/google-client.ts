import { createHash } from 'node:crypto'
import { type Answer, ask, type TestSandbox, textAt } from './sandbox-client.ts'

/** A client of the simulated Google sign-in for tests, over real HTTP. */
export const CALLBACK = 'http://localhost:3000/auth/v1/callback'
export const VERIFIER = 'v'.repeat(64)
/** S256 of the verifier. */
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

type Fields = Record<string, string | undefined>

export function authorizeUrl(sandbox: TestSandbox, changes: Fields = {}): string {
  const defaults = {
    client_id: 'mailroom-sandbox',
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    state: 'the state',
  }
  return `${sandbox.url}/accounts.google.com/o/oauth2/v2/auth?${given({ ...defaults, ...changes })}`
}

/** Accepts the consent as the account. @returns the parameters of the redirect */
export async function accept(sandbox: TestSandbox, account: string, changes: Fields = {}): Promise<URLSearchParams> {
  return backOf(await sandbox.consent(account, 'accept', authorizeUrl(sandbox, changes)))
}

export function backOf(answer: Answer): URLSearchParams {
  return new URL(answer.headers.get('location') ?? '').searchParams
}

export function token(sandbox: TestSandbox, form: Fields, headers: Record<string, string> = {}): Promise<Answer> {
  const defaults = { client_id: 'mailroom-sandbox', client_secret: 'mailroom-sandbox-secret' }
  const body = given({ ...defaults, ...form })
  return ask(`${sandbox.url}/oauth2.googleapis.com/token`, { method: 'POST', body, headers })
}

export function redeem(sandbox: TestSandbox, code: string, more: Fields = {}): Promise<Answer> {
  return token(sandbox, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more })
}

export function refresh(sandbox: TestSandbox, tokens: unknown, more: Fields = {}): Promise<Answer> {
  return token(sandbox, { grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token'), ...more })
}

/** Consents and redeems the code. @returns the body of the token response */
export async function signIn(sandbox: TestSandbox, account: string, changes: Fields = {}): Promise<unknown> {
  const code = (await accept(sandbox, account, changes)).get('code') ?? ''
  const answer = await redeem(sandbox, code)
  if (answer.status !== 200) throw new Error(`no tokens for ${account}: ${answer.text}`)
  return answer.body
}

function given(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
