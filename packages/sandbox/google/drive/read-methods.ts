import { createHash } from 'node:crypto'
import { type DriveCall, fileOf, numberOf, seenFile } from './drive-call.ts'
import { DriveError, invalid, notFound } from './errors.ts'
import { pick } from './fields.ts'
import { type DriveFile, isFolder, newFileId } from './drive-model.ts'
import { parseQuery, type Test } from './query.ts'
import { maskOf, presentAbout, presentFile } from './resource.ts'

const MAX_PAGE_SIZE = 1000

/** `about.get` */
export function about({ query, drive, account }: DriveCall): unknown {
  const mask = maskOf(query.get('fields'), 'about')
  return pick(presentAbout(drive, account), mask)
}

/** `files.get` */
export function getFile(call: DriveCall, id: string): unknown {
  return presentTo(call, fileOf(call, id))
}

/** The response of all methods that return one file. */
export function presentTo(call: DriveCall, file: DriveFile): unknown {
  return pick(presentFile(file, call), maskOf(call.query.get('fields'), 'file'))
}

/** `files.get` with `alt=media`. @throws DriveError for a folder, and for a file without stored bytes */
export function download(call: DriveCall, id: string): { mimeType: string; bytes: Buffer } {
  const { content, mimeType } = fileOf(call, id)
  if (content === null) {
    throw new DriveError(
      403,
      'fileNotDownloadable',
      'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
      { location: 'alt', locationType: 'parameter' },
    )
  }
  if (content.bytes === null) {
    throw new DriveError(403, 'cannotDownloadFile', 'This file cannot be downloaded by the user.')
  }
  return { mimeType, bytes: content.bytes }
}

/** `files.generateIds` */
export function generateIds(call: DriveCall): unknown {
  const { query, drive } = call
  const count = numberOf(call, 'count', 10, MAX_PAGE_SIZE)
  const space = query.get('space') ?? 'drive'
  if (space !== 'drive' && space !== 'appDataFolder') throw invalid('space')
  const type = query.get('type') ?? 'files'
  if (type !== 'files' && type !== 'shortcuts') throw invalid('type')
  const mask = maskOf(query.get('fields'), 'ids')
  const ids = Array.from({ length: count }, newFileId)
  for (const id of ids) drive.freeIds.add(id)
  return pick({ kind: 'drive#generatedIds', space, ids }, mask)
}

/** `files.list`: the files of this client. Trashed ones are included unless `q` excludes them. */
export function listFiles(call: DriveCall): unknown {
  const { query, drive, clientId } = call
  const mask = maskOf(query.get('fields'), 'list')
  const size = numberOf(call, 'pageSize', 100, MAX_PAGE_SIZE)
  if (!['drive', null].includes(query.get('spaces'))) throw invalid('spaces')
  if (!['user', null].includes(query.get('corpora'))) throw invalid('corpora')
  const test = testOf(call)
  const order = orderOf(query.get('orderBy'))
  const from = offsetOf(query)
  const found = [...drive.files.values()].filter((file) => file.madeBy === clientId && test(file)).toSorted(order)
  const files = found.slice(from, from + size).map((file) => presentFile(file, call))
  const next = from + size < found.length ? { nextPageToken: tokenOf(query, from + size) } : {}
  return pick({ kind: 'drive#fileList', incompleteSearch: false, ...next, files }, mask)
}

function testOf(call: DriveCall): Test {
  const q = call.query.get('q')
  if (q === null || q.trim() === '') return () => true
  return parseQuery(q, { email: call.account.email, folderOf: (id) => parentIn(call, id) })
}

/** The error does not name the parent. @throws DriveError 404 */
function parentIn(call: DriveCall, id: string): DriveFile {
  const { root } = call.drive
  const folder = id === 'root' || id === root.id ? root : seenFile(call, id)
  if (!folder || !isFolder(folder)) throw notFound('')
  return folder
}

type Order = (left: DriveFile, right: DriveFile) => number

const byName: Order = (left, right) => left.name.localeCompare(right.name, 'en')
const byModified: Order = (left, right) => left.modifiedAt - right.modifiedAt
const ORDERS = new Map<string, Order>([
  ['name', byName],
  ['name_natural', (left, right) => left.name.localeCompare(right.name, 'en', { numeric: true })],
  ['createdTime', (left, right) => left.createdAt - right.createdAt],
  ['modifiedTime', byModified],
  ['modifiedByMeTime', byModified],
  ['recency', byModified],
  ['quotaBytesUsed', (left, right) => (left.content?.size ?? 0) - (right.content?.size ?? 0)],
  ['folder', (left, right) => Number(isFolder(right)) - Number(isFolder(left))],
])

/** Newest first by default. */
function orderOf(orderBy: string | null): Order {
  if (orderBy === null) return (left, right) => right.modifiedAt - left.modifiedAt
  const orders = orderBy.split(',').map((part): Order => {
    const [, key = '', down] = /^\s*(\w+)(\s+desc)?\s*$/.exec(part) ?? []
    const order = ORDERS.get(key)
    if (!order) throw invalid('orderBy')
    return down ? (left, right) => order(right, left) : order
  })
  return (left, right) => orders.reduce((found, order) => found || order(left, right), 0)
}

/** A page token is valid only with the query that it was issued for. */
function tokenOf(query: URLSearchParams, offset: number): string {
  return `~!!~${Buffer.from(`${queryKeyOf(query)} ${offset}`).toString('base64url')}`
}

function offsetOf(query: URLSearchParams): number {
  const token = query.get('pageToken')
  if (token === null) return 0
  const [queryKey, offset = ''] = Buffer.from(token.replace('~!!~', ''), 'base64url').toString().split(' ')
  if (queryKey !== queryKeyOf(query) || !/^\d+$/.test(offset)) throw invalid('pageToken')
  return Number(offset)
}

function queryKeyOf(query: URLSearchParams): string {
  const values = ['q', 'orderBy', 'spaces', 'corpora'].map((name) => query.get(name))
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 12)
}
