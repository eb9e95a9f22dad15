import type { RawCall } from '../http/route.ts'
import { RestFailure } from './errors.ts'
import { acceptedType, type MediaType } from './media-type.ts'
import { parsePreferences, type Preferences } from './preferences.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
export const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']

/** A request on a table, as far as its address and headers go. */
export interface TableRequest {
  method: Method
  table: string
  parameters: URLSearchParams
  preferences: Preferences
  media: MediaType
  range: string | null
  contentType: string | null
  body: Buffer
  /** Headers of the answer, whatever it will be. */
  headers: Headers
}

/** Longer addresses than any page of ours has; the client warns from 8,000 on. */
const maxUrlLength = 16 * 1024
const maxLocationLength = 4 * 1024

export function readRequest({ request, url, body }: RawCall): TableRequest {
  if (url.href.length > maxUrlLength) throw new RestFailure(414, 'PGRST100', 'The address is too long')
  const table = tableOf(url.pathname)
  const method = methods.find((each) => each === request.method)
  if (!method)
    throw new RestFailure(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`, {
      headers: { allow: allowed },
    })
  const isRead = method === 'GET' || method === 'HEAD'
  const profile = checkProfile(request.headers.get(isRead ? 'accept-profile' : 'content-profile'))

  const parameters = new URLSearchParams(url.search)
  // The gateway's key may stand in the address.
  parameters.delete('apikey')
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (profile !== null) headers.set('content-profile', profile)
  if (isRead) {
    const sorted = new URLSearchParams(parameters)
    sorted.sort()
    const location = `/${encodeURIComponent(table)}${sorted.size === 0 ? '' : `?${sorted}`}`
    // Clients take 16 KB of headers in all.
    if (location.length <= maxLocationLength) headers.set('content-location', location)
  }
  return {
    method,
    table,
    parameters,
    preferences: parsePreferences(request.headers.get('prefer')),
    media: acceptedType(request.headers.get('accept')),
    range: isRead ? request.headers.get('range') : null,
    contentType: request.headers.get('content-type'),
    body,
    headers,
  }
}

export const allowed = ['OPTIONS', ...methods].join(',')

/** `/rest/v1/{table}`: nothing above, nothing below. */
function tableOf(pathname: string): string {
  const segments = pathname.replace(/^\/rest\/v1\/?/, '').split('/')
  const [table = '', name] = segments.map(decode)
  if (table === 'rpc' && segments.length === 2 && name) {
    throw new RestFailure(404, 'PGRST202', `Could not find the function public.${name} in the schema cache`, {
      details: `Searched for the function public.${name}, but no matches were found in the schema cache.`,
    })
  }
  if (segments.length > 1) throw new RestFailure(404, 'PGRST125', 'Invalid path specified in request URL')
  if (table === '') throw new RestFailure(404, 'PGRST126', 'Root endpoint metadata is disabled')
  return table
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new RestFailure(404, 'PGRST125', 'Invalid path specified in request URL')
  }
}

function checkProfile(profile: string | null): string | null {
  if (profile === null || profile === 'public') return profile
  throw new RestFailure(406, 'PGRST106', `Invalid schema: ${profile}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}
