import type { MicrosoftSandbox } from '../state.ts'
import type { Content } from './file-content.ts'
import { nameTaken, quotaReached } from './errors.ts'
import { freeName } from './item-names.ts'
import { type Conflict, type Drive, type Item, newItem } from './state.ts'

function childOf(folder: Item, name: string): Item | undefined {
  return folder.children.get(name.toLowerCase())
}

/** The item at a path, without regard to case; undefined where a segment is missing. */
export function findPath(from: Item, segments: readonly string[]): Item | undefined {
  return segments.reduce<Item | undefined>((folder, name) => folder && childOf(folder, name), from)
}

/** The folder at a path. Missing folders are created. @throws GraphError where a segment is a file */
export function ensureFolder(sandbox: MicrosoftSandbox, drive: Drive, from: Item, segments: readonly string[]): Item {
  return segments.reduce((folder, name) => {
    const found = childOf(folder, name) ?? addItem(sandbox, drive, { folder, name, content: null })
    if (found.content) throw nameTaken()
    return found
  }, from)
}

type NewChild = { folder: Item; name: string; content: Content | null }

function addItem({ clock }: MicrosoftSandbox, drive: Drive, { folder, name, content }: NewChild): Item {
  const item = newItem(drive, { name, parent: folder, content, at: clock.now() })
  folder.children.set(name.toLowerCase(), item)
  folder.changedAt = clock.now()
  drive.items.set(item.id, item)
  return item
}

export type Placed = { item: Item; isNew: boolean }

/** Creates or replaces a file. @throws GraphError for a taken name and an exceeded quota */
export function placeFile(
  sandbox: MicrosoftSandbox,
  drive: Drive,
  child: NewChild & { content: Content },
  on: Conflict,
): Placed {
  const { folder, name, content } = child
  const existing = childOf(folder, name)
  const replaces = existing !== undefined && on === 'replace'
  if (existing && (on === 'fail' || (replaces && !existing.content))) throw nameTaken()
  const freed = replaces ? (existing.content?.size ?? 0) : 0
  if (usedBytes(drive) - freed + content.size > drive.total) throw quotaReached()
  if (replaces) {
    Object.assign(existing, { content, changedAt: sandbox.clock.now(), version: existing.version + 1 })
    return { item: existing, isNew: false }
  }
  const free = freeName(name, (wanted) => childOf(folder, wanted) !== undefined)
  return { item: addItem(sandbox, drive, { folder, name: free, content }), isNew: true }
}

/** Creates a folder; with `replace` returns an existing one with its content. @throws GraphError for a taken name */
export function placeFolder(
  sandbox: MicrosoftSandbox,
  drive: Drive,
  { folder, name }: Omit<NewChild, 'content'>,
  on: Conflict,
) {
  const existing = childOf(folder, name)
  if (existing && (on === 'fail' || (on === 'replace' && existing.content))) throw nameTaken()
  if (existing && on === 'replace') return existing
  const free = freeName(name, (wanted) => childOf(folder, wanted) !== undefined)
  return addItem(sandbox, drive, { folder, name: free, content: null })
}

/** With its content. */
export function removeItem(drive: Drive, item: Item): void {
  for (const child of item.children.values()) removeItem(drive, child)
  item.parent?.children.delete(item.name.toLowerCase())
  drive.items.delete(item.id)
}

export function usedBytes({ items }: Drive): number {
  return [...items.values()].reduce((sum, { content }) => sum + (content?.size ?? 0), 0)
}

/** Empty for the root. */
export function pathOf({ name, parent }: Item): string[] {
  return parent ? [...pathOf(parent), name] : []
}

export function filesOf({ items }: Drive): (Item & { content: Content })[] {
  return [...items.values()].flatMap((item) => (item.content ? [{ ...item, content: item.content }] : []))
}
