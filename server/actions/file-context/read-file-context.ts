import { composeText } from '../../../contract/compose-text.ts'
import type { DraftReplyConfig } from '../../../contract/actions.ts'
import { FileProvider, providerNames } from '../../../contract/providers.ts'
import { findConnections } from '../../connections/connection-queries.ts'
import { withFiles } from '../../connections/with-connection.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { cleanLine } from '../../../contract/clean-text.ts'
import { documentKind } from './document-kind.ts'
import { excerpt, fairShares } from './excerpt.ts'
import { rankByName, findFiles, describeServiceError, type FoundFile } from './find-files.ts'
import { readDocument } from './read-document.ts'
import { searchWords } from './search-words.ts'

const contextFileMaxBytes = 10 * 1024 * 1024
/** Characters of a file's name that the model and the history receive. */
const contextFileNameMaxLength = 120
/** Unreadable files are replaced by the next candidates, up to this many times. */
const contextMaxReplacementFiles = 2

/** Text of the user's files that a model gets with a message, and which files they are: the history names them. */
export interface FileContext {
  /** At most as long as requested. */
  text: string
  files: { name: string; provider: FileProvider; url: string | null }[]
  /** What could not be read and why, in plain words. */
  notes: string[]
}

/** Reads the user's files that match the query. An unreadable file becomes a note, not an error. */
export async function readFileContext(
  ctx: RemoteContext,
  request: {
    userId: string
    source: DraftReplyConfig['dataSource']
    query: string
    maxFiles: number
    maxContextLength: number
    /** Awaited before each search and each file: reading may take longer than a worker's claim lasts. */
    extendClaim?: () => Promise<void>
  },
): Promise<FileContext> {
  const { userId, source, maxFiles, maxContextLength, extendClaim = async () => undefined } = request
  const words = searchWords(request.query)
  const providers = source === 'all' ? await findConnectedStores(ctx, userId) : [source]
  const searches: Awaited<ReturnType<typeof findFiles>>[] = []
  for (const provider of providers) {
    await extendClaim()
    searches.push(await findFiles(ctx, { userId, provider, words, most: maxFiles * 2 }))
  }
  const candidates = rankByName(interleave(searches.map(({ files }) => files)), words)
  const { documents, notes } = await readDocuments(ctx, { userId, extendClaim }, candidates, maxFiles)
  return {
    text: joinDocuments(documents, words, maxContextLength),
    files: documents.map(({ file: { name, provider, url } }) => ({ name: cleanFileName(name), provider, url })),
    notes: [...searches.flatMap(({ note }) => note ?? []), ...notes],
  }
}

/** Includes connections that need a new sign-in: their error becomes a note. */
async function findConnectedStores(ctx: Pick<Context, 'db'>, userId: string): Promise<FileProvider[]> {
  const connections = await ctx.db.asService((tx) => findConnections(tx, userId))
  return connections.flatMap(({ provider }) => FileProvider.safeParse(provider).data ?? [])
}

/** The best file of each service, then the second best of each. */
function interleave(lists: readonly FoundFile[][]): FoundFile[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
}

interface ReadableFile {
  file: FoundFile
  text: string
}

async function readDocuments(
  ctx: RemoteContext,
  { userId, extendClaim }: { userId: string; extendClaim: () => Promise<void> },
  candidates: readonly FoundFile[],
  most: number,
) {
  const documents: ReadableFile[] = []
  const notes: string[] = []
  const readable = candidates.filter(({ name }) => documentKind(name) !== null)
  for (const file of readable.slice(0, most + contextMaxReplacementFiles)) {
    if (documents.length === most) break
    await extendClaim()
    const read = await readFile(ctx, userId, file)
    if ('text' in read) documents.push({ file, text: read.text })
    else notes.push(read.note)
  }
  return { documents, notes }
}

/** The text of one file, or a note why there is none. */
export async function readFile(
  ctx: RemoteContext,
  userId: string,
  { id, name, size, provider }: Pick<FoundFile, 'id' | 'name' | 'size' | 'provider'>,
): Promise<{ text: string } | { note: string }> {
  const file = { file: cleanFileName(name), service: providerNames[provider] }
  const kind = documentKind(name)
  if (kind === null) return { note: composeText('“{file}” ({service}) is of a kind that cannot be read.', file) }
  if (size > contextFileMaxBytes)
    return { note: composeText('“{file}” ({service}) is larger than 10 MB, so it was not read.', file) }
  try {
    const bytes = await withFiles(ctx, { userId, provider }, (store, token) =>
      store.downloadFile(token, id, contextFileMaxBytes),
    )
    const text = await readDocument(kind, bytes)
    return text === null || text === ''
      ? { note: composeText('“{file}” ({service}) could not be read.', file) }
      : { text }
  } catch (error) {
    return {
      note: composeText('“{file}” ({service}): {message}', { ...file, message: describeServiceError(provider, error) }),
    }
  }
}

/** Joins the texts, each under its file name, and divides `maxLength` fairly between them. */
export function joinDocuments(
  documents: readonly { file: { name: string; provider: FileProvider }; text: string }[],
  words: readonly string[],
  most: number,
): string {
  const heads = documents.map(({ file }) => `File “${cleanFileName(file.name)}” (${providerNames[file.provider]}):\n`)
  const lengths = documents.map(({ text }, at) => (heads[at]?.length ?? 0) + text.length + 2)
  const shares = fairShares(lengths, most)
  const parts = documents.map(({ text }, at) => {
    const head = heads[at] ?? ''
    return `${head}${excerpt(text, words, Math.max(0, (shares[at] ?? 0) - head.length - 2))}`
  })
  return parts.join('\n\n').slice(0, most).trim()
}

const cleanFileName = (name: string): string => cleanLine(name, contextFileNameMaxLength)
