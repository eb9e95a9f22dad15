import type { EmailFolder } from '../../../../contract/tables.ts'

export interface FolderNode {
  folder: EmailFolder
  /** 0 at the top. */
  depth: number
}

/**
 * Folders as they lie in the mailbox: each below its parent, those of one parent in the order in which they came. A folder whose
 * parent is not among them lies at the top, and so does one of a ring, which only broken data could have.
 */
export function folderTree(folders: readonly EmailFolder[]): FolderNode[] {
  const known = new Set(folders.map((folder) => folder.id))
  const children = Map.groupBy(folders, ({ parent_folder_id }) =>
    parent_folder_id !== null && known.has(parent_folder_id) ? parent_folder_id : null,
  )
  const nodes: FolderNode[] = []
  const placed = new Set<string>()
  const place = (some: readonly EmailFolder[], depth: number): void => {
    for (const folder of some) {
      if (placed.has(folder.id)) continue
      placed.add(folder.id)
      nodes.push({ folder, depth })
      place(children.get(folder.id) ?? [], depth + 1)
    }
  }
  place(children.get(null) ?? [], 0)
  place(folders, 0)
  return nodes
}

/** Those with the text in their name, side by side: what they lie in is said with them. An empty text is no filter. */
export function foldersNamed(nodes: readonly FolderNode[], part: string): readonly FolderNode[] {
  const wanted = part.trim().toLocaleLowerCase()
  if (wanted === '') return nodes
  return nodes
    .filter(({ folder }) => (folder.display_name || folder.folder_name).toLocaleLowerCase().includes(wanted))
    .map(({ folder }) => ({ folder, depth: 0 }))
}
