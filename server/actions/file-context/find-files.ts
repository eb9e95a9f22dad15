import { composeText } from '../../../contract/compose-text.ts'
import { providerNames, type FileProvider } from '../../../contract/providers.ts'
import { ConnectionAccessError } from '../../connections/connection-access-error.ts'
import { withFiles } from '../../connections/with-connection.ts'
import type { RemoteContext } from '../../context.ts'
import type { FileStore, StoredFile } from '../../vendors/files/file-store.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { normalizeWords } from './search-words.ts'

const contextMaxSingleWordSearches = 3

export interface FoundFile extends StoredFile {
  provider: FileProvider
}

interface FileSearch {
  userId: string
  provider: FileProvider
  words: readonly string[]
  /** Of each search. */
  most: number
}

/** As `searchStore`, but an error of the service becomes a note for the user. */
export async function findFiles(
  ctx: RemoteContext,
  wanted: FileSearch,
): Promise<{ files: FoundFile[]; note: string | null }> {
  try {
    return { files: await searchStore(ctx, wanted), note: null }
  } catch (error) {
    return { files: [], note: describeServiceError(wanted.provider, error) }
  }
}

/**
 * Files of one service that match the words, best match first. Without words it returns none, so that files are never
 * read without a reason.
 * @throws ConnectionAccessError or ServiceError
 */
export async function searchStore(
  ctx: RemoteContext,
  { userId, provider, words, most }: FileSearch,
): Promise<FoundFile[]> {
  const ask = (call: (store: FileStore, token: string) => Promise<StoredFile[]>): Promise<StoredFile[]> =>
    withFiles(ctx, { userId, provider }, call)
  if (words.length === 0) return []
  const found = await searchWithFallback(
    (query) => ask((store, token) => store.search(token, query, most)),
    words,
    most,
  )
  return found.map((file) => ({ ...file, provider }))
}

/**
 * Searches for all words together, then for single words, because services return only files that contain every word.
 */
async function searchWithFallback(
  search: (query: string) => Promise<StoredFile[]>,
  words: readonly string[],
  most: number,
): Promise<StoredFile[]> {
  const found = new Map<string, StoredFile>()
  const queries = words.length === 1 ? words : [words.join(' '), ...words.slice(0, contextMaxSingleWordSearches)]
  for (const query of queries) {
    for (const file of await search(query)) found.set(file.id, file)
    if (found.size >= most) break
  }
  return [...found.values()]
}

/** Files with the most words in their name first; ties keep the search order. */
export function rankByName(files: readonly FoundFile[], words: readonly string[]): FoundFile[] {
  const said = files.map((file) => {
    const name = ` ${normalizeWords(file.name)}`
    return { file, hits: words.filter((word) => name.includes(` ${word}`)).length }
  })
  return said.toSorted((a, b) => b.hits - a.hits).map(({ file }) => file)
}

/** @throws errors of other origin */
export function describeServiceError(provider: FileProvider, error: unknown): string {
  const service = providerNames[provider]
  if (error instanceof ConnectionAccessError) {
    if (error.kind === 'not_connected')
      return composeText('{service} is not connected, so no files were read there.', { service })
    return composeText('{service} needs you to connect it again, so no files were read there.', { service })
  }
  if (error instanceof VendorError)
    return composeText('{service} did not answer well, so files were left out.', { service })
  throw error
}
