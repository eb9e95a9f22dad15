import { type Entry, type File, type Folder, pathOf } from './file-tree.ts'

/** `FileMetadata` of Dropbox's API specification. */
export function fileMetadata(file: File) {
  const path = pathOf(file)
  return {
    name: file.name,
    path_lower: path.toLowerCase(),
    path_display: path,
    id: file.id,
    client_modified: file.clientModified,
    server_modified: dropboxTime(file.serverModified),
    rev: file.rev,
    size: file.content.size,
    is_downloadable: isDownloadable(file),
    content_hash: file.content.contentHash,
  }
}

/** `FolderMetadata`. */
export function folderMetadata(folder: Folder) {
  const path = pathOf(folder)
  return { name: folder.name, path_lower: path.toLowerCase(), path_display: path, id: folder.id }
}

/** `Metadata`: a file or a folder, with its tag. */
export function metadataOf(entry: Entry) {
  return entry.kind === 'file'
    ? { '.tag': 'file', ...fileMetadata(entry) }
    : { '.tag': 'folder', ...folderMetadata(entry) }
}

/** A Paper document has no bytes; those of a large file are not stored. */
export function isDownloadable(file: File): boolean {
  return !file.isPaper && file.content.bytes !== null
}

/** UTC, whole seconds. */
export function dropboxTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
