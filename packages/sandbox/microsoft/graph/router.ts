import { decodeOnce } from '../../kit/decode-once.ts'
import { badRequest, GraphError } from './errors.ts'
import type { Route } from './graph-call.ts'

export type Found = { route: Route; params: Record<string, string> }

/**
 * Finds the route of a path. Graph accepts `mailFolders('inbox')` for `mailFolders/inbox`, actions without their
 * namespace, and segments in any case.
 */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Found {
  const bySize = new Map<number, { segments: string[]; route: Route }[]>()
  for (const route of routes) {
    const segments = route.pattern.split('/')
    bySize.set(segments.length, [...(bySize.get(segments.length) ?? []), { segments, route }])
  }

  return (method, path) => {
    const given = segmentsOf(path)
    const candidates = (bySize.get(given.length) ?? []).flatMap(({ segments, route }) => {
      const params = match(segments, given)
      return params ? [{ route, params, open: segments.filter((segment) => segment.startsWith(':')).length }] : []
    })
    if (candidates.length === 0) {
      throw badRequest(`Resource not found for the segment '${unknownSegment(routes, given)}'.`)
    }
    // The pattern with the fewest variables wins, so that `messages/delta` is not a message with the id "delta".
    const fewest = Math.min(...candidates.map(({ open }) => open))
    const found = candidates.filter(({ open }) => open === fewest).find(({ route }) => route.method === method)
    if (!found)
      throw new GraphError(405, 'MethodNotAllowed', `The HTTP method '${method}' is not allowed for this resource.`)
    return found
  }
}

function segmentsOf(path: string): string[] {
  return path
    .replaceAll(/\(('|%27)(.*?)\1\)/g, '/$2')
    .replaceAll('()', '')
    .split('/')
    .filter(Boolean)
    .map((segment) => decodeOnce(segment.replace(/^microsoft\.graph\./, '')))
}

function match(pattern: string[], given: string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [place, segment] of pattern.entries()) {
    const part = given[place] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = part
    else if (segment.toLowerCase() !== part.toLowerCase()) return null
  }
  return params
}

function unknownSegment(routes: readonly Route[], given: string[]): string {
  const known = new Set(routes.flatMap((route) => route.pattern.split('/').map((segment) => segment.toLowerCase())))
  return given.find((segment) => !known.has(segment.toLowerCase())) ?? given.at(-1) ?? ''
}
