import { z } from 'zod'
import { allSettledOrThrow } from '../http/all-settled-or-throw.ts'
import type { FolderUse } from '../mailbox/mail-folder.ts'
import { orNotThere } from './graph-error.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Graph's names. `syncissues` contains conflicts and failures. */
const wellKnownFolders: readonly (readonly [use: FolderUse, name: string])[] = [
  ['deleted', 'deleteditems'],
  ['junk', 'junkemail'],
  ['outbox', 'outbox'],
  ['system', 'conversationhistory'],
  ['system', 'syncissues'],
  ['system', 'scheduled'],
  ['inbox', 'inbox'],
  ['drafts', 'drafts'],
  ['sent', 'sentitems'],
  ['archive', 'archive'],
  ['purged', 'recoverableitemsdeletions'],
]

const Folder = z.object({ id: z.string().min(1) })

/** The uses of folders, by their ids. Folders that the mailbox does not have are left out. */
export async function usesById(
  graph: GraphTransport,
  isWanted: (use: FolderUse) => boolean,
): Promise<Map<string, FolderUse>> {
  const wanted = wellKnownFolders.filter(([use]) => isWanted(use))
  const ids = await allSettledOrThrow(wanted.map(([, name]) => findFolderId(graph, name)))
  return new Map(wanted.flatMap(([use], index) => (ids[index] ? [[ids[index], use] as const] : [])))
}

export async function findFolderId(graph: GraphTransport, idOrName: string): Promise<string | null> {
  const path = `/me/mailFolders/${encodeURIComponent(idOrName)}?$select=id`
  const folder = await orNotThere(graph.read({ path }, Folder))
  return folder === 'not-there' ? null : folder.id
}
