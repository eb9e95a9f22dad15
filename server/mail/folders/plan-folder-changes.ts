import type { MailFolder } from '../../vendors/mailbox/mail-folder.ts'
import type { FolderRow } from './folder-row.ts'
import { displayPaths, pathKey, pathOf } from './folder-path.ts'

/** A folder in Outlook with the path that the user reads. */
export interface ShownFolder extends MailFolder {
  displayPath: string
}

export interface FolderChanges {
  /** New in Outlook. */
  add: ShownFolder[]
  /** Renamed or moved in Outlook, or custom so far and now found there. */
  change: { row: FolderRow; to: ShownFolder }[]
  /** Deleted in Outlook: becomes custom. */
  detach: FolderRow[]
}

interface FoldersRead {
  /** The target folders in Outlook. */
  found: readonly MailFolder[]
  /** The rows before Outlook was read: only these can be recognized as deleted. */
  known: readonly Pick<FolderRow, 'id' | 'provider_folder_id'>[]
  /** Ids of the rows for which a folder was just created, by its id in Outlook. */
  createdFor?: ReadonlyMap<string, string>
}

/**
 * The changes that make our rows match the folders in Outlook. The user's settings belong to the row, so a row is
 * matched to its folder whenever possible: by the folder's id, which renaming, moving and Deleted Items do not change;
 * otherwise name by name along its path, where the row is custom or its folder was deleted and created again.
 */
export function planFolderChanges(
  rows: readonly FolderRow[],
  { found, known, createdFor = new Map() }: FoldersRead,
): FolderChanges {
  const foundIds = new Set(found.map(({ id }) => id))
  const knownIds = new Map(known.map((row) => [row.id, row.provider_folder_id]))
  const isDeleted = ({ id, provider_folder_id: providerId }: FolderRow): boolean =>
    providerId !== null && !foundIds.has(providerId) && knownIds.get(id) === providerId

  const byId = new Map(rows.map((row) => [row.id, row]))
  const byProviderId = new Map(rows.map((row) => [row.provider_folder_id, row]))
  const byFormerId = new Map(rows.map((row) => [idOutsideDeletedItems(row, foundIds), row]))
  const withoutFolder = rows.filter(
    (row) => (row.is_custom || isDeleted(row)) && idOutsideDeletedItems(row, foundIds) === null,
  )
  const unmatched = new Map(withoutFolder.map((row) => [pathKey(pathOf(row)), row]))
  const matched = new Map<string, FolderRow>()
  for (const folder of found) {
    const key = pathKey(folder.path)
    const row =
      byProviderId.get(folder.id) ??
      byFormerId.get(folder.id) ??
      byId.get(createdFor.get(folder.id) ?? '') ??
      unmatched.get(key)
    if (!row) continue
    matched.set(folder.id, row)
    if (unmatched.get(key) === row) unmatched.delete(key)
  }

  const matchedRows = new Set(matched.values())
  const remaining = rows.filter((row) => !matchedRows.has(row))
  const shown = displayPaths(
    found,
    remaining.map((row) => row.display_name),
  )
  const changes: FolderChanges = { add: [], change: [], detach: remaining.filter(isDeleted) }
  for (const folder of found) {
    const to = { ...folder, displayPath: shown.get(folder.id) ?? folder.path.join('/') }
    const row = matched.get(folder.id)
    if (!row) changes.add.push(to)
    else if (!isSame(row, to)) changes.change.push({ row, to })
  }
  return changes
}

/** @returns the id of a folder that was deleted and is found outside Deleted Items now; null for other rows */
export const idOutsideDeletedItems = (
  { provider_folder_id, former_provider_folder_id: id }: FolderRow,
  found: ReadonlySet<string>,
): string | null => (provider_folder_id === null && id !== null && found.has(id) ? id : null)

const isSame = (row: FolderRow, { id, displayName, displayPath, path }: ShownFolder): boolean =>
  row.provider_folder_id === id &&
  row.folder_name === displayName &&
  row.display_name === displayPath &&
  JSON.stringify(row.path) === JSON.stringify(path)
