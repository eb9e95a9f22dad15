import type { Fault } from '../kit/faults.ts'
import type { GateOptions } from '../kit/gate.ts'
import type { World } from '../kit/world.ts'
import { addressOfBearer } from './bearer.ts'
import { badCall, errorBody, type Tagged, tooMany } from './errors.ts'

type Options = NonNullable<Fault['options']>

/** How faults look at Dropbox, and whose call one is: the account's address. */
export function dropboxGate(world: World): GateOptions {
  const { dropbox, random } = world
  return {
    streams: (c) => c.req.header('content-type') === 'application/octet-stream',
    statusOf: ({ error }) => (error === undefined ? undefined : statusOf(error)),
    errorType: (status, path) => (status === 400 && path.startsWith('/2/') ? 'text/plain; charset=utf-8' : undefined),
    errorBody(status, fault, _, path) {
      if (path.startsWith('/oauth2/')) return oauthBody(status, fault)
      return callBody(status, fault, path.replace(/^\/2\//, '').replace(/\?.*$/, ''), random.int(0, 3))
    },
    mailboxOf(body, path, authorization) {
      if (!path.startsWith('/oauth2/')) return addressOfBearer(world, authorization)
      const form = new URLSearchParams(body)
      const token =
        dropbox.refreshTokens.get(form.get('refresh_token') ?? '') ?? dropbox.codes.get(form.get('code') ?? '')
      return token?.email ?? form.get('account')
    },
    async change({ action, options = {} }, answer) {
      if (action === 'callback') return withCallback(answer, options)
      if (action === 'tokenAnswer') return withTokens(answer, options)
      return answer
    },
  }
}

const UNAUTHORIZED = new Set([
  'invalid_access_token',
  'expired_access_token',
  'missing_scope',
  'user_suspended',
  'route_access_denied',
])
const OAUTH = new Set(['invalid_request', 'invalid_client', 'invalid_grant', 'invalid_scope', 'unauthorized_client'])

/** An error by its name: what is neither of a token nor of a limit is a route's own. */
function statusOf(error: string): number {
  if (UNAUTHORIZED.has(error)) return 401
  if (OAUTH.has(error)) return 400
  return error === 'too_many_requests' || error === 'too_many_write_operations' ? 429 : 409
}

function oauthBody(status: number, { error, message }: Fault): unknown {
  if (status === 502) return badGateway
  const usual = status < 500 ? 'invalid_grant' : 'server_error'
  return { error: error ?? usual, error_description: message ?? "code doesn't exist or has expired" }
}

/** `error` of a fault is a reason (429) or the tags of an error as its summary has them: `path/insufficient_space`. */
function callBody(
  status: number,
  { error, message, contentType, retryAfter, options }: Fault,
  route: string,
  dots: number,
) {
  if (status === 400) return message ?? badCall(route, 'request body: could not decode input as JSON').message
  if (status === 401) return errorBody({ '.tag': error ?? 'invalid_access_token', ...options }, dots)
  if (status === 409) return errorBody(taggedOf((error ?? 'other').split('/'), route, options), dots)
  if (status === 429 && contentType?.startsWith('text/')) return message ?? 'Too many requests'
  if (status === 429) return tooMany(error ?? 'too_many_requests', Number(retryAfter ?? 1))
  if (status === 502) return badGateway
  return {
    error_summary: `${error ?? 'internal_error'}/${'.'.repeat(dots)}`,
    error: { '.tag': error ?? 'internal_error' },
  }
}

/** An upload tells under `reason` what is wrong with its path; everything else under the name of the tag. */
function taggedOf([tag = 'other', ...rest]: string[], route: string, options: Options = {}): Tagged {
  if (rest.length === 0) return { '.tag': tag, ...options }
  const inner = taggedOf(rest, '', options)
  if (route !== 'files/upload' || tag !== 'path') return { '.tag': tag, [tag]: inner }
  return { '.tag': tag, reason: inner, upload_session_id: 'lost' }
}

const badGateway = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** A callback with other parameters: text replaces one, null takes it away, `repeat` names one that comes twice. */
function withCallback(answer: Response, { repeat, ...changes }: Options): Response {
  const location = answer.headers.get('location')
  if (location === null) return answer
  const url = new URL(location)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, String(value))
  }
  if (typeof repeat === 'string') url.searchParams.append(repeat, url.searchParams.get(repeat) ?? '')
  return new Response(null, { status: answer.status, headers: { location: url.toString() } })
}

/** Tokens with other fields: a value replaces one, null takes it away. */
async function withTokens(answer: Response, changes: Options): Promise<Response> {
  if (!answer.ok) return answer
  const fields: unknown = await answer.clone().json()
  const changed = Object.entries({ ...Object(fields), ...changes }).filter(([, value]) => value !== null)
  return Response.json(Object.fromEntries(changed), { status: answer.status })
}
