import { z } from 'zod'
import type { StoredFile } from './file-store.ts'

export const folderType = 'application/vnd.google-apps.folder'

/** Drive returns only the requested fields, and sizes as strings. */
export const fileFields = 'id,name,mimeType,size,sha256Checksum,webViewLink,modifiedTime'
export const DriveFile = z.object({
  id: z.string().min(1),
  name: z.string(),
  mimeType: z.string(),
  size: z.coerce.number().int().min(0).nullish(),
  sha256Checksum: z.string().nullish(),
  /** The file itself or one of its parent folders is in the trash. */
  trashed: z.boolean().nullish(),
  webViewLink: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  modifiedTime: z.coerce.date().nullish().catch(null),
})
export type DriveFile = z.infer<typeof DriveFile>
export const DriveFiles = z.object({ files: z.array(DriveFile) })

/** @param folder names from the root, if known: Drive's files have no path */
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

/** Quotes a string for a query (developers.google.com/workspace/drive/api/guides/search-files). */
export const quoteQueryText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
