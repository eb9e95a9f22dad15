import type { MicrosoftSandbox } from '../state.ts'
import { countsAt } from '../change-log.ts'
import type { Folder } from '../model.ts'

export const FOLDER_TYPE = 'microsoft.graph.mailFolder'
export const FOLDER_PROPERTIES: ReadonlySet<string> = new Set([
  'id',
  'displayName',
  'parentFolderId',
  'childFolderCount',
  'unreadItemCount',
  'totalItemCount',
  'isHidden',
  'childFolders',
  'filterQuery',
  'includeNestedFolders',
  'isSupported',
  'sourceFolderIds',
])

/** Graph v1.0 has no `wellKnownName`. */
export function renderFolder(
  folder: Folder,
  { config, clock }: Pick<MicrosoftSandbox, 'config' | 'clock'>,
): Record<string, unknown> {
  const late = config.countDelayMs > 0
  const counts = late
    ? countsAt(folder.log, clock.now() - config.countDelayMs)
    : { total: folder.messages.size, unread: folder.unread }
  const item: Record<string, unknown> = {
    id: folder.id,
    displayName: folder.displayName,
    parentFolderId: folder.parent?.id ?? folder.id,
    childFolderCount: folder.children.length,
    unreadItemCount: counts.unread,
    totalItemCount: counts.total,
    isHidden: folder.isHidden,
  }
  if (folder.searchQuery === null) return item
  const search = { isSupported: true, includeNestedFolders: true, sourceFolderIds: [], filterQuery: folder.searchQuery }
  return { '@odata.type': '#microsoft.graph.mailSearchFolder', ...item, ...search }
}
