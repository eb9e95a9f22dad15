import { createHash } from 'node:crypto'
import type { DropboxSandbox } from './state.ts'
import type { Account } from './accounts.ts'
import type { Content } from './file-content.ts'
import { dropboxTime } from './metadata.ts'
import { conflict, namesToWrite, PathError } from './paths.ts'
import { childOf, type Entry, type File, type Folder, keyOf, usedBytes } from './file-tree.ts'

type WriteMode = { tag: 'add' } | { tag: 'overwrite' } | { tag: 'update'; rev: string }

/** `CommitInfo` of Dropbox's API specification. */
type CommitInfo = {
  path: string
  mode: WriteMode
  autorename: boolean
  strict_conflict: boolean
  client_modified?: string | undefined
}

/**
 * Writes a file by the conflict rules of `WriteMode` (files.stone of Dropbox's API specification): the same bytes at
 * the same path are no conflict and change nothing; a folder at the path always is a conflict.
 * @throws PathError
 */
export function commitFile(
  sandbox: DropboxSandbox,
  account: Account,
  info: CommitInfo,
  content: Content,
  isPaper = false,
): File {
  const names = namesToWrite(account, info.path)
  const name = names.at(-1) ?? ''
  const { folder: known, missing } = deepestFolder(account, names.slice(0, -1))
  const existing = missing.length === 0 ? childOf(known, name) : undefined
  const outcome = outcomeOf(existing, info, content)
  if (outcome === 'same' && existing?.kind === 'file') return existing
  const replaced = outcome === 'replace' && existing?.kind === 'file' ? existing : null
  const free = account.quota - usedBytes(account.root) + (replaced?.content.size ?? 0)
  if (content.size > free) throw new PathError({ '.tag': 'insufficient_space' })
  const serverModified = sandbox.clock.now()
  const about = {
    content,
    rev: newRev(sandbox, account),
    serverModified,
    clientModified: info.client_modified ?? dropboxTime(serverModified),
    isPaper,
  }
  if (replaced) return Object.assign(replaced, about)
  const parent = makeFolders(sandbox, account, known, missing)
  const freeName = outcome === 'rename' ? nextName(parent, name, info.mode) : name
  const file: File = { kind: 'file', id: newId(sandbox, account), name: freeName, parent, ...about }
  parent.children.set(keyOf(freeName), file)
  return file
}

type Outcome = 'create' | 'same' | 'replace' | 'rename'

function outcomeOf(existing: Entry | undefined, info: CommitInfo, content: Content): Outcome {
  const { mode, autorename, strict_conflict: strict } = info
  const clash = (tag: 'file' | 'folder'): Outcome => {
    if (autorename) return 'rename'
    throw conflict(tag)
  }
  if (existing?.kind === 'folder') return clash('folder')
  if (!existing) return mode.tag === 'update' && strict ? clash('file') : 'create'
  const isSame = existing.content.contentHash === content.contentHash
  const isMeant = mode.tag === 'overwrite' || (mode.tag === 'update' && mode.rev === existing.rev)
  if (isSame && (isMeant || !strict)) return 'same'
  return isMeant ? 'replace' : clash('file')
}

/** Creates a folder with its parents. An existing folder is a conflict. @throws PathError */
export function createFolder(sandbox: DropboxSandbox, account: Account, path: string, autorename: boolean): Folder {
  const names = namesToWrite(account, path)
  const { folder: known, missing } = deepestFolder(account, names.slice(0, -1))
  const name = names.at(-1) ?? ''
  const existing = missing.length === 0 ? childOf(known, name) : undefined
  if (existing && !autorename) throw conflict(existing.kind)
  return makeFolders(sandbox, account, known, [...missing, existing ? nextName(known, name, { tag: 'add' }) : name])
}

/** The deepest existing folder, and the names below it that do not exist. @throws PathError where one is a file */
function deepestFolder(account: Account, names: readonly string[]): { folder: Folder; missing: string[] } {
  let folder = account.root
  for (const [depth, name] of names.entries()) {
    const next = childOf(folder, name)
    if (!next) return { folder, missing: names.slice(depth) }
    if (next.kind === 'file') throw conflict('file_ancestor')
    folder = next
  }
  return { folder, missing: [] }
}

function makeFolders(sandbox: DropboxSandbox, account: Account, from: Folder, names: readonly string[]): Folder {
  let folder = from
  for (const name of names) {
    const made: Folder = { kind: 'folder', id: newId(sandbox, account), name, parent: folder, children: new Map() }
    folder.children.set(keyOf(name), made)
    folder = made
  }
  return folder
}

/** `report (2).pdf`, or `report (conflicted copy).pdf` for an update of a revision that no longer exists. */
function nextName(folder: Folder, name: string, mode: WriteMode): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const copy = `${stem} (conflicted copy)${extension}`
  if (mode.tag === 'update' && !childOf(folder, copy)) return copy
  for (let number = 2; ; number++) {
    const next = `${stem} (${number})${extension}`
    if (!childOf(folder, next)) return next
  }
}

/** Ids differ after a reset, because a client may have stored the ones from before it. */
function newId({ dropbox }: DropboxSandbox, account: Account): string {
  const made = createHash('sha256').update(`${dropbox.epoch} ${account.accountId} ${++account.counter}`)
  return `id:${made.digest('base64url').slice(0, 22)}`
}

function newRev({ dropbox }: DropboxSandbox, account: Account): string {
  const number = (dropbox.epoch * 2 ** 32 + ++account.counter).toString(16).padStart(13, '0')
  return `015${number}${Number(account.namespace).toString(16).padStart(8, '0')}`
}
