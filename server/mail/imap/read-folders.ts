import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import type { ImapFolder } from '../../vendors/imap/imap-folders.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import type { MailFolder } from '../../vendors/mailbox/mail-folder.ts'
import { saveCanMove } from './account-queries.ts'
import { findImapFolders, saveImapFolders, type FolderRow, type StoredFolder } from './folder-queries.ts'
import type { ImapAccess } from './imap-access.ts'

export interface ListedFolders {
  folders: MailFolder[]
  rows: FolderRow[]
  /** As the server reports it now, by id; those with messages only. */
  states: ReadonlyMap<string, NonNullable<ImapFolder['state']>>
  /** Ids of the folders whose number of messages is another one than when they were listed last, or that are back. */
  resized: ReadonlySet<string>
}

/** Lists the folders, and stores under which path each is now. */
export async function readFolders(
  { ctx, mailboxId, userId }: ImapAccess,
  session: ImapSession,
): Promise<ListedFolders> {
  const listed = await session.folders()
  const known = await ctx.db.asService((tx) => findImapFolders(tx, mailboxId))
  const { ids, superseded } = matchFolders(known, listed)
  const idOf = (path: string | null): string | null => (path === null ? null : (ids.get(path) ?? null))
  const folders = listed.map((folder): StoredFolder => {
    const id = ids.get(folder.path) ?? ''
    const { path, use, state } = folder
    // What was there when the mailbox was connected is not new; a later folder may have what was moved there.
    const uidNext = known.length === 0 ? (state?.uidNext ?? 1) : 1
    return { id, path, use, uidValidity: state?.uidValidity ?? null, uidNext, messages: state?.messages ?? 0 }
  })
  const parents = new Map(
    listed.flatMap(({ path, parentPath }) => {
      const parent = idOf(parentPath)
      return parent === null ? [] : [[ids.get(path) ?? '', parent] as const]
    }),
  )
  const rows = await ctx.db.asService(async (tx: Tx) => {
    await saveCanMove(tx, mailboxId, session.canMove())
    await saveImapFolders(tx, { mailboxId, userId }, { folders, parents, superseded })
    return findImapFolders(tx, mailboxId)
  })
  const before = new Map(known.map((row) => [row.id, row.isListed ? row.messages : null]))
  return {
    rows,
    states: new Map(listed.flatMap(({ path, state }) => (state ? [[ids.get(path) ?? '', state] as const] : []))),
    resized: new Set(folders.filter(({ id, messages }) => before.get(id) !== messages).map(({ id }) => id)),
    // A folder that only contains others takes no messages.
    folders: listed
      .filter(({ state }) => state !== null)
      .map(({ path, names, parentPath, use, resembles }) => ({
        id: ids.get(path) ?? '',
        displayName: names.at(-1) ?? '',
        parentFolderId: idOf(parentPath) ?? '',
        path: names,
        use,
        resembles: resembles ?? null,
      })),
  }
}

type Known = Pick<FolderRow, 'id' | 'path' | 'uidValidity' | 'uidNext' | 'messages'>

/**
 * Pure. The id of each listed folder. A folder keeps its id under its path, also when its UIDVALIDITY changes. A new
 * path whose folder has the UIDVALIDITY of one that is missing is that folder, renamed; where several folders have it,
 * UIDNEXT and the number of messages have to be the same, too.
 * @returns also the ids of rows whose path belongs to another folder now
 */
export function matchFolders(
  known: readonly Known[],
  listed: readonly ImapFolder[],
): { ids: Map<string, string>; superseded: string[] } {
  const byPath = new Map(known.map((row) => [row.path, row]))
  const listedByPath = new Map(listed.map((folder) => [folder.path, folder]))
  const isSame = (row: Known, folder: ImapFolder | undefined): boolean =>
    folder !== undefined &&
    (row.uidValidity === null || folder.state === null || row.uidValidity === folder.state.uidValidity)
  const unmatched = known.filter((row) => !isSame(row, listedByPath.get(row.path)))
  const isRenamed = (row: Known, { state }: ImapFolder): boolean => {
    if (state === null || row.uidValidity !== state.uidValidity || state.uidNext < row.uidNext) return false
    const isOnlyOne =
      known.filter(({ uidValidity }) => uidValidity === row.uidValidity).length === 1 &&
      listed.filter((folder) => folder.state?.uidValidity === row.uidValidity).length === 1
    return isOnlyOne || (state.uidNext === row.uidNext && state.messages === row.messages)
  }
  const ids = new Map<string, string>()
  const used = new Set<string>()
  for (const folder of listed) {
    const row = byPath.get(folder.path)
    if (row && isSame(row, folder)) ids.set(folder.path, row.id)
  }
  for (const folder of listed) {
    if (ids.has(folder.path)) continue
    const candidates = unmatched.filter((row) => !used.has(row.id) && isRenamed(row, folder))
    const [only] = candidates
    if (candidates.length !== 1 || !only) continue
    used.add(only.id)
    ids.set(folder.path, only.id)
  }
  const superseded: string[] = []
  for (const folder of listed) {
    const row = byPath.get(folder.path)
    const id = ids.get(folder.path)
    // Its UIDVALIDITY has changed, unless the folder of this path was renamed.
    if (id === undefined) ids.set(folder.path, row && !used.has(row.id) ? row.id : randomUUID())
    else if (row && row.id !== id && !used.has(row.id)) superseded.push(row.id)
  }
  return { ids, superseded }
}
