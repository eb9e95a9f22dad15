import { providerNames, type FileProvider } from '../../../contract/providers.ts'
import { ServiceProblem } from '../../connections/service-problem.ts'
import { withFiles } from '../../connections/with-connection.ts'
import type { RemoteContext } from '../../context.ts'
import type { FileStore, StoredFile } from '../../vendors/files/file-store.ts'
import { ServiceError } from '../../vendors/service-error.ts'
import { foldWords } from './search-words.ts'

export interface FoundFile extends StoredFile {
  provider: FileProvider
}

/** Searches of one store: with all words together, then with single ones. */
const mostSingleSearches = 3

interface Wanted {
  userId: string
  provider: FileProvider
  words: readonly string[]
  /** Of each search. */
  most: number
}

/** As `searchStore`; what keeps us from looking is a note. */
export async function findFiles(
  ctx: RemoteContext,
  wanted: Wanted,
): Promise<{ files: FoundFile[]; note: string | null }> {
  try {
    return { files: await searchStore(ctx, wanted), note: null }
  } catch (error) {
    return { files: [], note: whyNot(wanted.provider, error) }
  }
}

/**
 * Files of one store that have to do with the words, best first. Without words there are none: what a mail says nothing about stays private.
 * @throws ServiceProblem, or ServiceError
 */
export async function searchStore(ctx: RemoteContext, { userId, provider, words, most }: Wanted): Promise<FoundFile[]> {
  const ask = (call: (store: FileStore, token: string) => Promise<StoredFile[]>): Promise<StoredFile[]> =>
    withFiles(ctx, { userId, provider }, call)
  if (words.length === 0) return []
  const found = await searched((query) => ask((store, token) => store.search(token, query, most)), words, most)
  return found.map((file) => ({ ...file, provider }))
}

/** A store finds what has all words; what fits some of them is found by asking for them one by one. */
async function searched(
  search: (query: string) => Promise<StoredFile[]>,
  words: readonly string[],
  most: number,
): Promise<StoredFile[]> {
  const found = new Map<string, StoredFile>()
  const queries = words.length === 1 ? words : [words.join(' '), ...words.slice(0, mostSingleSearches)]
  for (const query of queries) {
    for (const file of await search(query)) found.set(file.id, file)
    if (found.size >= most) break
  }
  return [...found.values()]
}

/** Those whose names say most of the words first, then those that were found first. */
export function bestFirst(files: readonly FoundFile[], words: readonly string[]): FoundFile[] {
  const said = files.map((file) => {
    const name = ` ${foldWords(file.name)}`
    return { file, hits: words.filter((word) => name.includes(` ${word}`)).length }
  })
  return said.toSorted((a, b) => b.hits - a.hits).map(({ file }) => file)
}

/** @throws whatever is not of the service */
export function whyNot(provider: FileProvider, error: unknown): string {
  const name = providerNames[provider]
  if (error instanceof ServiceProblem) {
    if (error.kind === 'not_connected') return `${name} is not connected, so no files were read there.`
    return `${name} needs you to connect it again, so no files were read there.`
  }
  if (error instanceof ServiceError) return `${name} did not answer well, so files were left out.`
  throw error
}
