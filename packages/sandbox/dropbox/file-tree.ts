import type { Content } from './file-content.ts'

/** The file tree of an account. Names are case-insensitive and keep their first spelling. */
export type Folder = {
  kind: 'folder'
  id: string
  name: string
  parent: Folder | null
  /** By `keyOf(name)`. */
  children: Map<string, Entry>
}

export type File = {
  kind: 'file'
  id: string
  name: string
  parent: Folder
  content: Content
  rev: string
  /** Milliseconds of the sandbox's clock. */
  serverModified: number
  /** Set by the client, such as `2026-01-31T12:00:00Z`. */
  clientModified: string
  /** A Paper document is listed but cannot be downloaded. */
  isPaper: boolean
}

export type Entry = Folder | File

export function newRoot(): Folder {
  return { kind: 'folder', id: '', name: '', parent: null, children: new Map() }
}

/** Names are equal without regard to case and to Unicode composition. */
export function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

export function childOf(folder: Folder, name: string): Entry | undefined {
  return folder.children.get(keyOf(name))
}

/** `/Work/Invoices`, or '' for the root. */
export function pathOf(entry: Entry): string {
  return entry.parent === null ? '' : `${pathOf(entry.parent)}/${entry.name}`
}

/** All entries below a folder, in pre-order. */
export function* walk(folder: Folder): Generator<Entry> {
  for (const child of folder.children.values()) {
    yield child
    if (child.kind === 'folder') yield* walk(child)
  }
}

export function* filesIn(folder: Folder): Generator<File> {
  for (const entry of walk(folder)) if (entry.kind === 'file') yield entry
}

export function usedBytes(root: Folder): number {
  let sum = 0
  for (const { content } of filesIn(root)) sum += content.size
  return sum
}

/** The entry at a path of names; undefined where one is missing. */
export function entryAt(from: Entry, names: readonly string[]): Entry | undefined {
  let entry: Entry | undefined = from
  for (const name of names) entry = entry?.kind === 'folder' ? childOf(entry, name) : undefined
  return entry
}
