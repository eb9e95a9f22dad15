import { fileMetadataMaxBytes, fileSearchQueryMaxLength } from '../limits.ts'
import { z } from 'zod'
import type { DropboxConfig } from '../../service-settings.ts'
import { ServiceError } from '../services/service-error.ts'
import { parseDropboxResponse, createDropboxClient } from './dropbox-client.ts'
import { FileMetadata, Metadata, toStoredFile, type DropboxFile } from './dropbox-metadata.ts'
import { uploadToDropbox } from './dropbox-upload.ts'
import type { FileStore, StoredFile } from './file-store.ts'

const SearchResult = z.object({
  matches: z.array(z.object({ metadata: z.object({ metadata: Metadata }).partial() })),
})
const DownloadResult = z.object({ fileBinary: z.instanceof(Uint8Array) })

/** Files in Dropbox, by its official SDK (dropbox.com/developers/documentation/http). */
export function createDropboxFiles(config: DropboxConfig): FileStore {
  const stored = (file: DropboxFile): StoredFile => toStoredFile(config.wwwUrl, file)
  return {
    async uploadFile(token, file) {
      return stored(await uploadToDropbox(createDropboxClient(config, token), file))
    },

    async search(token, query, max) {
      const options = { max_results: max, file_status: { '.tag': 'active' as const }, filename_only: false }
      const { matches } = await parseDropboxResponse(
        createDropboxClient(config, token).filesSearchV2({ query: query.slice(0, fileSearchQueryMaxLength), options }),
        SearchResult,
      )
      return selectFiles(matches.map(({ metadata }) => metadata.metadata)).map(stored)
    },

    async downloadFile(token, id, maxBytes) {
      const client = createDropboxClient(config, token, maxBytes + fileMetadataMaxBytes)
      const { size, is_downloadable } = await parseDropboxResponse(client.filesGetMetadata({ path: id }), FileMetadata)
      if (size > maxBytes || is_downloadable === false)
        throw new ServiceError('dropbox', 'refused', { status: 0, code: 'not_readable' })
      return (await parseDropboxResponse(client.filesDownload({ path: id }), DownloadResult)).fileBinary
    },
  }
}

const selectFiles = (entries: readonly unknown[]): DropboxFile[] =>
  entries.flatMap((entry) => {
    const tagged = Metadata.safeParse(entry)
    const file = tagged.success && tagged.data['.tag'] === 'file' ? FileMetadata.safeParse(entry) : null
    return file?.success ? [file.data] : []
  })
