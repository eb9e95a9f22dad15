import { fileSearchQueryMaxLength, graphErrorMaxBytes } from '../limits.ts'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { ServiceError } from '../services/service-error.ts'
import { parseServiceResponse } from '../services/service-http.ts'
import type { FileStore } from './file-store.ts'
import { callDrive, isMicrosoftUrl, createOneDriveError, type OneDriveAccess } from './onedrive-client.ts'
import { DriveItem, itemFields, toStoredFile, DriveItems } from './onedrive-metadata.ts'
import { uploadToOneDrive } from './onedrive-upload.ts'
import { openResponseStream } from '../http/http-response-stream.ts'
import { parseJsonOrNull } from '../http/http-client.ts'
import { VendorError } from '../http/vendor-error.ts'
import { readAll } from './chunks.ts'

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

/** Reads the first page of a list. @param path below `/me/drive`, with its query */
async function listItems(access: OneDriveAccess, path: string): Promise<DriveItem[]> {
  return parseServiceResponse('onedrive', await callDrive(access, { method: 'GET', path }), DriveItems).value
}

/** Downloads from a pre-authenticated URL, without a token. @throws ServiceError `refused` beyond `maxBytes` */
async function download(url: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const { status, headers, body } = await openResponseStream({ vendor: 'onedrive', method: 'GET', url })
    if (status === 200) return await readAll(limitBytes(body, maxBytes))
    const text = await readAll(limitBytes(body, graphErrorMaxBytes))
    throw createOneDriveError(status, headers, parseJsonOrNull(Buffer.from(text).toString('utf8')))
  } catch (error) {
    if (error instanceof ServiceError || !(error instanceof VendorError)) throw error
    const { status, code, cause } = error
    throw new ServiceError('onedrive', 'unknown', { status, code, cause })
  }
}

async function* limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > maxBytes) throw new ServiceError('onedrive', 'refused', { status: 0, code: 'not_readable' })
    yield part
  }
}
