import { type Context, Hono } from 'hono'
import { isForm, TokenError, tokenResponse } from '../kit/oauth/token-endpoint.ts'
import { readJson } from '../kit/read-strictly.ts'
import type { DropboxSandbox } from './state.ts'
import { accountRoutes } from './account-routes.ts'
import { bearerOf } from './bearer.ts'
import type { Call, Route } from './route-definition.ts'
import { badCall, CallError, errorBody, tooMany } from './errors.ts'
import { downloadRoutes } from './files/download.ts'
import { listRoutes } from './files/list.ts'
import { metadataRoutes } from './files/metadata.ts'
import { searchRoutes } from './files/search.ts'
import { uploadRoutes } from './files/upload.ts'
import { answerTokenRequest } from './oauth/token-endpoint.ts'
import { PathError } from './paths.ts'

const ROUTES: readonly Route[] = [
  ...uploadRoutes,
  ...metadataRoutes,
  ...listRoutes,
  ...searchRoutes,
  ...downloadRoutes,
  ...accountRoutes,
]

const OCTETS = 'application/octet-stream'
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'text/plain; charset=dropbox-cors-hack']

/** Under /api.dropboxapi.com: tokens, and calls with JSON. */
export function apiRoutes(sandbox: DropboxSandbox): Hono {
  const app = new Hono()
  app.post('/oauth2/token', (c) =>
    tokenResponse(c, async () => {
      // Dropbox also accepts the fields in the address; the journal shows a client that sends them there.
      const form = new URLSearchParams([...new URL(c.req.url).searchParams, ...(await formOf(c))])
      return answerTokenRequest(sandbox, { form, authorization: c.req.header('authorization') ?? null })
    }),
  )
  app.all('/2/*', (c) => answer(sandbox, c, ['rpc']))
  return app
}

/** Under /content.dropboxapi.com: calls with a file in the request or response body. */
export function contentRoutes(sandbox: DropboxSandbox): Hono {
  const app = new Hono()
  app.all('/2/*', (c) => answer(sandbox, c, ['upload', 'download']))
  return app
}

async function formOf(c: Context): Promise<URLSearchParams> {
  const text = await c.req.text()
  if (text !== '' && !isForm(c)) throw new TokenError('invalid_request', 'the body must be a form')
  return new URLSearchParams(text)
}

async function answer(sandbox: DropboxSandbox, c: Context, styles: readonly Route['style'][]): Promise<Response> {
  const name = c.req.path.replace(/^.*?\/2\//, '')
  try {
    const route = ROUTES.find((each) => each.name === name)
    if (!route) throw new CallError(400, `Unknown API function: "${name}"`)
    if (!styles.includes(route.style)) {
      const host = route.style === 'rpc' ? 'api.dropboxapi.com' : 'content.dropboxapi.com'
      throw new CallError(400, `Incorrect host for API function "${name}". You must issue the request to "${host}".`)
    }
    if (c.req.method !== 'POST')
      throw badCall(name, `Your request's HTTP method is "${c.req.method}". Expecting "POST".`)
    const bearer = bearerOf(sandbox, c.req.header('authorization') ?? null, name, route.scope)
    const call: Call = { sandbox, ...bearer, body: route.style === 'upload' ? c.req.raw.body : null }
    const result = await route.answer(call, await argOf(c, route))
    return result instanceof Response ? result : c.json(result)
  } catch (error) {
    // The client has disconnected, so no response reaches it.
    if (c.req.raw.signal.aborted) return c.body(null, 400)
    await drain(c)
    return refusal(sandbox, c, error)
  }
}

function refusal({ random }: DropboxSandbox, c: Context, error: unknown): Response {
  const problem = error instanceof PathError ? new CallError(409, { '.tag': 'path', path: error.reason }) : error
  if (!(problem instanceof CallError)) throw error
  const { status, error: tagged, message, retryAfter } = problem
  if (tagged === null) return c.text(message, status)
  if (retryAfter === null) return c.json(errorBody(tagged, random.int(0, 3)), status)
  c.header('Retry-After', String(retryAfter))
  return c.json(tooMany(tagged['.tag'], retryAfter), status)
}

/** The argument as JSON; the route validates it. @throws CallError 400 */
async function argOf(c: Context, route: Route): Promise<unknown> {
  const type = c.req.header('content-type')
  if (route.style === 'rpc') return rpcArg(route, type, new Uint8Array(await c.req.arrayBuffer()))
  if (route.style === 'upload' && type !== OCTETS) throw wrongType(route, type, [OCTETS])
  if (route.style === 'download' && (await c.req.arrayBuffer()).byteLength > 0) {
    throw badCall(route.name, 'request body: the body must be empty')
  }
  const header = c.req.header('dropbox-api-arg')
  if (header === undefined)
    throw badCall(route.name, 'Must provide HTTP header "Dropbox-API-Arg" or URL parameter "arg".')
  // Dropbox requires escapes for characters beyond ASCII.
  const read = /^[\x20-\x7e]*$/.test(header) ? readJson(new TextEncoder().encode(header)) : { ok: false as const }
  if (!read.ok) throw badCall(route.name, 'HTTP header "Dropbox-API-Arg": could not decode input as JSON')
  return read.value
}

function rpcArg(route: Route, type: string | undefined, bytes: Uint8Array): unknown {
  if (!route.takesArg && bytes.byteLength === 0 && type === undefined) return null
  if (!JSON_TYPES.includes(type?.toLowerCase() ?? '')) throw wrongType(route, type, JSON_TYPES)
  const read = readJson(bytes)
  if (!read.ok) throw badCall(route.name, 'request body: could not decode input as JSON')
  if (!route.takesArg && read.value !== null) throw badCall(route.name, 'request body: expected null, got value')
  return read.value
}

function wrongType({ name }: Route, type: string | undefined, known: readonly string[]): CallError {
  const expected = known.map((each) => `"${each}"`).join(', ')
  return badCall(name, `Bad HTTP "Content-Type" header: "${type ?? ''}". Expecting one of ${expected}.`)
}

/** A client that is still sending takes an early response for a broken connection. */
async function drain(c: Context): Promise<void> {
  if (c.req.raw.bodyUsed) return
  for await (const chunk of c.req.raw.body ?? []) void chunk
}
