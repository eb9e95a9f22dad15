import { z } from 'zod'
import type { StoredFile } from './file-store.ts'

export const FileMetadata = z.object({
  id: z.string().min(1),
  name: z.string(),
  path_display: z.string(),
  size: z.int().min(0),
  server_modified: z.coerce.date().nullish().catch(null),
  content_hash: z.string().optional(),
  is_downloadable: z.boolean().optional(),
})
export type DropboxFile = z.infer<typeof FileMetadata>

export const Metadata = z.object({ '.tag': z.enum(['file', 'folder', 'deleted']) }).loose()

/** @param wwwUrl base URL of Dropbox on the web */
export function toStoredFile(wwwUrl: string, file: DropboxFile): StoredFile {
  const names = file.path_display.split('/').slice(1)
  const folder = names.slice(0, -1).map(encodeSegment).join('/')
  return {
    id: file.id,
    name: file.name,
    path: file.path_display,
    size: file.size,
    url: `${wwwUrl}/home/${folder}?preview=${encodeSegment(file.name)}`,
    modifiedAt: file.server_modified ?? null,
  }
}

/** `encodeURIComponent` throws on half of a surrogate pair. */
const encodeSegment = (text: string): string => encodeURIComponent(text.toWellFormed())
