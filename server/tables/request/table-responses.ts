import { RestError } from '../parse/rest-error.ts'
import { rangeError } from '../parse/parse-query.ts'
import type { MediaType } from './media-type.ts'
import type { Preferences } from './preferences.ts'
import type { ResultPage } from '../sql/read-sql.ts'

/** Response of a read, with the returned range in `Content-Range`. */
export function readResponse(
  { rows, total, body }: ResultPage,
  { offset, media, headers }: { offset: number; media: MediaType; headers: Headers },
): Response {
  if (total !== null && offset > total) {
    throw rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      'content-range': `*/${total}`,
    })
  }
  headers.set('content-range', `${rangeOf(offset, rows)}/${total ?? '*'}`)
  headers.set('content-type', media.contentType)
  const status = total !== null && rows < total ? 206 : 200
  return new Response(body, { status, headers })
}

const rangeOf = (offset: number, rows: number): string => (rows === 0 ? '*' : `${offset}-${offset + rows - 1}`)

interface WriteResult {
  method: 'POST' | 'PATCH' | 'DELETE'
  rows: number
  /** An upsert that only updated existing rows. */
  onlyUpdated: boolean
  body: string
  location: string | null
}

export function writeResponse(
  { method, rows, onlyUpdated, body, location }: WriteResult,
  { preferences, media, headers }: { preferences: Preferences; media: MediaType; headers: Headers },
): Response {
  const total = preferences.count === null ? '*' : rows
  headers.set('content-range', `${method === 'PATCH' ? rangeOf(0, rows) : '*'}/${total}`)
  if (location !== null) headers.set('location', location)
  const isCreated = method === 'POST' && !onlyUpdated
  if (preferences.return === 'representation') {
    headers.set('content-type', media.contentType)
    return new Response(body, { status: isCreated ? 201 : 200, headers })
  }
  return new Response(null, { status: isCreated ? 201 : method === 'POST' ? 200 : 204, headers })
}

/** Value of `Preference-Applied`, in PostgREST's order. */
export function appliedPreferences(given: Preferences, isWrite: boolean): string | null {
  const applied: [string, string | number | null][] = [
    ['resolution', isWrite ? given.resolution : null],
    ['missing', isWrite ? given.missing : null],
    ['return', isWrite ? given.return : null],
    ['count', given.count],
    ['tx', given.tx],
    ['handling', given.handling],
    ['timezone', given.timezone],
    ['max-affected', isWrite && given.handling === 'strict' ? given.maxAffected : null],
  ]
  const pairs = applied.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  return pairs.length === 0 ? null : pairs.join(', ')
}

export const notSingleRowError = (rows: number): RestError =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export function restErrorResponse({ status, code, message, details, hint, headers }: RestError): Response {
  const responseHeaders = new Headers({
    ...headers,
    'cache-control': 'no-store',
    'proxy-status': `PostgREST; error=${code}`,
  })
  return Response.json({ code, details, hint, message }, { status, headers: responseHeaders })
}
