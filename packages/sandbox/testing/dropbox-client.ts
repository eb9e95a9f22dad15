import { createHash } from 'node:crypto'
import { type Answer, ask, sendJson, type TestSandbox, textAt } from './sandbox-client.ts'

/** A client of the simulated Dropbox for tests, over real HTTP. */
export const CALLBACK = 'http://localhost:3000/api/dropbox/callback'
export const VERIFIER = 'v'.repeat(64)
/** S256 of the verifier. */
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const SCOPES = 'account_info.read files.metadata.read files.content.read files.content.write'

type Fields = Record<string, string | undefined>

export function authorizeUrl(sandbox: TestSandbox, changes: Fields = {}): string {
  const defaults = {
    client_id: 'mailroom-sandbox',
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: SCOPES,
    state: 'the state',
    token_access_type: 'offline',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  }
  return `${sandbox.url}/www.dropbox.com/oauth2/authorize?${given({ ...defaults, ...changes })}`
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
  return ask(`${sandbox.url}/api.dropboxapi.com/oauth2/token`, { method: 'POST', body, headers })
}

export function redeem(sandbox: TestSandbox, code: string, more: Fields = {}): Promise<Answer> {
  return token(sandbox, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...more,
  })
}

export function refresh(sandbox: TestSandbox, tokens: unknown, more: Fields = {}): Promise<Answer> {
  return token(sandbox, { grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token'), ...more })
}

export type DropboxClient = {
  tokens: unknown
  /** A call with JSON. */
  rpc(route: string, arg?: unknown): Promise<Answer>
  /** A call with a file. */
  upload(route: string, arg: unknown, body?: RequestInit['body']): Promise<Answer>
  download(arg: unknown): Promise<Answer>
}

/** Creates the account if needed, consents and redeems the code. */
export async function connect(sandbox: TestSandbox, email: string, changes: Fields = {}): Promise<DropboxClient> {
  await ask(`${sandbox.url}/control/dropbox/accounts`, sendJson('POST', { email }))
  const answer = await redeem(sandbox, (await accept(sandbox, email, changes)).get('code') ?? '')
  if (answer.status !== 200) throw new Error(`no tokens for ${email}: ${answer.text}`)
  return clientWith(sandbox, answer.body)
}

export function clientWith(sandbox: TestSandbox, tokens: unknown): DropboxClient {
  const authorization = `Bearer ${textAt(tokens, 'access_token')}`
  const content = `${sandbox.url}/content.dropboxapi.com/2`
  const inHeader = (arg: unknown) => ({ authorization, 'dropbox-api-arg': JSON.stringify(arg) })
  return {
    tokens,
    rpc(route, arg) {
      const init =
        arg === undefined ? { method: 'POST', headers: { authorization } } : sendJson('POST', arg, { authorization })
      return ask(`${sandbox.url}/api.dropboxapi.com/2/${route}`, init)
    },
    upload(route, arg, body = '') {
      const init: RequestInit & { duplex: 'half' } = {
        method: 'POST',
        duplex: 'half',
        body,
        headers: { ...inHeader(arg), 'content-type': 'application/octet-stream' },
      }
      return ask(`${content}/${route}`, init)
    },
    download: (arg) => ask(`${content}/files/download`, { method: 'POST', headers: inHeader(arg) }),
  }
}

/** The sizes of an account's files by path, read with a control call. */
export async function filesOf(sandbox: TestSandbox, account: string): Promise<Record<string, number>> {
  const { body } = await sandbox.control('GET', '/dropbox')
  if (!Array.isArray(body)) throw new Error('no list of files')
  const own: { account: string; path: string; size: number }[] = body
  return Object.fromEntries(own.filter((file) => file.account === account).map(({ path, size }) => [path, size]))
}

function given(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
