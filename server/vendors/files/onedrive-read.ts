import { openStream } from '../http-stream.ts'
import { parseJsonOrNull } from '../http.ts'
import { ServiceError } from '../service-error.ts'
import { readServiceAnswer } from '../service-http.ts'
import { VendorError } from '../vendor-error.ts'
import { wholeOf } from './chunks.ts'
import { callDrive, oneDriveError, type OneDriveAccess } from './onedrive-call.ts'
import { DriveItems, itemFields, type DriveItem } from './onedrive-metadata.ts'

/** So many folders are looked into for the newest files. */
const mostFolders = 20

/** The first page of a list. @param path below `/me/drive`, with its query */
export async function itemsAt(access: OneDriveAccess, path: string): Promise<DriveItem[]> {
  return readServiceAnswer('onedrive', await callDrive(access, { method: 'GET', path }), DriveItems).value
}

/**
 * The newest files first. A list of them all is no longer offered, but a folder is as new as what is in it: the newest are looked into first.
 */
export async function newestFiles(access: OneDriveAccess): Promise<DriveItem[]> {
  const files: DriveItem[] = []
  let folders: DriveItem[] = []
  let at: string | undefined = '/root'
  for (let looked = 0; at !== undefined && looked < mostFolders; looked += 1) {
    const items = await itemsAt(access, `${at}/children?$top=200&$select=${itemFields}`)
    files.push(...items.filter(({ file }) => file))
    const [next, ...rest] = [...folders, ...items.filter(({ folder }) => folder)].toSorted(newestFirst)
    at = next && `/items/${encodeURIComponent(next.id)}`
    folders = rest
  }
  return files.toSorted(newestFirst)
}

const timeOf = ({ lastModifiedDateTime }: DriveItem): number => lastModifiedDateTime?.getTime() ?? 0
const newestFirst = (a: DriveItem, b: DriveItem): number => timeOf(b) - timeOf(a)

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
