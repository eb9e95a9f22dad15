import { invalidRequest, itemNotFound } from './errors.ts'
import type { Drive, Item } from './state.ts'
import { findPath } from './item-tree.ts'

/** The parts of a call's path: a base item, a path below it, and an action. */
export type Address = {
  from: Item
  segments: string[]
  /** `children`, `content`, `createUploadSession`, or '' for the item itself. */
  action: string
}

/**
 * Parses `root`, `root/children`, `root:/a/b`, `root:/a/b:/content`, `items/{id}`, `items/{id}:/b:/children`: see
 * https://learn.microsoft.com/graph/onedrive-addressing-driveitems
 * A path is split at its slashes first and then decoded once.
 * @throws GraphError for a malformed path and an unknown id
 */
export function readAddress(drive: Drive, path: string): Address {
  const found = /^(?:root|items\/([^/:]+))(?=$|[/:])(.*)$/is.exec(path)
  if (!found) throw invalidRequest(`Resource not found for the segment '${path.split('/')[0] ?? ''}'.`)
  const [, id, rest = ''] = found
  const from = id === undefined ? drive.root : drive.items.get(decoded(id))
  if (!from) throw itemNotFound()
  if (!rest.startsWith(':')) return { from, segments: [], action: actionOf(rest) }
  const end = rest.indexOf(':', 1)
  const [below, action] = end < 0 ? [rest.slice(1), ''] : [rest.slice(1, end), rest.slice(end + 1)]
  return { from, segments: segmentsOf(below), action: actionOf(action) }
}

function actionOf(text: string): string {
  return text.replace(/^\//, '').replace(/^microsoft\.graph\./, '')
}

function segmentsOf(path: string): string[] {
  const inside = path.replace(/^\//, '').replace(/\/$/, '')
  return inside === '' ? [] : inside.split('/').map(decoded)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalidRequest('The path is not encoded as an address has to be.')
  }
}

/** @throws GraphError where there is no item */
export function itemAt({ from, segments }: Address): Item {
  const item = findPath(from, segments)
  if (!item) throw itemNotFound()
  return item
}
