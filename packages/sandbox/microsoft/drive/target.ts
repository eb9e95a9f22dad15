import type { World } from '../../kit/world.ts'
import type { Address } from './address.ts'
import { invalidRequest, nameTaken } from './errors.ts'
import { checkPath } from './names.ts'
import type { Drive, Item } from './state.ts'
import { findPath, makePath, pathOf } from './tree.ts'

/** Where a file goes: a folder that is there, folders to be made below it, and a name. */
export type Target = { from: Item; folders: string[]; name: string }

/** @throws GraphError for a name or path that OneDrive does not take, and for a folder in the file's place */
export function targetOf({ from, segments }: Address): Target {
  const name = segments.at(-1)
  if (name === undefined) {
    // An id of a file: its own place.
    if (!from.parent || !from.content) throw invalidRequest('A name for the file is needed.')
    return { from: from.parent, folders: [], name: from.name }
  }
  checkPath([...pathOf(from), ...segments])
  return { from, folders: segments.slice(0, -1), name }
}

/** The folder of a target, made where it is missing: an upload by path makes its parents. */
export function folderOf(world: World, drive: Drive, { from, folders }: Target): Item {
  // Found first, so that a refused upload leaves no empty folders behind.
  const known = findPath(from, folders)
  if (known?.content) throw nameTaken()
  return known ?? makePath(world, drive, from, folders)
}
