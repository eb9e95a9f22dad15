import { fileSearchQueryMaxLength } from '../limits.ts'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { ServiceError } from '../services/service-error.ts'
import { parseServiceResponse } from '../services/service-http.ts'
import type { FileStore } from './file-store.ts'
import { callDrive, isMicrosoftUrl } from './onedrive-client.ts'
import { DriveItem, itemFields, toStoredFile } from './onedrive-metadata.ts'
import { download, listItems } from './onedrive-download.ts'
import { uploadToOneDrive } from './onedrive-upload.ts'

/** Files in OneDrive (learn.microsoft.com/graph/api/resources/onedrive). */
export function createOneDriveFiles(config: MicrosoftConfig): FileStore {
  return {
    async uploadFile(token, file) {
      return toStoredFile(await uploadToOneDrive({ config, token }, file))
    },

    async search(token, query, max) {
      const q = encodeURIComponent(query.slice(0, fileSearchQueryMaxLength).replaceAll("'", "''"))
      const path = `/root/search(q='${q}')?$top=${max * 2}&$select=${itemFields}`
      const found = await listItems({ config, token }, path)
      return found.flatMap((item) => (item.file ? [toStoredFile(item)] : [])).slice(0, max)
    },

    async downloadFile(token, id, maxBytes) {
      const access = { config, token }
      const answer = await callDrive(access, { method: 'GET', path: `/items/${encodeURIComponent(id)}` })
      const item = parseServiceResponse('onedrive', answer, DriveItem)
      const address = item['@microsoft.graph.downloadUrl'] ?? ''
      if (!item.file || (item.size ?? 0) > maxBytes || !isMicrosoftUrl(config, address))
        throw new ServiceError('onedrive', 'refused', { status: 0, code: 'not_readable' })
      return download(address, maxBytes)
    },
  }
}
