import { z } from 'zod'
import { parseDriveResponse, type DriveAccess } from './google-drive-client.ts'
import { folderType, quoteQueryText } from './google-drive-metadata.ts'

const Ids = z.object({ files: z.array(z.object({ id: z.string().min(1) })) })
const Id = z.object({ id: z.string().min(1) })

/**
 * Finds the folder at a path and creates what is missing. Only folders that Mailroom created are visible
 * (`drive.file`). Names are not unique: the oldest folder is used, so that concurrent workers agree.
 * @param saveState awaited before a folder is created
 */
export async function ensureDriveFolder(
  access: DriveAccess,
  names: readonly string[],
  saveState: () => Promise<void>,
): Promise<string> {
  let parent = 'root'
  for (const name of names) {
    const found = await findOldestFolder(access, parent, name)
    if (found !== null) {
      parent = found
      continue
    }
    await saveState()
    const createdId = await createFolder(access, parent, name)
    // The list may not contain the created folder yet.
    parent = (await findOldestFolder(access, parent, name)) ?? createdId
  }
  return parent
}

async function findOldestFolder({ client }: DriveAccess, parent: string, name: string): Promise<string | null> {
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

async function createFolder({ client }: DriveAccess, parent: string, name: string): Promise<string> {
  const requestBody = { name, mimeType: folderType, parents: [parent], appProperties: { mailroom: 'folder' } }
  return (await parseDriveResponse(client.files.create({ requestBody, fields: 'id' }), Id)).id
}
