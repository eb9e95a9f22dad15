import { type Content, contentOf } from './file-content.ts'
import { addFile, type Drive, type DriveFile, FOLDER_TYPE, isFolder } from './drive-model.ts'

type ManualFile = {
  /** Such as `/Invoices/2026/a.pdf`. Missing folders are created. */
  path: string
  mimeType: string
  /** Null for a folder or a Google document. */
  bytes: Uint8Array | null
  /** The client that created it; null for the user. */
  madeBy: string | null
}

/** Creates a file without the API: by the user, or as if a client had created it before. */
export function createWithoutApi(drive: Drive, now: number, { path, mimeType, bytes, madeBy }: ManualFile): DriveFile {
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
