import { z } from 'zod'
import type { GoogleConfig } from '../../service-settings.ts'
import { ServiceError } from '../service-error.ts'
import type { FileStore } from './file-store.ts'
import { driveAccess, driveAnswered } from './google-drive-call.ts'
import { DriveFile, DriveFiles, fileFields, folderType, quoted, toStoredFile } from './google-drive-metadata.ts'
import { putIntoDrive } from './google-drive-upload.ts'

const isFile = `mimeType != '${folderType}' and trashed = false`
const Bytes = z.instanceof(ArrayBuffer).transform((buffer) => new Uint8Array(buffer))

/** Files in Google Drive, by its official client; those that we made are all that it shows us (`drive.file`). */
export function createGoogleDriveFiles(config: GoogleConfig): FileStore {
  return {
    putFile: (token, file) => putIntoDrive(driveAccess(config, token), file),

    async search(token, words, most) {
      const { client } = driveAccess(config, token)
      // Sorting is not allowed with it: it comes by how well it fits.
      const q = `fullText contains ${quoted(words.slice(0, 1000))} and ${isFile}`
      const list = client.files.list({ q, spaces: 'drive', pageSize: most, fields: `files(${fileFields})` })
      return (await driveAnswered(list, DriveFiles)).files.map((file) => toStoredFile(file))
    },

    async getFile(token, fileId, maxBytes) {
      const { client } = driveAccess(config, token, Math.max(maxBytes, mostMetadataBytes))
      const about = client.files.get({ fileId, fields: `${fileFields},trashed` })
      const { size, trashed } = await driveAnswered(about, DriveFile)
      // Drive hands out what lies in the bin, too; whoever put it there has done with it.
      if (trashed) throw new ServiceError('google_drive', 'gone', { status: 0, code: 'trashed' })
      // What has no size is a document of Google's own, which has no bytes.
      if (size === undefined || size === null || size > maxBytes)
        throw new ServiceError('google_drive', 'refused', { status: 0, code: 'not_readable' })
      return driveAnswered(client.files.get({ fileId, alt: 'media' }, { responseType: 'arraybuffer' }), Bytes)
    },
  }
}

const mostMetadataBytes = 64 * 1024
