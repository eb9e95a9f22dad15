import { z } from 'zod'
import type { StoredFile } from './file-store.ts'

export const folderType = 'application/vnd.google-apps.folder'

/** Google asks callers to name what they read; a size is a text there. */
export const fileFields = 'id,name,mimeType,size,sha256Checksum,webViewLink,modifiedTime'
export const DriveFile = z.object({
  id: z.string().min(1),
  name: z.string(),
  mimeType: z.string(),
  size: z.coerce.number().int().min(0).nullish(),
  sha256Checksum: z.string().nullish(),
  /** Itself, or one of the folders above it. */
  trashed: z.boolean().nullish(),
  webViewLink: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  modifiedTime: z.coerce.date().nullish().catch(null),
})
export type DriveFile = z.infer<typeof DriveFile>
export const DriveFiles = z.object({ files: z.array(DriveFile) })

/** @param folder names from the root, where they are known: a file itself knows no path */
export function toStoredFile(file: DriveFile, folder: readonly string[] = []): StoredFile {
  return {
    id: file.id,
    name: file.name,
    path: `/${[...folder, file.name].join('/')}`,
    size: file.size ?? 0,
    url: file.webViewLink ?? null,
    modifiedAt: file.modifiedTime ?? null,
  }
}

/** A text in a query: a backslash first, then the quote (developers.google.com/workspace/drive/api/guides/search-files). */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
