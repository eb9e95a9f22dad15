import { RestFailure } from './errors.ts'
import { badRange } from './parse-query.ts'
import type { MediaType } from './media-type.ts'
import type { Preferences } from './preferences.ts'
import type { Page } from './read-sql.ts'

/** The answer to a read: how much of what is there it holds. */
export function pageAnswer(
  { rows, total, body }: Page,
  { offset, media, headers }: { offset: number; media: MediaType; headers: Headers },
): Response {
  if (total !== null && offset > total) {
    throw badRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      'content-range': `*/${total}`,
    })
  }
  headers.set('content-range', `${span(offset, rows)}/${total ?? '*'}`)
  headers.set('content-type', media.contentType)
  const status = total !== null && rows < total ? 206 : 200
  return new Response(body, { status, headers })
}

const span = (offset: number, rows: number): string => (rows === 0 ? '*' : `${offset}-${offset + rows - 1}`)

export interface WriteAnswer {
  method: 'POST' | 'PATCH' | 'DELETE'
  rows: number
  /** All rows of an upsert were there before. */
  nothingNew: boolean
  body: string
  location: string | null
}

export function writeAnswer(
  { method, rows, nothingNew, body, location }: WriteAnswer,
  { preferences, media, headers }: { preferences: Preferences; media: MediaType; headers: Headers },
): Response {
  const total = preferences.count === null ? '*' : rows
  headers.set('content-range', `${method === 'PATCH' ? span(0, rows) : '*'}/${total}`)
  if (location !== null) headers.set('location', location)
  const made = method === 'POST' && !nothingNew
  if (preferences.return === 'representation') {
    headers.set('content-type', media.contentType)
    return new Response(body, { status: made ? 201 : 200, headers })
  }
  return new Response(null, { status: made ? 201 : method === 'POST' ? 200 : 204, headers })
}

/** The preferences that were honoured, in the protocol's order. */
export function preferenceApplied(given: Preferences, isWrite: boolean): string | null {
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
  const told = applied.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  return told.length === 0 ? null : told.join(', ')
}

export const notOneRow = (rows: number): RestFailure =>
  new RestFailure(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export function failureAnswer({ status, code, message, details, hint, headers }: RestFailure): Response {
  const answer = new Headers({ ...headers, 'cache-control': 'no-store', 'proxy-status': `PostgREST; error=${code}` })
  return Response.json({ code, details, hint, message }, { status, headers: answer })
}
