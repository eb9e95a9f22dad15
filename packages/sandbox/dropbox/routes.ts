import { type Context, Hono } from 'hono'
import { readJson } from '../kit/strict.ts'
import type { World } from '../kit/world.ts'
import { accountRoutes } from './account-routes.ts'
import { bearerOf } from './bearer.ts'
import type { Call, Route } from './call.ts'
import { badCall, CallError, errorBody, TokenError, tooMany } from './errors.ts'
import { downloadRoutes } from './files/download.ts'
import { listRoutes } from './files/list.ts'
import { metadataRoutes } from './files/metadata.ts'
import { searchRoutes } from './files/search.ts'
import { uploadRoutes } from './files/upload.ts'
import { answerTokenRequest } from './oauth/token.ts'
import { PathProblem } from './paths.ts'

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
export function apiRoutes(world: World): Hono {
  const app = new Hono()
  app.post('/oauth2/token', async (c) => {
    c.header('Cache-Control', 'no-store')
    try {
      // Dropbox takes the fields in the address as well; the journal shows who sends them there.
      const form = new URLSearchParams([...new URL(c.req.url).searchParams, ...(await formOf(c))])
      return c.json(answerTokenRequest(world, { form, authorization: c.req.header('authorization') ?? null }))
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      return c.json({ error: error.error, error_description: error.message }, 400)
    }
  })
  app.all('/2/*', (c) => answer(world, c, ['rpc']))
  return app
}

/** Under /content.dropboxapi.com: calls with a file in the body of the question or of the answer. */
export function contentRoutes(world: World): Hono {
  const app = new Hono()
  app.all('/2/*', (c) => answer(world, c, ['upload', 'download']))
  return app
}

async function formOf(c: Context): Promise<URLSearchParams> {
  const text = await c.req.text()
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  if (text !== '' && !isForm) throw new TokenError('invalid_request', 'the body must be a form')
  return new URLSearchParams(text)
}

async function answer(world: World, c: Context, styles: readonly Route['style'][]): Promise<Response> {
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
    const bearer = bearerOf(world, c.req.header('authorization') ?? null, name, route.scope)
    const call: Call = { world, ...bearer, body: route.style === 'upload' ? c.req.raw.body : null }
    const result = await route.answer(call, await argOf(c, route))
    return result instanceof Response ? result : c.json(result)
  } catch (error) {
    // Nobody hears the answer to a call that broke off.
    if (c.req.raw.signal.aborted) return c.body(null, 400)
    await drain(c)
    return refusal(world, c, error)
  }
}

function refusal({ random }: World, c: Context, error: unknown): Response {
  const problem = error instanceof PathProblem ? new CallError(409, { '.tag': 'path', path: error.reason }) : error
  if (!(problem instanceof CallError)) throw error
  const { status, error: tagged, message, retryAfter } = problem
  if (tagged === null) return c.text(message, status)
  if (retryAfter === null) return c.json(errorBody(tagged, random.int(0, 3)), status)
  c.header('Retry-After', String(retryAfter))
  return c.json(tooMany(tagged['.tag'], retryAfter), status)
}

/** The argument as data; its shape is the route's business. @throws CallError 400 */
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
  // A raw character beyond ASCII is not understood: it has to be escaped.
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

/** A client that is still sending would take an early answer for a broken connection. */
async function drain(c: Context): Promise<void> {
  if (c.req.raw.bodyUsed) return
  for await (const chunk of c.req.raw.body ?? []) void chunk
}
