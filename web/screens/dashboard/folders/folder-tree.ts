import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderName } from '../../../lib/folder-name.ts'

export interface FolderNode {
  folder: EmailFolder
  /** 0 at the top. */
  depth: number
}

/**
 * Folders in tree order: each below its parent, siblings in the given order. A folder whose parent is missing is at the
 * top, and so is the first folder of a parent cycle (which only inconsistent data has).
 */
export function folderTree(folders: readonly EmailFolder[]): FolderNode[] {
  const known = new Set(folders.map((folder) => folder.id))
  const children = Map.groupBy(folders, ({ parent_folder_id }) =>
    parent_folder_id !== null && known.has(parent_folder_id) ? parent_folder_id : null,
  )
  const nodes: FolderNode[] = []
  const added = new Set<string>()
  const add = (some: readonly EmailFolder[], depth: number): void => {
    for (const folder of some) {
      if (added.has(folder.id)) continue
      added.add(folder.id)
      nodes.push({ folder, depth })
      add(children.get(folder.id) ?? [], depth + 1)
    }
  }
  add(children.get(null) ?? [], 0)
  add(folders, 0)
  return nodes
}

/** The first folder below an index that is sorted into and has no instructions. */
export const nextToWrite = (nodes: readonly FolderNode[], index: number): string | null =>
  nodes.slice(index + 1).find(({ folder }) => folder.instructions === '' && folder.active && folder.include_in_ai)
    ?.folder.id ?? null

/** Folders whose path contains the text, as a flat list. An empty text returns the tree unchanged. */
export function filterFolders(nodes: readonly FolderNode[], text: string): readonly FolderNode[] {
  const query = text.trim().toLocaleLowerCase()
  if (query === '') return nodes
  return nodes
    .filter(({ folder }) => folderName(folder).toLocaleLowerCase().includes(query))
    .map(({ folder }) => ({ folder, depth: 0 }))
}
