import type { GraphFolder } from '../../vendors/graph.ts'
import type { FolderRow } from '../queries.ts'

export interface FolderPlan {
  /** New in Outlook. */
  add: GraphFolder[]
  /** Renamed or moved in Outlook, or custom until now and found there. */
  change: { row: FolderRow; to: GraphFolder }[]
  /** Deleted in Outlook: they become custom, under a name that no other custom folder has. */
  detach: { row: FolderRow; folderName: string }[]
}

type Known = Pick<FolderRow, 'id' | 'provider_folder_id'>

/**
 * What must change in our rows so that they fit what was found. Settings hang on the row, so a row is kept wherever that is possible: by
 * the folder's id, which rename and move do not change; else by its path, where the row is custom, or its folder was deleted and made anew.
 * @param known the rows as they were before Outlook was asked: only of those can be said that they are no longer there
 */
export function planFolders(rows: FolderRow[], found: GraphFolder[], known: Known[]): FolderPlan {
  const foundIds = new Set(found.map(({ id }) => id))
  const knownIds = new Map(known.map((row) => [row.id, row.provider_folder_id]))
  const isGone = ({ id, provider_folder_id: inOutlook }: FolderRow): boolean =>
    inOutlook !== null && !foundIds.has(inOutlook) && knownIds.get(id) === inOutlook

  const byProviderId = new Map(rows.map((row) => [row.provider_folder_id, row]))
  const homeless = new Map(
    rows.filter((row) => row.is_custom || isGone(row)).map((row) => [row.display_name.toLowerCase(), row]),
  )
  const plan: FolderPlan = { add: [], change: [], detach: [] }
  for (const folder of found) {
    const path = folder.path.toLowerCase()
    const own = byProviderId.get(folder.id)
    const row = own ?? homeless.get(path)
    if (!own) homeless.delete(path)
    if (!row) plan.add.push(folder)
    else if (row !== own || row.folder_name !== folder.displayName || row.display_name !== folder.path) {
      plan.change.push({ row, to: folder })
    }
  }

  const kept = new Set(plan.change.map(({ row }) => row))
  const staysCustom = rows.filter((row) => row.is_custom && !kept.has(row))
  const taken = new Set(staysCustom.map((row) => row.folder_name.toLowerCase()))
  for (const row of rows.filter((row) => isGone(row) && !kept.has(row))) {
    const folderName = freeName(row.folder_name, taken)
    taken.add(folderName.toLowerCase())
    plan.detach.push({ row, folderName })
  }
  return plan
}

function freeName(name: string, taken: Set<string>): string {
  if (!taken.has(name.toLowerCase())) return name
  for (let number = 2; ; number++) {
    const numbered = `${name.slice(0, 245)} (${number})`
    if (!taken.has(numbered.toLowerCase())) return numbered
  }
}
