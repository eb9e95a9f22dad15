import type { World } from '../../kit/world.ts'
import type { Content } from './content.ts'
import { nameTaken, quotaReached } from './errors.ts'
import { freeName } from './names.ts'
import { type Drive, type Item, newItem } from './state.ts'

export type Conflict = 'fail' | 'replace' | 'rename'

export function childOf(folder: Item, name: string): Item | undefined {
  return folder.children.get(name.toLowerCase())
}

/** Case is passed over. Undefined where any of it is missing. */
export function findPath(from: Item, segments: readonly string[]): Item | undefined {
  return segments.reduce<Item | undefined>((folder, name) => folder && childOf(folder, name), from)
}

/** The folder at a path, made where it is missing. @throws GraphError where a file is in the way */
export function makePath(world: World, drive: Drive, from: Item, segments: readonly string[]): Item {
  return segments.reduce((folder, name) => {
    const found = childOf(folder, name) ?? addItem(world, drive, { folder, name, content: null })
    if (found.content) throw nameTaken()
    return found
  }, from)
}

type NewChild = { folder: Item; name: string; content: Content | null }

function addItem({ clock }: World, drive: Drive, { folder, name, content }: NewChild): Item {
  const item = newItem(drive, { name, parent: folder, content, at: clock.now() })
  folder.children.set(name.toLowerCase(), item)
  folder.changedAt = clock.now()
  drive.items.set(item.id, item)
  return item
}

export type Placed = { item: Item; isNew: boolean }

/** Puts a file under a name. @throws GraphError for a name that is taken and for want of room */
export function placeFile(world: World, drive: Drive, child: NewChild & { content: Content }, on: Conflict): Placed {
  const { folder, name, content } = child
  const there = childOf(folder, name)
  const replaces = there !== undefined && on === 'replace'
  if (there && (on === 'fail' || (replaces && !there.content))) throw nameTaken()
  const freed = replaces ? (there.content?.size ?? 0) : 0
  if (usedBytes(drive) - freed + content.size > drive.total) throw quotaReached()
  if (replaces) {
    Object.assign(there, { content, changedAt: world.clock.now(), version: there.version + 1 })
    return { item: there, isNew: false }
  }
  const free = freeName(name, (wanted) => childOf(folder, wanted) !== undefined)
  return { item: addItem(world, drive, { folder, name: free, content }), isNew: true }
}

/** A folder that replaces one of its name is that one, with all that is in it. @throws GraphError for a name that is taken */
export function placeFolder(world: World, drive: Drive, { folder, name }: Omit<NewChild, 'content'>, on: Conflict) {
  const there = childOf(folder, name)
  if (there && (on === 'fail' || (on === 'replace' && there.content))) throw nameTaken()
  if (there && on === 'replace') return there
  const free = freeName(name, (wanted) => childOf(folder, wanted) !== undefined)
  return addItem(world, drive, { folder, name: free, content: null })
}

/** With all that is in it. */
export function removeItem(drive: Drive, item: Item): void {
  for (const child of item.children.values()) removeItem(drive, child)
  item.parent?.children.delete(item.name.toLowerCase())
  drive.items.delete(item.id)
}

export function usedBytes({ items }: Drive): number {
  return [...items.values()].reduce((sum, { content }) => sum + (content?.size ?? 0), 0)
}

/** Without a slash at the beginning; empty for the root. */
export function pathOf({ name, parent }: Item): string[] {
  return parent ? [...pathOf(parent), name] : []
}

export function filesOf({ items }: Drive): (Item & { content: Content })[] {
  return [...items.values()].flatMap((item) => (item.content ? [{ ...item, content: item.content }] : []))
}
