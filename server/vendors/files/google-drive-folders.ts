import { z } from 'zod'
import { driveAnswered, type DriveAccess } from './google-drive-call.ts'
import { folderType, quoted } from './google-drive-metadata.ts'

const Ids = z.object({ files: z.array(z.object({ id: z.string().min(1) })) })
const Id = z.object({ id: z.string().min(1) })

/**
 * The id of the folder at a path, made where it is missing. Only folders that we made are seen (`drive.file`); names are not unique there,
 * and of twins the oldest is taken, so that two who make one at once end up in the same.
 * @param keep is awaited before a folder is made
 */
export async function driveFolder(
  access: DriveAccess,
  names: readonly string[],
  keep: () => Promise<void>,
): Promise<string> {
  let parent = 'root'
  for (const name of names) {
    const found = await oldest(access, parent, name)
    if (found !== null) {
      parent = found
      continue
    }
    await keep()
    const made = await make(access, parent, name)
    // A list may be behind what was made.
    parent = (await oldest(access, parent, name)) ?? made
  }
  return parent
}

async function oldest({ client }: DriveAccess, parent: string, name: string): Promise<string | null> {
  const { files } = await driveAnswered(
    client.files.list({
      q: `name = ${quoted(name)} and ${quoted(parent)} in parents and mimeType = '${folderType}' and trashed = false`,
      spaces: 'drive',
      orderBy: 'createdTime',
      pageSize: 1,
      fields: 'files(id)',
    }),
    Ids,
  )
  return files[0]?.id ?? null
}

async function make({ client }: DriveAccess, parent: string, name: string): Promise<string> {
  const requestBody = { name, mimeType: folderType, parents: [parent], appProperties: { mailroom: 'folder' } }
  return (await driveAnswered(client.files.create({ requestBody, fields: 'id' }), Id)).id
}
