import { route } from '../route-definition.ts'
import { refuse } from '../errors.ts'
import { fileMetadata, isDownloadable } from '../metadata.ts'
import { findEntry, notFound, PathError } from '../paths.ts'
import { DownloadArg } from './schemas.ts'

const download = route({
  name: 'files/download',
  style: 'download',
  scope: 'files.content.read',
  arg: DownloadArg,
  run({ account }, { path, rev }) {
    const file = findEntry(account, path)
    if (file.kind === 'folder') throw new PathError({ '.tag': 'not_file' })
    // Old revisions are not stored.
    if (rev !== undefined && rev !== file.rev) throw notFound()
    const { bytes } = file.content
    if (bytes === null || !isDownloadable(file)) throw refuse({ '.tag': 'unsupported_file' })
    return new Response(new Uint8Array(bytes), {
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(bytes.byteLength),
        'Dropbox-API-Result': headerJson(fileMetadata(file)),
      },
    })
  },
})

export const downloadRoutes = [download]

/** JSON for a header, which is ASCII: other characters are escaped. */
function headerJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
