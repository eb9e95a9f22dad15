import { type Answer, ask, type Client, clientWith, type TestSandbox, textAt } from './sandbox-client.ts'

/** A client of the simulated OneDrive for tests, over real HTTP. */
export const ANNA = 'anna@contoso.example'
export const CALLBACK = 'http://localhost:3000/api/onedrive/callback'
const SCOPES = 'Files.ReadWrite User.Read offline_access'
/** 320 KiB: the size of ranges is a multiple of it. */
export const STEP = 327_680

export async function tokensFor(sandbox: TestSandbox, account: string, scope = SCOPES): Promise<unknown> {
  const page = sandbox.authorizeUrl({ scope, redirect_uri: CALLBACK })
  const back = await sandbox.consent(account, 'accept', page)
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return (await sandbox.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).body
}

export async function connect(sandbox: TestSandbox, account: string, scope = SCOPES): Promise<DriveClient> {
  const tokens = await tokensFor(sandbox, account, scope)
  const authorization = `Bearer ${textAt(tokens, 'access_token')}`
  const base = `${sandbox.url}/graph.microsoft.com/v1.0/me/drive`
  return {
    ...clientWith(sandbox.url, tokens),
    put: (path, content, query = '') =>
      ask(`${base}/root:${path}:/content${query}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body: content,
      }),
  }
}

export type DriveClient = Client & {
  /** Uploads a small file. The path begins with a slash and is encoded. */
  put(path: string, content: string | Uint8Array<ArrayBuffer>, query?: string): Promise<Answer>
}

export const conflict = (behavior: string) => `?@microsoft.graph.conflictBehavior=${behavior}`

/** Creates an upload session. @returns its address */
export async function sessionFor(client: Client, path: string, item?: unknown): Promise<string> {
  const body = item === undefined ? {} : { item }
  const answer = await client.send('POST', `/me/drive/root:${path}:/createUploadSession`, body)
  return textAt(answer.body, 'uploadUrl')
}

export function uploadRange(
  url: string,
  [from, to, total]: [number, number, number],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = new Uint8Array(to - from + 1).fill(7)
  return ask(url, { method: 'PUT', headers: { 'content-range': `bytes ${from}-${to}/${total}`, ...headers }, body })
}
