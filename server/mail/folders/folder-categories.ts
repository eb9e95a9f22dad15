import { unsureCategory } from '../../../contract/limits.ts'
import type { FolderRow } from './folder-row.ts'

type NamedFolder = Pick<FolderRow, 'id' | 'display_name' | 'path'>

/** Neither mail programs nor servers tell categories apart by their case. */
export const hasCategory = (categories: readonly string[], category: string): boolean =>
  categories.some((each) => each.toLowerCase() === category.toLowerCase())

/**
 * The category of each folder of a mailbox, by the folder's id: its name in the terms of the mailbox. Of folders with
 * the same name the first has it, and the others have their path, so that a new folder does not rename a category.
 * @param folders in the order in which they were created
 * @param categoryOf of the provider
 */
export function nameCategories(
  folders: readonly NamedFolder[],
  categoryOf: (name: string) => string,
): Map<string, string> {
  const taken = new Set([unsureCategory.toLowerCase()])
  return new Map(
    folders.map((folder) => {
      const category = firstFree(taken, folder, categoryOf)
      taken.add(category.toLowerCase())
      return [folder.id, category]
    }),
  )
}

function firstFree(
  taken: ReadonlySet<string>,
  { display_name, path }: NamedFolder,
  categoryOf: (name: string) => string,
): string {
  const names = [display_name, ...(path ? [path.join('/')] : [])]
  for (let number = 2; ; number++) {
    const free = names.map(categoryOf).find((category) => !taken.has(category.toLowerCase()))
    if (free !== undefined) return free
    // In front, where no limit of the length cuts it off.
    names.splice(0, names.length, `${number} ${display_name}`)
  }
}
