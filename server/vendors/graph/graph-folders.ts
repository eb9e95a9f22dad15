import { z } from 'zod'
import { allSettledOrThrow } from '../http/all-settled-or-throw.ts'
import { isInvisible } from '../../../contract/folder-name.ts'
import { folderNameMaxLength } from '../../../contract/limits.ts'
import { cutAt } from '../../../contract/clean-text.ts'
import { isNotFound } from './graph-error.ts'
import { readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'
import type { MailFolder, ParentFolder } from '../mailbox/mail-folder.ts'

const graphFolderPageSize = 100

const Folder = z.object({
  '@odata.type': z.string().nullish(),
  id: z.string().min(1),
  displayName: z.string().nullish(),
  parentFolderId: z.string().nullish(),
  childFolderCount: z.number().nullish(),
  isHidden: z.boolean().nullish(),
})
const select = '$select=id,displayName,parentFolderId,childFolderCount,isHidden'

/**
 * The name as Outlook compares it and as the user wrote it, with its joiners, variation selectors and blanks. Only what
 * PostgreSQL cannot store or no reader can see is replaced.
 */
function folderName(displayName: string | null | undefined): string {
  const name = cutAt((displayName ?? '').toWellFormed().replace(/\p{Cc}/gu, ' '), folderNameMaxLength)
  return isInvisible(name) ? '(no name)' : name
}

/** Lists all folders, parents before children, without hidden folders and search folders. */
export async function listFolders(graph: GraphTransport, token: string): Promise<MailFolder[]> {
  const found = new Map<string, MailFolder>()

  async function walk(list: string, parentPath: readonly string[]): Promise<void> {
    const parents: Promise<void>[] = []
    for await (const page of readGraphPages(
      graph,
      { token, path: `${list}?${select}&$top=${graphFolderPageSize}` },
      Folder,
    )) {
      for (const folder of page) {
        const { id, displayName, parentFolderId, childFolderCount } = folder
        if (found.has(id) || folder.isHidden === true || folder['@odata.type']?.endsWith('mailSearchFolder')) continue
        const name = folderName(displayName)
        const path = [...parentPath, name]
        found.set(id, { id, displayName: name, parentFolderId: parentFolderId ?? '', path })
        if ((childFolderCount ?? 0) > 0)
          parents.push(walk(`/me/mailFolders/${encodeURIComponent(id)}/childFolders`, path))
      }
    }
    await allSettledOrThrow(parents)
  }

  await walk('/me/mailFolders', [])
  return [...found.values()]
}

/**
 * Resolves well-known names to folder ids; display names depend on the mailbox's language. Missing folders are left
 * out.
 */
export async function wellKnownFolders(
  graph: GraphTransport,
  token: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const ids = await allSettledOrThrow(names.map((name) => findFolderId(graph, token, name)))
  return Object.fromEntries(names.flatMap((name, index) => (ids[index] ? [[name, ids[index]]] : [])))
}

async function findFolderId(graph: GraphTransport, token: string, name: string): Promise<string | null> {
  try {
    return (
      await graph.read({ token, path: `/me/mailFolders/${name}?$select=id` }, z.object({ id: z.string().min(1) }))
    ).id
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

const deletedFoldersPath = '/me/mailFolders/deleteditems/childFolders'

/** Lists the ids of folders directly in Deleted Items. A deleted folder keeps its id and its subfolders. */
export async function listDeletedFolderIds(graph: GraphTransport, token: string): Promise<string[]> {
  const found: string[] = []
  try {
    const pages = readGraphPages(
      graph,
      { token, path: `${deletedFoldersPath}?$select=id&$top=${graphFolderPageSize}` },
      z.object({ id: z.string() }),
    )
    for await (const page of pages) found.push(...page.map(({ id }) => id))
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  return found
}

export async function createFolder(
  graph: GraphTransport,
  token: string,
  { displayName, parent }: { displayName: string; parent: ParentFolder | null },
): Promise<MailFolder> {
  const path = parent ? `/me/mailFolders/${encodeURIComponent(parent.id)}/childFolders` : '/me/mailFolders'
  const created = await graph.read({ token, method: 'POST', path, body: { displayName } }, Folder)
  const name = folderName(created.displayName ?? displayName)
  return {
    id: created.id,
    displayName: name,
    parentFolderId: created.parentFolderId ?? '',
    path: [...(parent?.path ?? []), name],
  }
}
