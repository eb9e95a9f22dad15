import { createHash } from 'node:crypto'
import type { World } from '../kit/world.ts'
import type { Account } from './accounts.ts'
import type { Content } from './content.ts'
import { dropboxTime } from './metadata.ts'
import { conflict, namesToWrite, PathProblem } from './paths.ts'
import { childOf, type Entry, type File, type Folder, keyOf, usedBytes } from './tree.ts'

export type WriteMode = { tag: 'add' } | { tag: 'overwrite' } | { tag: 'update'; rev: string }

/** CommitInfo. */
export type CommitInfo = {
  path: string
  mode: WriteMode
  autorename: boolean
  strict_conflict: boolean
  client_modified?: string | undefined
}

/**
 * Puts a file in its place, by the conflict rules of WriteMode (files.stone of Dropbox's API specification): the same bytes at the
 * same path are no conflict and change nothing; a folder at the path always is one.
 * @throws PathProblem
 */
export function commitFile(world: World, account: Account, info: CommitInfo, content: Content, isPaper = false): File {
  const names = namesToWrite(account, info.path)
  const name = names.at(-1) ?? ''
  const { folder: known, missing } = deepestFolder(account, names.slice(0, -1))
  const existing = missing.length === 0 ? childOf(known, name) : undefined
  const outcome = outcomeOf(existing, info, content)
  if (outcome === 'same' && existing?.kind === 'file') return existing
  const replaced = outcome === 'replace' && existing?.kind === 'file' ? existing : null
  const free = account.quota - usedBytes(account.root) + (replaced?.content.size ?? 0)
  if (content.size > free) throw new PathProblem({ '.tag': 'insufficient_space' })
  const serverModified = world.clock.now()
  const about = {
    content,
    rev: newRev(world, account),
    serverModified,
    clientModified: info.client_modified ?? dropboxTime(serverModified),
    isPaper,
  }
  if (replaced) return Object.assign(replaced, about)
  const parent = makeFolders(world, account, known, missing)
  const freeName = outcome === 'rename' ? nextName(parent, name, info.mode) : name
  const file: File = { kind: 'file', id: newId(world, account), name: freeName, parent, ...about }
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

/** A folder with its parents; one that is there already is a conflict. @throws PathProblem */
export function createFolder(world: World, account: Account, path: string, autorename: boolean): Folder {
  const names = namesToWrite(account, path)
  const { folder: known, missing } = deepestFolder(account, names.slice(0, -1))
  const name = names.at(-1) ?? ''
  const existing = missing.length === 0 ? childOf(known, name) : undefined
  if (existing && !autorename) throw conflict(existing.kind)
  return makeFolders(world, account, known, [...missing, existing ? nextName(known, name, { tag: 'add' }) : name])
}

/** As far as the folders are there, and the names that are not. @throws PathProblem where a file stands in the way */
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

function makeFolders(world: World, account: Account, from: Folder, names: readonly string[]): Folder {
  let folder = from
  for (const name of names) {
    const made: Folder = { kind: 'folder', id: newId(world, account), name, parent: folder, children: new Map() }
    folder.children.set(keyOf(name), made)
    folder = made
  }
  return folder
}

/** `report (2).pdf`; `report (conflicted copy).pdf` where a revision was to be replaced that is no longer there. */
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

/** The same calls after a reset give other ids: a client may remember those of before. */
function newId({ dropbox }: World, account: Account): string {
  const made = createHash('sha256').update(`${dropbox.epoch} ${account.accountId} ${++account.counter}`)
  return `id:${made.digest('base64url').slice(0, 22)}`
}

function newRev({ dropbox }: World, account: Account): string {
  const number = (dropbox.epoch * 2 ** 32 + ++account.counter).toString(16).padStart(13, '0')
  return `015${number}${Number(account.namespace).toString(16).padStart(8, '0')}`
}
