import { request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Answer, ask, type TestSandbox, textAt } from './sandbox-client.ts'
import { signIn } from './google-client.ts'

/** A client of the simulated Drive for tests, over real HTTP. */
export const SCOPE = 'https://www.googleapis.com/auth/drive.file'
export const FOLDER = 'application/vnd.google-apps.folder'

export type Drive = {
  tokens: unknown
  authorization: string
  /** A call under drive/v3, with an optional JSON body. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** Creates a folder. @returns its id */
  folder(name: string, parent?: string): Promise<string>
  /** Uploads a file with multipart/related. */
  put(metadata: unknown, bytes: Uint8Array | string, type?: string, query?: string): Promise<Answer>
  /** Begins a resumable upload. */
  begin(metadata: unknown, headers?: Record<string, string>, query?: string): Promise<Answer>
  list(q: string): Promise<Answer>
}

export async function openDrive(sandbox: TestSandbox, account: string, scope = `openid ${SCOPE}`): Promise<Drive> {
  const redirect = { scope, access_type: 'offline', prompt: 'consent' }
  return driveWith(sandbox, await signIn(sandbox, account, redirect))
}

export function driveWith(sandbox: TestSandbox, tokens: unknown): Drive {
  const base = `${sandbox.url}/www.googleapis.com`
  const authorization = `Bearer ${textAt(tokens, 'access_token')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const call: Drive['call'] = (method, path, body) =>
    ask(`${base}/drive/v3${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return {
    tokens,
    authorization,
    call,
    async folder(name, parent = 'root') {
      return textAt((await call('POST', '/files', { name, mimeType: FOLDER, parents: [parent] })).body, 'id')
    },
    put(metadata, bytes, type = 'application/octet-stream', query = 'fields=*') {
      const json = `--cut\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n`
      const head = `${json}--cut\r\nContent-Type: ${type}\r\n\r\n`
      return ask(`${base}/upload/drive/v3/files?uploadType=multipart&${query}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'multipart/related; boundary=cut' },
        body: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--cut--')]),
      })
    },
    begin(metadata, more = {}, query = 'fields=*') {
      return ask(`${base}/upload/drive/v3/files?uploadType=resumable&${query}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(metadata),
      })
    },
    list: (q) => call('GET', `/files?${new URLSearchParams({ q, fields: 'files(id,name,trashed)' })}`),
  }
}

/** Uploads a range. `range` is the Content-Range header without `bytes`. */
export function uploadRange(address: string, range: string, bytes: Uint8Array | null = null): Promise<Answer> {
  return ask(address, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${range}` },
    body: bytes && Buffer.from(bytes),
  })
}

/** Streams bytes in one request without a length. @returns the JSON of the response */
export async function uploadStream(address: string, headers: Record<string, string>, bytes: Iterable<Uint8Array>) {
  const answer = await new Promise<Readable>((resolve, reject) => {
    Readable.from(bytes).pipe(request(address, { method: 'PUT', headers }).on('response', resolve).on('error', reject))
  })
  const body: unknown = JSON.parse(await text(answer))
  return body
}
