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

/** There is no `wellKnownName` in v1.0, and so none here. */
export function renderFolder(folder: Folder): Record<string, unknown> {
  const item: Record<string, unknown> = {
    id: folder.id,
    displayName: folder.displayName,
    parentFolderId: folder.parent?.id ?? folder.id,
    childFolderCount: folder.children.length,
    unreadItemCount: folder.unread,
    totalItemCount: folder.messages.size,
    isHidden: folder.isHidden,
  }
  if (folder.searchQuery === null) return item
  const search = { isSupported: true, includeNestedFolders: true, sourceFolderIds: [], filterQuery: folder.searchQuery }
  return { '@odata.type': '#microsoft.graph.mailSearchFolder', ...item, ...search }
}
