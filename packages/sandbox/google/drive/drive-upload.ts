import { z } from 'zod'
import type { Sink } from './file-content.ts'
import type { DriveFile } from './drive-model.ts'

/** The properties of a file that a client can write. */
export const Writable = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  mimeType: z.string().optional(),
  description: z.string().nullish(),
  parents: z.array(z.string()).optional(),
  appProperties: z.record(z.string(), z.string().nullable()).optional(),
  originalFilename: z.string().optional(),
  createdTime: z.iso.datetime({ offset: true }).optional(),
  modifiedTime: z.iso.datetime({ offset: true }).optional(),
  trashed: z.boolean().optional(),
})
export type Metadata = z.infer<typeof Writable>

/** The state of a resumable upload. */
export type DriveUpload = {
  sub: string
  clientId: string
  query: URLSearchParams
  metadata: Metadata
  contentType: string | null
  /** In bytes; null until the client declares it. */
  total: number | null
  sink: Sink
  busy: boolean
  /** The file, once the upload is complete. */
  done: DriveFile | null
  expiresAt: number
}
