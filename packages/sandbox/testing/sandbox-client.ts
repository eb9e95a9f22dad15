import { createServer } from 'node:http'
import { startSandbox, type Sandbox } from '../sandbox.ts'

/** A client of Entra and Graph for tests, over real HTTP. */
export const CALLBACK = 'http://localhost:3000/api/microsoft/callback'
export const ALL_SCOPES = 'openid profile email offline_access User.Read Mail.ReadWrite Mail.Read Mail.Send'

export type Answer = { status: number; headers: Headers; body: unknown; text: string }

export const ask = async (url: string, init: RequestInit = {}): Promise<Answer> =>
  answerOf(await fetch(url, { redirect: 'manual', ...init }))

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : null, text }
}

/** For a client library that accepts a host but no base path. */
export function fetchBelow(prefix: string): typeof fetch {
  return (target, init) => {
    const address = new URL(target instanceof Request ? target.url : target)
    address.pathname = prefix + address.pathname
    return fetch(address, init)
  }
}

export function sendJson(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** A field of a JSON value by its path ("value.0.id"). */
export function at(answer: unknown, path: string): unknown {
  const step = (from: unknown, name: string) =>
    typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
  return path.split('.').reduce<unknown>(step, answer)
}

/** A property whose name contains dots, such as `@odata.nextLink`. */
export function field(body: unknown, name: string): unknown {
  return Reflect.get(Object(body), name)
}

export function textAt(answer: unknown, path: string): string {
  const value = at(answer, path)
  if (typeof value !== 'string') throw new Error(`no text at ${path} of ${JSON.stringify(answer)?.slice(0, 500)}`)
  return value
}

export function listAt(answer: unknown, path = 'value'): unknown[] {
  const value = at(answer, path)
  if (!Array.isArray(value)) throw new Error(`no list at ${path} of ${JSON.stringify(answer)?.slice(0, 500)}`)
  return value
}

export type TestSandbox = {
  url: string
  control(method: string, path: string, body?: unknown): Promise<Answer>
  /** Without a connection: calls of one moment are in flight together. */
  call(path: string, init: Parameters<Sandbox['request']>[1]): Promise<Answer>
  authorizeUrl(changes?: Record<string, string | undefined>, tenant?: string): string
  /** Submits the consent page. @returns the redirect, or the page again */
  consent(account: string, decision: string, url?: string): Promise<Answer>
  token(form: Record<string, string | undefined>, tenant?: string, origin?: string): Promise<Answer>
  signIn(account: string, scope?: string): Promise<Client>
  deliver(email: string, mail: unknown, folder?: string): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

export type Client = {
  tokens: unknown
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** The sandbox's clock stands here. */
export const startsAt = new Date('2030-11-20T12:00:00Z')

export async function startTestSandbox(demo = false, stateDir?: string): Promise<TestSandbox> {
  const sandbox = await startSandbox({
    port: 0,
    demo,
    standing: { at: startsAt },
    ...(stateDir !== undefined && { stateDir }),
  })
  const { url } = sandbox
  const control: TestSandbox['control'] = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await answerOf(await sandbox.request(`/control${path}`, { method, ...sent }))
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  const authorizeUrl: TestSandbox['authorizeUrl'] = (changes = {}, tenant = 'common') => {
    const defaults = {
      client_id: 'mailroom-sandbox',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: ALL_SCOPES,
      state: 'the state',
      prompt: 'select_account',
    }
    const given = Object.entries({ ...defaults, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return `${url}/login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize?${new URLSearchParams(given)}`
  }
  const consent: TestSandbox['consent'] = async (account, decision, page = authorizeUrl()) => {
    const { text } = await ask(page)
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1]
    const flow = /name="flow" value="([^"]+)"/.exec(text)?.[1]
    if (!action || !flow) throw new Error(`no form on the page: ${text.slice(-500)}`)
    return ask(`${url}${action}`, { method: 'POST', body: new URLSearchParams({ flow, account, decision }) })
  }
  const token: TestSandbox['token'] = (form, tenant = 'common', origin) => {
    const defaults = { client_id: 'mailroom-sandbox', client_secret: 'mailroom-sandbox-secret' }
    const given = Object.entries({ ...defaults, ...form }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return ask(`${url}/login.microsoftonline.com/${tenant}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams(given),
      headers: origin === undefined ? {} : { origin },
    })
  }
  return {
    url,
    control,
    call: async (path, init) => answerOf(await sandbox.request(path, init)),
    authorizeUrl,
    consent,
    token,
    async signIn(account, scope = ALL_SCOPES) {
      const back = await consent(account, 'accept', authorizeUrl({ scope }))
      const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
      const tokens = (await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).body
      return clientWith(url, tokens)
    },
    async deliver(email, mail, folder = 'Inbox') {
      const answer = await control('POST', `/outlook/${email}/messages?folder=${encodeURIComponent(folder)}`, mail)
      return textAt(answer.body, 'id')
    },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}

export function clientWith(url: string, tokens: unknown): Client {
  const base = `${url}/graph.microsoft.com/v1.0`
  const authorization = `Bearer ${textAt(tokens, 'access_token')}`
  const full = (path: string) => (path.startsWith('http') ? path : `${base}${path}`)
  return {
    tokens,
    get: (path, headers = {}) => ask(full(path), { headers: { authorization, ...headers } }),
    send(method, path, body, headers = {}) {
      if (body === undefined) return ask(full(path), { method, headers: { authorization, ...headers } })
      return ask(full(path), sendJson(method, body, { authorization, ...headers }))
    },
  }
}

/** The response to a validation request. */
type Validation = { status: number; type: string; text: string; location?: string }

export type NotificationReceiver = {
  url: string
  /** Notifications so far, in order of arrival. */
  items: unknown[]
  posts: { url: string; body: string; status: number }[]
  /** Sets the status of the next responses. */
  answerWith(status: number): void
  /** Sets the response to validation requests: null from the function for none, null for the correct one. */
  validateWith(answer: ((token: string) => Validation | null) | null): void
  waitFor(count: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A server that receives change notifications. */
export async function startNotificationReceiver(): Promise<NotificationReceiver> {
  const items: unknown[] = []
  const posts: NotificationReceiver['posts'] = []
  let status = 202
  let validate: ((token: string) => Validation | null) | null = null
  const waiting = new Set<() => void>()
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const token = new URL(request.url ?? '', 'http://hook').searchParams.get('validationToken')
      const body = Buffer.concat(chunks).toString()
      if (token !== null) {
        const answer = validate ? validate(token) : { status: 200, type: 'text/plain', text: token }
        posts.push({ url: request.url ?? '', body, status: answer?.status ?? 0 })
        if (!answer) return
        const location = answer.location === undefined ? {} : { location: answer.location }
        response.writeHead(answer.status, { 'content-type': answer.type, ...location }).end(answer.text)
        return
      }
      posts.push({ url: request.url ?? '', body, status })
      if (status < 300) items.push(...listAt(JSON.parse(body)))
      response.writeHead(status).end()
      for (const wake of waiting) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the notification receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/api/mail-webhook`,
    items,
    posts,
    answerWith: (next) => {
      status = next
    },
    validateWith: (next) => {
      validate = next
    },
    async waitFor(count) {
      while (items.length < count) await new Promise<void>((resolve) => waiting.add(resolve))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
