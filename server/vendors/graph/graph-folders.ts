import { z } from 'zod'
import { allSettledOrThrow } from '../http/all-settled-or-throw.ts'
import { isInvisible } from '../../../contract/folder-name.ts'
import { folderNameMaxLength } from '../../../contract/limits.ts'
import { cutAt } from '../../../contract/clean-text.ts'
import { hasStatus, isFolderExists, isNotFound, orNotThere, withResults } from './graph-error.ts'
import { findFolderId, usesById } from './graph-well-known-folders.ts'
import { pageOf, readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'
import type { FolderUse, MailFolder, ParentFolder } from '../mailbox/mail-folder.ts'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'

const graphFolderPageSize = 100

const Folder = z.object({
  '@odata.type': z.string().nullish(),
  id: z.string().min(1),
  displayName: z.string().nullish(),
  parentFolderId: z.string().nullish(),
  childFolderCount: z.number().nullish(),
  isHidden: z.boolean().nullish(),
})
const FolderPage = pageOf(Folder)
const IdPage = pageOf(z.object({ id: z.string() }))
const select = '$select=id,displayName,parentFolderId,childFolderCount,isHidden'

/**
 * The name as Outlook compares it and as the user wrote it, with its joiners, variation selectors and blanks. Only what
 * PostgreSQL cannot store or no reader can see is replaced.
 */
function folderName(displayName: string | null | undefined): string {
  const name = cutAt((displayName ?? '').toWellFormed().replace(/\p{Cc}/gu, ' '), folderNameMaxLength)
  return isInvisible(name) ? '(no name)' : name
}

export const folderCalls = (
  graph: GraphTransport,
): Pick<MailboxClient, 'folders' | 'folderIds' | 'hasFolder' | 'deletedFolderIds' | 'createFolder'> => ({
  folders: async () => listFolders(graph, await usesById(graph, (use) => use !== 'purged')),
  folderIds: async (uses) => [...(await usesById(graph, (use) => uses.includes(use))).keys()],
  hasFolder: async (id) => (await findFolderId(graph, id)) !== null,
  deletedFolderIds: () => listDeletedFolderIds(graph),
  createFolder: (folder) =>
    withResults(
      createFolder(graph, folder),
      ['exists', isFolderExists],
      ['not-there', isNotFound],
      ['refused', (error) => hasStatus(error, 400)],
    ),
})

/** Parents before children, without hidden folders and search folders. */
async function listFolders(graph: GraphTransport, uses: ReadonlyMap<string, FolderUse>): Promise<MailFolder[]> {
  const found = new Map<string, MailFolder>()

  async function walk(list: string, parentPath: readonly string[]): Promise<void> {
    const parents: Promise<void>[] = []
    for await (const page of readGraphPages(
      graph,
      { path: `${list}?${select}&$top=${graphFolderPageSize}` },
      FolderPage,
    )) {
      for (const folder of page) {
        const { id, displayName, parentFolderId, childFolderCount } = folder
        if (found.has(id) || folder.isHidden === true || folder['@odata.type']?.endsWith('mailSearchFolder')) continue
        const name = folderName(displayName)
        const path = [...parentPath, name]
        found.set(id, { id, displayName: name, parentFolderId: parentFolderId ?? '', path, use: uses.get(id) ?? null })
        if ((childFolderCount ?? 0) > 0)
          parents.push(walk(`/me/mailFolders/${encodeURIComponent(id)}/childFolders`, path))
      }
    }
    await allSettledOrThrow(parents)
  }

  await walk('/me/mailFolders', [])
  return [...found.values()]
}

const deletedFoldersPath = '/me/mailFolders/deleteditems/childFolders'

async function listDeletedFolderIds(graph: GraphTransport): Promise<string[]> {
  const path = `${deletedFoldersPath}?$select=id&$top=${graphFolderPageSize}`
  const pages = await orNotThere(Array.fromAsync(readGraphPages(graph, { path }, IdPage)))
  return pages === 'not-there' ? [] : pages.flat().map(({ id }) => id)
}

async function createFolder(
  graph: GraphTransport,
  { displayName, parent }: { displayName: string; parent: ParentFolder | null },
): Promise<MailFolder> {
  const path = parent ? `/me/mailFolders/${encodeURIComponent(parent.id)}/childFolders` : '/me/mailFolders'
  const created = await graph.read({ method: 'POST', path, body: { displayName } }, Folder)
  const name = folderName(created.displayName ?? displayName)
  return {
    id: created.id,
    displayName: name,
    parentFolderId: created.parentFolderId ?? '',
    path: [...(parent?.path ?? []), name],
    use: null,
  }
}
