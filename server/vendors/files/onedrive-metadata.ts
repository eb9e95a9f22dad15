import { z } from 'zod'
import type { StoredFile } from './file-store.ts'

/** learn.microsoft.com/graph/api/resources/driveitem */
export const DriveItem = z.object({
  id: z.string().min(1),
  name: z.string(),
  size: z.int().min(0).nullish(),
  webUrl: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  lastModifiedDateTime: z.coerce.date().nullish().catch(null),
  parentReference: z.object({ path: z.string().nullish() }).nullish(),
  file: z.object({ hashes: z.object({ quickXorHash: z.string().nullish() }).nullish() }).nullish(),
  folder: z.object({}).nullish(),
  '@microsoft.graph.downloadUrl': z.string().nullish(),
})
export type DriveItem = z.infer<typeof DriveItem>
export const DriveItems = z.object({ value: z.array(DriveItem) })

export const itemFields = 'id,name,size,webUrl,lastModifiedDateTime,parentReference,file,folder'

/** @param folder names from the root, if known */
export function toStoredFile(item: DriveItem, folder = folderOf(item)): StoredFile {
  return {
    id: item.id,
    name: item.name,
    path: `/${[...folder, item.name].join('/')}`,
    size: item.size ?? 0,
    url: item.webUrl ?? null,
    modifiedAt: item.lastModifiedDateTime ?? null,
  }
}

/** Parses `/drives/{id}/root:/a%20b/c`, whose segments are percent-encoded. */
function folderOf({ parentReference }: DriveItem): string[] {
  const path = /root:\/(.+)$/.exec(parentReference?.path ?? '')?.[1]
  return path === undefined ? [] : path.split('/').map(decodeSegment)
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
