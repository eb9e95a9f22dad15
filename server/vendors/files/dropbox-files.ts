import { z } from 'zod'
import type { DropboxConfig } from '../../service-settings.ts'
import { ServiceError } from '../service-error.ts'
import { answered, dropboxClient } from './dropbox-call.ts'
import { FileMetadata, Metadata, toStoredFile, type DropboxFile } from './dropbox-metadata.ts'
import { putIntoDropbox } from './dropbox-upload.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** Hits are nested; what is no file is left out. */
const Hits = z.object({
  matches: z.array(z.object({ metadata: z.object({ metadata: Metadata }).partial() })),
})
const Downloaded = z.object({ fileBinary: z.instanceof(Uint8Array) })
const mostMetadataBytes = 64 * 1024

/** Files in Dropbox, by its official client (dropbox.com/developers/documentation/http). */
export function createDropboxFiles(config: DropboxConfig): FileStore {
  const stored = (file: DropboxFile): StoredFile => toStoredFile(config.wwwUrl, file)
  return {
    async putFile(token, file) {
      return stored(await putIntoDropbox(dropboxClient(config, token), file))
    },

    async search(token, words, most) {
      const query = words.slice(0, 1000)
      const options = { max_results: most, file_status: { '.tag': 'active' as const }, filename_only: false }
      const { matches } = await answered(dropboxClient(config, token).filesSearchV2({ query, options }), Hits)
      return filesAmong(matches.map(({ metadata }) => metadata.metadata)).map(stored)
    },

    async getFile(token, id, maxBytes) {
      const client = dropboxClient(config, token, maxBytes + mostMetadataBytes)
      const { size, is_downloadable } = await answered(client.filesGetMetadata({ path: id }), FileMetadata)
      if (size > maxBytes || is_downloadable === false)
        throw new ServiceError('dropbox', 'refused', { status: 0, code: 'not_readable' })
      return (await answered(client.filesDownload({ path: id }), Downloaded)).fileBinary
    },
  }
}

const filesAmong = (entries: readonly unknown[]): DropboxFile[] =>
  entries.flatMap((entry) => {
    const tagged = Metadata.safeParse(entry)
    const file = tagged.success && tagged.data['.tag'] === 'file' ? FileMetadata.safeParse(entry) : null
    return file?.success ? [file.data] : []
  })
