import type { MicrosoftConfig } from '../../service-settings.ts'
import { ServiceError } from '../service-error.ts'
import { readServiceAnswer } from '../service-http.ts'
import type { FileStore } from './file-store.ts'
import { callDrive, isHandedOut } from './onedrive-call.ts'
import { DriveItem, itemFields, toStoredFile } from './onedrive-metadata.ts'
import { download, itemsAt } from './onedrive-read.ts'
import { putIntoOneDrive } from './onedrive-upload.ts'

/** Files in OneDrive (learn.microsoft.com/graph/api/resources/onedrive). */
export function createOneDriveFiles(config: MicrosoftConfig): FileStore {
  return {
    async putFile(token, file) {
      return toStoredFile(await putIntoOneDrive({ config, token }, file))
    },

    async search(token, words, most) {
      const query = encodeURIComponent(words.slice(0, 1000).replaceAll("'", "''"))
      const path = `/root/search(q='${query}')?$top=${most * 2}&$select=${itemFields}`
      const found = await itemsAt({ config, token }, path)
      return found.flatMap((item) => (item.file ? [toStoredFile(item)] : [])).slice(0, most)
    },

    async getFile(token, id, maxBytes) {
      const access = { config, token }
      const answer = await callDrive(access, { method: 'GET', path: `/items/${encodeURIComponent(id)}` })
      const item = readServiceAnswer('onedrive', answer, DriveItem)
      const address = item['@microsoft.graph.downloadUrl'] ?? ''
      if (!item.file || (item.size ?? 0) > maxBytes || !isHandedOut(config, address))
        throw new ServiceError('onedrive', 'refused', { status: 0, code: 'not_readable' })
      return download(address, maxBytes)
    },
  }
}
