import { fileMetadataMaxBytes, fileSearchQueryMaxLength } from '../limits.ts'
import { z } from 'zod'
import type { GoogleConfig } from '../../service-settings.ts'
import { ServiceError } from '../services/service-error.ts'
import type { FileStore } from './file-store.ts'
import { createDriveAccess, parseDriveResponse } from './google-drive-client.ts'
import { DriveFile, DriveFiles, fileFields, folderType, quoteQueryText, toStoredFile } from './google-drive-metadata.ts'
import { uploadToDrive } from './google-drive-upload.ts'

const isFile = `mimeType != '${folderType}' and trashed = false`
const Bytes = z.instanceof(ArrayBuffer).transform((buffer) => new Uint8Array(buffer))

/** Files in Google Drive, by its official client; the `drive.file` scope shows only files that Mailroom created. */
export function createGoogleDriveFiles(config: GoogleConfig): FileStore {
  return {
    uploadFile: (token, file) => uploadToDrive(createDriveAccess(config, token), file),

    async search(token, query, max) {
      const { client } = createDriveAccess(config, token)
      // `fullText` queries do not allow `orderBy`; results are sorted by relevance.
      const q = `fullText contains ${quoteQueryText(query.slice(0, fileSearchQueryMaxLength))} and ${isFile}`
      const list = client.files.list({ q, spaces: 'drive', pageSize: max, fields: `files(${fileFields})` })
      return (await parseDriveResponse(list, DriveFiles)).files.map((file) => toStoredFile(file))
    },

    async downloadFile(token, fileId, maxBytes) {
      const { client } = createDriveAccess(config, token, Math.max(maxBytes, fileMetadataMaxBytes))
      const about = client.files.get({ fileId, fields: `${fileFields},trashed` })
      const { size, trashed } = await parseDriveResponse(about, DriveFile)
      // Drive also returns files in the trash.
      if (trashed) throw new ServiceError('google_drive', 'gone', { status: 0, code: 'trashed' })
      // Google's own documents have no size and no content to download.
      if (size === undefined || size === null || size > maxBytes)
        throw new ServiceError('google_drive', 'refused', { status: 0, code: 'not_readable' })
      return parseDriveResponse(client.files.get({ fileId, alt: 'media' }, { responseType: 'arraybuffer' }), Bytes)
    },
  }
}
