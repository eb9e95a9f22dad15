import { z } from 'zod'
import type { FileUpload } from './file-store.ts'
import { parseDriveResponse, type DriveAccess } from './google-drive-client.ts'
import { folderType, quoteQueryText } from './google-drive-metadata.ts'

const Ids = z.object({ files: z.array(z.object({ id: z.string().min(1) })) })
const Id = z.object({ id: z.string().min(1) })

/**
 * Finds the folder at a path and creates what is missing. Only folders that Mailroom created are visible
 * (`drive.file`). Names are not unique: one worker at a time creates a folder, and the oldest one is used.
 * @param saveState awaited before a folder is created
 */
export async function ensureDriveFolder(
  access: DriveAccess,
  { folder, createFolder }: Pick<FileUpload, 'folder' | 'createFolder'>,
  saveState: () => Promise<void>,
): Promise<string> {
  let parent = 'root'
  for (const [depth, name] of folder.entries()) {
    const at = { parent, name }
    parent =
      (await findOldestFolder(access, at)) ??
      (await createFolder(folder.slice(0, depth + 1).join('/'), () => createIfMissing(access, at, saveState)))
  }
  return parent
}

interface FolderPlace {
  /** Id of the parent folder. */
  parent: string
  name: string
}

/** Another worker may have created the folder before this one was allowed to, and another program meanwhile. */
async function createIfMissing(access: DriveAccess, at: FolderPlace, saveState: () => Promise<void>): Promise<string> {
  const existing = await findOldestFolder(access, at)
  if (existing !== null) return existing
  await saveState()
  const createdId = await requestFolder(access, at)
  // The list may not contain the created folder yet.
  const oldest = (await findOldestFolder(access, at)) ?? createdId
  if (oldest !== createdId) await trashFolder(access, createdId)
  return oldest
}

async function findOldestFolder({ client }: DriveAccess, { parent, name }: FolderPlace): Promise<string | null> {
  const place = `name = ${quoteQueryText(name)} and ${quoteQueryText(parent)} in parents`
  const { files } = await parseDriveResponse(
    client.files.list({
      q: `${place} and mimeType = '${folderType}' and trashed = false`,
      spaces: 'drive',
      orderBy: 'createdTime',
      pageSize: 1,
      fields: 'files(id)',
    }),
    Ids,
  )
  return files[0]?.id ?? null
}

async function requestFolder({ client }: DriveAccess, { parent, name }: FolderPlace): Promise<string> {
  const requestBody = { name, mimeType: folderType, parents: [parent], appProperties: { mailroom: 'folder' } }
  return (await parseDriveResponse(client.files.create({ requestBody, fields: 'id' }), Id)).id
}

/** Moves our own folder, which nothing was stored in, to the trash. Not deleted: the user may have used it already. */
async function trashFolder({ client }: DriveAccess, fileId: string): Promise<void> {
  await parseDriveResponse(client.files.update({ fileId, requestBody: { trashed: true }, fields: 'id' }), Id)
}
