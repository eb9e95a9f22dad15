import { z } from 'zod'
import { allOf } from './all-of.ts'
import { cleanLine } from './clean-text.ts'
import { isGone } from './graph-error.ts'
import { pagesOf } from './graph-pages.ts'
import type { GraphTransport } from './graph-request.ts'

export interface GraphFolder {
  id: string
  displayName: string
  parentFolderId: string
  /** Below the root, names joined by "/": "Work/Invoices". */
  path: string
}

const Folder = z.object({
  '@odata.type': z.string().nullish(),
  id: z.string().min(1),
  displayName: z.string().nullish(),
  parentFolderId: z.string().nullish(),
  childFolderCount: z.number().nullish(),
  isHidden: z.boolean().nullish(),
})
const select = '$select=id,displayName,parentFolderId,childFolderCount,isHidden'
const pageSize = 100
const nameMax = 255

/** All folders of the mailbox, parents before their children; hidden ones and search folders are no place for a mail. */
export async function listFolders(graph: GraphTransport, token: string): Promise<GraphFolder[]> {
  const found = new Map<string, GraphFolder>()

  async function walk(list: string, parentPath: string): Promise<void> {
    const parents: Promise<void>[] = []
    for await (const page of pagesOf(graph, { token, path: `${list}?${select}&$top=${pageSize}` }, Folder)) {
      for (const folder of page) {
        const { id, displayName, parentFolderId, childFolderCount } = folder
        if (found.has(id) || folder.isHidden === true || folder['@odata.type']?.endsWith('mailSearchFolder')) continue
        const name = cleanLine(displayName ?? '', nameMax) || '(no name)'
        const path = parentPath === '' ? name : `${parentPath}/${name}`
        found.set(id, { id, displayName: name, parentFolderId: parentFolderId ?? '', path })
        if ((childFolderCount ?? 0) > 0)
          parents.push(walk(`/me/mailFolders/${encodeURIComponent(id)}/childFolders`, path))
      }
    }
    await allOf(parents)
  }

  await walk('/me/mailFolders', '')
  return [...found.values()]
}

/** Ids by well-known name, whatever the folder is called in the mailbox's language; v1.0 tells them in no other way. */
export async function wellKnownFolders(
  graph: GraphTransport,
  token: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const ids = await allOf(names.map((name) => idOf(graph, token, name)))
  return Object.fromEntries(names.flatMap((name, index) => (ids[index] ? [[name, ids[index]]] : [])))
}

async function idOf(graph: GraphTransport, token: string, name: string): Promise<string | null> {
  try {
    return (
      await graph.read({ token, path: `/me/mailFolders/${name}?$select=id` }, z.object({ id: z.string().min(1) }))
    ).id
  } catch (error) {
    // Not every mailbox has each of them.
    if (isGone(error)) return null
    throw error
  }
}

const binPath = '/me/mailFolders/deleteditems/childFolders'

/** Ids of the folders that lie in the bin itself: deleting a folder in Outlook moves it there, with all that is below it, under the id it has. */
export async function foldersInBin(graph: GraphTransport, token: string): Promise<string[]> {
  const found: string[] = []
  try {
    const pages = pagesOf(
      graph,
      { token, path: `${binPath}?$select=id&$top=${pageSize}` },
      z.object({ id: z.string() }),
    )
    for await (const page of pages) found.push(...page.map(({ id }) => id))
  } catch (error) {
    if (!isGone(error)) throw error
  }
  return found
}

export async function createFolder(graph: GraphTransport, token: string, displayName: string): Promise<GraphFolder> {
  const made = await graph.read({ token, method: 'POST', path: '/me/mailFolders', body: { displayName } }, Folder)
  const name = cleanLine(made.displayName ?? displayName, nameMax)
  return { id: made.id, displayName: name, parentFolderId: made.parentFolderId ?? '', path: name }
}
