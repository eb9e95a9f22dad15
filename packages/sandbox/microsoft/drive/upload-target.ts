import type { MicrosoftSandbox } from '../state.ts'
import type { Address } from './item-address.ts'
import { invalidRequest, nameTaken } from './errors.ts'
import { checkPath } from './item-names.ts'
import type { Drive, Item, Target } from './state.ts'
import { findPath, ensureFolder, pathOf } from './item-tree.ts'

/** @throws GraphError for an invalid name or path, and for the id of a folder */
export function targetOf({ from, segments }: Address): Target {
  const name = segments.at(-1)
  if (name === undefined) {
    // The address is the id of a file, so the target is that file.
    if (!from.parent || !from.content) throw invalidRequest('A name for the file is needed.')
    return { from: from.parent, folders: [], name: from.name }
  }
  checkPath([...pathOf(from), ...segments])
  return { from, folders: segments.slice(0, -1), name }
}

/** The folder of a target. Missing folders are created. */
export function folderOf(sandbox: MicrosoftSandbox, drive: Drive, { from, folders }: Target): Item {
  // Checked first, so that a refused upload leaves no empty folders.
  const known = findPath(from, folders)
  if (known?.content) throw nameTaken()
  return known ?? ensureFolder(sandbox, drive, from, folders)
}
