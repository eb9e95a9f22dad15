import { openStream } from '../http-stream.ts'
import { parseJsonOrNull } from '../http.ts'
import { ServiceError } from '../service-error.ts'
import { readServiceAnswer } from '../service-http.ts'
import { VendorError } from '../vendor-error.ts'
import { wholeOf } from './chunks.ts'
import { callDrive, oneDriveError, type OneDriveAccess } from './onedrive-call.ts'
import { DriveItems, type DriveItem } from './onedrive-metadata.ts'

/** The first page of a list. @param path below `/me/drive`, with its query */
export async function itemsAt(access: OneDriveAccess, path: string): Promise<DriveItem[]> {
  return readServiceAnswer('onedrive', await callDrive(access, { method: 'GET', path }), DriveItems).value
}

/** The bytes at an address that Graph handed out, which takes no token. @throws ServiceError `refused` beyond `maxBytes` */
export async function download(address: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const { status, headers, body } = await openStream({ vendor: 'onedrive', method: 'GET', url: address })
    if (status === 200) return await wholeOf(upTo(body, maxBytes))
    const text = await wholeOf(upTo(body, 64 * 1024))
    throw oneDriveError(status, headers, parseJsonOrNull(Buffer.from(text).toString('utf8')))
  } catch (error) {
    if (error instanceof ServiceError || !(error instanceof VendorError)) throw error
    const { status, code, cause } = error
    throw new ServiceError('onedrive', 'unknown', { status, code, cause })
  }
}

async function* upTo(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > most) throw new ServiceError('onedrive', 'refused', { status: 0, code: 'not_readable' })
    yield part
  }
}
