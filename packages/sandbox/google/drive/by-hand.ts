import { type Content, contentOf } from './content.ts'
import { addFile, type Drive, type DriveFile, FOLDER_TYPE, isFolder } from './model.ts'

export type HandMade = {
  /** `/Invoices/2026/a.pdf`. Folders on the way that are not there are made. */
  path: string
  mimeType: string
  /** Null makes a folder, or a document of Google's own. */
  bytes: Uint8Array | null
  /** The client that is said to have made it; null for the person. */
  madeBy: string | null
}

/** A file that comes by another way than the API: of the person, or as if a client had made it before. */
export function putByHand(drive: Drive, now: number, { path, mimeType, bytes, madeBy }: HandMade): DriveFile {
  const names = path.split('/').filter((name) => name !== '')
  const name = names.pop() ?? 'Untitled'
  let parent = drive.root
  for (const folder of names) {
    parent =
      folderIn(drive, parent, folder, madeBy) ??
      addFile(drive, now, { name: folder, mimeType: FOLDER_TYPE, parent, madeBy })
  }
  const content: Content | null = bytes && contentOf(bytes)
  return addFile(drive, now, { name, mimeType, parent, madeBy, content })
}

function folderIn(drive: Drive, parent: DriveFile, name: string, madeBy: string | null): DriveFile | undefined {
  return [...drive.files.values()].find(
    (file) => file.parent === parent && file.name === name && file.madeBy === madeBy && isFolder(file),
  )
}
