import type { Account } from './accounts.ts'
import type { Tagged } from './errors.ts'
import { type Entry, entryAt, filesIn, pathOf, walk } from './file-tree.ts'

/** A `LookupError` or `WriteError`. Each route wraps it in its own union. */
export class PathError extends Error {
  readonly reason: Tagged
  constructor(reason: Tagged) {
    super(reason['.tag'])
    this.reason = reason
  }
}

export const conflict = (tag: 'file' | 'folder' | 'file_ancestor') =>
  new PathError({ '.tag': 'conflict', conflict: { '.tag': tag } })

export const notFound = () => new PathError({ '.tag': 'not_found' })

const MAX_NAME_LENGTH = 255
/** Files that Dropbox does not sync: https://help.dropbox.com/organize/file-names */
const DISALLOWED = new Set(['.dropbox', '.dropbox.attr', '.dropbox.cache', 'desktop.ini', 'thumbs.db', '.ds_store'])

/** The names from the root. @throws PathError malformed_path, or not_found for an unknown `id:` */
function namesOf(account: Account, path: string): string[] {
  const [, base = '', rest = ''] = /^((?:id|ns):[^/]*)?(.*)$/s.exec(path) ?? []
  const first = base === '' ? [] : namesOfBase(account, base)
  if (rest === '') return first
  const names = rest.split('/')
  if (names.shift() !== '' || !names.every(isName)) throw new PathError({ '.tag': 'malformed_path' })
  return [...first, ...names]
}

/** Dropbox accepts only characters of the Basic Multilingual Plane: https://github.com/rclone/rclone/issues/6199 */
function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\\\0\uD800-\uDFFF]/.test(name)
}

function namesOfBase(account: Account, base: string): string[] {
  if (base.startsWith('ns:')) {
    if (base === `ns:${account.namespace}`) return []
    throw notFound()
  }
  const entry = byId(account, base)
  if (!entry) throw notFound()
  return pathOf(entry).split('/').slice(1)
}

/** The names of a path to write. @throws PathError */
export function namesToWrite(account: Account, path: string): string[] {
  const names = namesOf(account, path)
  if (names.length === 0) throw new PathError({ '.tag': 'malformed_path' })
  if (names.some((name) => name.length > MAX_NAME_LENGTH || DISALLOWED.has(name.toLowerCase()))) {
    throw new PathError({ '.tag': 'disallowed_name' })
  }
  return names
}

/** The entry at a path, an `id:` or a `rev:`. The root is ''. @throws PathError */
export function findEntry(account: Account, path: string): Entry {
  if (path.startsWith('rev:')) return byRev(account, path.slice('rev:'.length))
  const entry = entryAt(account.root, namesOf(account, path))
  if (!entry) throw notFound()
  return entry
}

export function byId(account: Account, id: string): Entry | undefined {
  return walk(account.root).find((entry) => entry.id === id)
}

function byRev(account: Account, rev: string): Entry {
  const file = filesIn(account.root).find((each) => each.rev === rev)
  if (!file) throw notFound()
  return file
}
