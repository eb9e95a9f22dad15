import { type Call, route } from '../route-definition.ts'
import { badCall, refuse } from '../errors.ts'
import { isDownloadable, metadataOf } from '../metadata.ts'
import { byId, findEntry, notFound, PathError } from '../paths.ts'
import { type Folder, keyOf, pathOf, walk } from '../file-tree.ts'
import { saveCursor, type ListCursor } from './cursors.ts'
import { CursorArg, ListFolderArg } from './schemas.ts'

const list = route({
  name: 'files/list_folder',
  style: 'rpc',
  scope: 'files.metadata.read',
  arg: ListFolderArg,
  run(call, { path, recursive, limit, include_non_downloadable_files: withUndownloadable }) {
    const folder = findEntry(call.account, path)
    if (folder.kind === 'file') throw new PathError({ '.tag': 'not_folder' })
    const about = { email: call.account.email, folderId: folder.id, recursive, withUndownloadable, limit }
    const cursor: ListCursor = { kind: 'list', ...about, pending: [], known: new Map() }
    return page(call, addChanges(folder, cursor))
  },
})

/** The next page, or the changes since the last one. */
const listContinue = route({
  name: 'files/list_folder/continue',
  style: 'rpc',
  scope: 'files.metadata.read',
  arg: CursorArg,
  run(call, { cursor: id }) {
    const cursor = call.sandbox.dropbox.cursors.get(id)
    if (cursor === undefined && id.startsWith('AAA')) throw refuse({ '.tag': 'reset' })
    if (cursor?.kind !== 'list' || cursor.email !== call.account.email) {
      throw badCall('files/list_folder/continue', 'request body: cursor: Invalid "cursor" parameter')
    }
    if (cursor.pending.length > 0) return page(call, cursor)
    const folder = cursor.folderId === '' ? call.account.root : byId(call.account, cursor.folderId)
    if (folder?.kind !== 'folder') throw notFound()
    return page(call, addChanges(folder, cursor))
  },
})

export const listRoutes = [list, listContinue]

/** Lists the folder and adds the differences to the entries of the cursor: new, changed and deleted ones. */
function addChanges(folder: Folder, cursor: ListCursor): ListCursor {
  const entries = cursor.recursive ? walk(folder) : folder.children.values()
  const shown = [...entries].filter(
    (entry) => cursor.withUndownloadable || entry.kind === 'folder' || isDownloadable(entry),
  )
  const now = new Map(shown.map((entry) => [keyOf(pathOf(entry)), metadataOf(entry)]))
  const news = [...now]
    .filter(([key, metadata]) => !isSame(metadata, cursor.known.get(key)))
    .map(([, metadata]) => metadata)
  const gone = [...cursor.known]
    .filter(([key]) => !now.has(key))
    .map(([, { name, path_lower, path_display }]) => ({ '.tag': 'deleted', name, path_lower, path_display }))
  return { ...cursor, pending: [...gone, ...news], known: now }
}

type Metadata = ReturnType<typeof metadataOf>

function isSame(one: Metadata, other: Metadata | undefined): boolean {
  return one.id === other?.id && revOf(one) === revOf(other)
}

const revOf = (metadata: Metadata | undefined) => (metadata && 'rev' in metadata ? metadata.rev : null)

function page({ sandbox }: Call, cursor: ListCursor) {
  const size = Math.min(cursor.limit, sandbox.dropbox.settings.pageSize ?? cursor.limit)
  const pending = cursor.pending.slice(size)
  const next = saveCursor(sandbox.dropbox.cursors, { ...cursor, pending })
  return { entries: cursor.pending.slice(0, size), cursor: next, has_more: pending.length > 0 }
}
