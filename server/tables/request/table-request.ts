import type { RawCall } from '../../http/routing/route.ts'
import { RestError } from '../parse/rest-error.ts'
import { negotiateMediaType, type MediaType } from './media-type.ts'
import { parsePreferences, type Preferences } from './preferences.ts'

/** Characters. The official client warns from 8,000 on. */
const tableUrlMaxLength = 16 * 1024
const contentLocationMaxLength = 4 * 1024

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']

/** A parsed request, before its names are resolved in the schema cache. */
export interface TableRequest {
  method: Method
  table: string
  parameters: URLSearchParams
  preferences: Preferences
  media: MediaType
  range: string | null
  contentType: string | null
  body: Buffer
  /** Headers of the response, whatever its status. */
  headers: Headers
}

export function parseTableRequest({ request, url, body }: Pick<RawCall, 'request' | 'url' | 'body'>): TableRequest {
  if (url.href.length > tableUrlMaxLength) throw new RestError(414, 'PGRST100', 'The address is too long')
  const table = tableFromPath(url.pathname)
  const method = methods.find((each) => each === request.method)
  if (!method)
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`, {
      headers: { allow: allowedMethods },
    })
  const isRead = method === 'GET' || method === 'HEAD'
  const profile = parseProfile(request.headers.get(isRead ? 'accept-profile' : 'content-profile'))

  const parameters = new URLSearchParams(url.search)
  // The API key may be sent as a query parameter.
  parameters.delete('apikey')
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (profile !== null) headers.set('content-profile', profile)
  if (isRead) {
    const sorted = new URLSearchParams(parameters)
    sorted.sort()
    const location = `/${encodeURIComponent(table)}${sorted.size === 0 ? '' : `?${sorted}`}`
    // Clients accept 16 KB of headers in total.
    if (location.length <= contentLocationMaxLength) headers.set('content-location', location)
  }
  return {
    method,
    table,
    parameters,
    preferences: parsePreferences(request.headers.get('prefer')),
    media: negotiateMediaType(request.headers.get('accept')),
    range: isRead ? request.headers.get('range') : null,
    contentType: request.headers.get('content-type'),
    body,
    headers,
  }
}

export const allowedMethods = ['OPTIONS', ...methods].join(',')

/** The table of `/rest/v1/{table}`. @throws RestError for any other path */
function tableFromPath(pathname: string): string {
  const segments = pathname.replace(/^\/rest\/v1\/?/, '').split('/')
  const [table = '', name] = segments.map(decode)
  if (table === 'rpc' && segments.length === 2 && name) {
    throw new RestError(404, 'PGRST202', `Could not find the function public.${name} in the schema cache`, {
      details: `Searched for the function public.${name}, but no matches were found in the schema cache.`,
    })
  }
  if (segments.length > 1) throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  if (table === '') throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  return table
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  }
}

function parseProfile(profile: string | null): string | null {
  if (profile === null || profile === 'public') return profile
  throw new RestError(406, 'PGRST106', `Invalid schema: ${profile}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}
