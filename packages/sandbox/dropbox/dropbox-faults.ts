import type { Fault } from '../kit/faults.ts'
import { changeOAuthResponse } from '../kit/oauth/oauth-faults.ts'
import { tokenOrCode } from '../kit/oauth/token-endpoint.ts'
import type { FaultBehavior } from '../kit/service-middleware.ts'
import type { DropboxSandbox } from './state.ts'
import { addressOfBearer } from './bearer.ts'
import { badCall, errorBody, type Tagged, tooMany } from './errors.ts'

type Options = NonNullable<Fault['options']>

/** The form of faults of Dropbox. Calls belong to the address of an account. */
export function dropboxFaults(sandbox: DropboxSandbox): FaultBehavior {
  const { dropbox, random } = sandbox
  return {
    streams: (c) => c.req.header('content-type') === 'application/octet-stream',
    statusOf: ({ error }) => (error === undefined ? undefined : statusOf(error)),
    errorType: (status, path) => (status === 400 && path.startsWith('/2/') ? 'text/plain; charset=utf-8' : undefined),
    errorBody(status, fault, _, path) {
      if (path.startsWith('/oauth2/')) return oauthBody(status, fault)
      return callBody(status, fault, path.replace(/^\/2\//, '').replace(/\?.*$/, ''), random.int(0, 3))
    },
    mailboxOf(body, path, authorization) {
      if (!path.startsWith('/oauth2/')) return addressOfBearer(sandbox, authorization)
      const form = new URLSearchParams(body)
      return tokenOrCode(form, dropbox)?.email ?? form.get('account')
    },
    change: changeOAuthResponse,
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

/** The status of a named error. One that is neither of a token nor of a limit is an error of the route. */
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

/** `error` of a fault is a reason (429) or the tags of `error_summary`, such as `path/insufficient_space`. */
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

/** An upload has the inner error under `reason`, every other route under the name of the tag. */
function taggedOf([tag = 'other', ...rest]: string[], route: string, options: Options = {}): Tagged {
  if (rest.length === 0) return { '.tag': tag, ...options }
  const inner = taggedOf(rest, '', options)
  if (route !== 'files/upload' || tag !== 'path') return { '.tag': tag, [tag]: inner }
  return { '.tag': tag, reason: inner, upload_session_id: 'lost' }
}

const badGateway = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
