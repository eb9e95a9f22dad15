import type { Content } from './content.ts'

/** The files of an account, as a tree. A name is met in any case, and keeps the case it was made with. */
export type Folder = {
  kind: 'folder'
  id: string
  name: string
  parent: Folder | null
  /** By the key of the name. */
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
  /** `2026-01-31T12:00:00Z`, as the client said. */
  clientModified: string
  /** A Paper document: it is listed, and cannot be fetched. */
  isPaper: boolean
}

export type Entry = Folder | File

export function newRoot(): Folder {
  return { kind: 'folder', id: '', name: '', parent: null, children: new Map() }
}

/** Composed and decomposed letters are the same name, as are large and small ones. */
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

/** Everything below a folder, a folder before what is in it. */
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

/** The entry at the names, from the folder on; the first name that is missing ends the walk. */
export function entryAt(from: Entry, names: readonly string[]): Entry | undefined {
  let entry: Entry | undefined = from
  for (const name of names) entry = entry?.kind === 'folder' ? childOf(entry, name) : undefined
  return entry
}
