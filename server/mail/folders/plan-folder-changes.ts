import { folderNameMaxLength } from '../../../contract/limits.ts'
import type { GraphFolder } from '../../vendors/graph.ts'
import type { FolderRow } from '../queries.ts'

export interface FolderChanges {
  /** New in Outlook. */
  add: GraphFolder[]
  /** Renamed or moved in Outlook, or custom so far and now found there. */
  change: { row: FolderRow; to: GraphFolder }[]
  /** Deleted in Outlook: becomes custom, with a name that no other custom folder has. */
  detach: { row: FolderRow; folderName: string }[]
}

type Known = Pick<FolderRow, 'id' | 'provider_folder_id'>

/**
 * The changes that make our rows match the folders in Outlook. The user's settings belong to the row, so a row is
 * matched to its folder whenever possible: by the folder's id, which renaming and moving do not change; otherwise by
 * its path, where the row is custom or its folder was deleted and created again.
 * @param known the rows before Outlook was read: only these can be recognized as deleted
 */
export function planFolderChanges(rows: FolderRow[], found: GraphFolder[], known: Known[]): FolderChanges {
  const foundIds = new Set(found.map(({ id }) => id))
  const knownIds = new Map(known.map((row) => [row.id, row.provider_folder_id]))
  const isDeleted = ({ id, provider_folder_id: providerId }: FolderRow): boolean =>
    providerId !== null && !foundIds.has(providerId) && knownIds.get(id) === providerId

  const byProviderId = new Map(rows.map((row) => [row.provider_folder_id, row]))
  const unmatched = new Map(
    rows.filter((row) => row.is_custom || isDeleted(row)).map((row) => [row.display_name.toLowerCase(), row]),
  )
  const changes: FolderChanges = { add: [], change: [], detach: [] }
  for (const folder of found) {
    const path = folder.path.toLowerCase()
    const own = byProviderId.get(folder.id)
    const row = own ?? unmatched.get(path)
    if (!own) unmatched.delete(path)
    if (!row) changes.add.push(folder)
    else if (row !== own || row.folder_name !== folder.displayName || row.display_name !== folder.path) {
      changes.change.push({ row, to: folder })
    }
  }

  const changedRows = new Set(changes.change.map(({ row }) => row))
  const staysCustom = rows.filter((row) => row.is_custom && !changedRows.has(row))
  const takenNames = new Set(staysCustom.map((row) => row.folder_name.toLowerCase()))
  for (const row of rows.filter((row) => isDeleted(row) && !changedRows.has(row))) {
    const folderName = freeName(row.folder_name, takenNames)
    takenNames.add(folderName.toLowerCase())
    changes.detach.push({ row, folderName })
  }
  return changes
}

function freeName(name: string, taken: Set<string>): string {
  if (!taken.has(name.toLowerCase())) return name
  for (let number = 2; ; number++) {
    const numbered = `${name.slice(0, folderNameMaxLength - 10)} (${number})`
    if (!taken.has(numbered.toLowerCase())) return numbered
  }
}
