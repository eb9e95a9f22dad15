import { graphErrorMaxBytes } from '../limits.ts'
import { openResponseStream } from '../http/http-response-stream.ts'
import { parseJsonOrNull } from '../http/http-client.ts'
import { ServiceError } from '../services/service-error.ts'
import { parseServiceResponse } from '../services/service-http.ts'
import { VendorError } from '../http/vendor-error.ts'
import { readAll } from './chunks.ts'
import { callDrive, createOneDriveError, type OneDriveAccess } from './onedrive-client.ts'
import { DriveItems, type DriveItem } from './onedrive-metadata.ts'

/** Reads the first page of a list. @param path below `/me/drive`, with its query */
export async function listItems(access: OneDriveAccess, path: string): Promise<DriveItem[]> {
  return parseServiceResponse('onedrive', await callDrive(access, { method: 'GET', path }), DriveItems).value
}

/** Downloads from a pre-authenticated URL, without a token. @throws ServiceError `refused` beyond `maxBytes` */
export async function download(url: string, maxBytes: number): Promise<Uint8Array> {
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
