import type { FolderRow } from './folder-row.ts'

type Named = Pick<FolderRow, 'path' | 'folder_name'>

/** A row without a path is at the top. */
export const pathOf = ({ path, folder_name }: Named): readonly string[] => path ?? [folder_name]

/** Equal for paths that are one to Outlook: it compares the names below one parent without regard to case. */
export const pathKey = (path: readonly string[]): string => JSON.stringify(path.map((name) => name.toLowerCase()))

/**
 * The paths as the user reads them, by folder id. "2026" in "Clients" reads "Clients/2026"; beside a folder with this
 * name it reads "Clients › 2026", so that no list shows two equal names.
 * @param taken paths that other folders of the mailbox show
 */
export function displayPaths(
  folders: readonly { id: string; path: readonly string[] }[],
  taken: Iterable<string>,
): Map<string, string> {
  const shown = new Set([...taken].map((path) => path.toLowerCase()))
  const order = folders.toSorted((a, b) => a.path.length - b.path.length || (a.id < b.id ? -1 : 1))
  return new Map(
    order.map(({ id, path }) => {
      const plain = path.join('/')
      const own = shown.has(plain.toLowerCase()) ? path.join(' › ') : plain
      shown.add(own.toLowerCase())
      return [id, own]
    }),
  )
}
