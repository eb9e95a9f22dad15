import type { DraftReplyConfig } from '../../../contract/actions.ts'
import { FileProvider, providerNames } from '../../../contract/providers.ts'
import { connectionsOf } from '../../connections/queries.ts'
import { withFiles } from '../../connections/with-connection.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { cleanLine } from '../../vendors/clean-text.ts'
import { documentKind } from './document-kind.ts'
import { excerpt, fairShares } from './excerpt.ts'
import { bestFirst, findFiles, whyNot, type FoundFile } from './find-files.ts'
import { readDocument } from './read-document.ts'
import { searchWords } from './search-words.ts'

/** What of a person's own files goes to the model with a mail, and which files it was: they are named beside what comes of it. */
export interface FileContext {
  /** At most as long as was asked for. */
  text: string
  files: { name: string; provider: FileProvider; url: string | null }[]
  /** What could not be read and why, in plain words. */
  notes: string[]
}

export const mostFileBytes = 10 * 1024 * 1024
/** Files that turn out not to be readable are replaced by the next ones, so often. */
const spareFiles = 2

/** Files of the person's own that fit the words, as text. What cannot be read is a note, not an error. */
export async function readFileContext(
  ctx: RemoteContext,
  request: {
    userId: string
    source: DraftReplyConfig['dataSource']
    words: string
    maxFiles: number
    maxContextLength: number
    /** Awaited before each store that is searched and each file that is read: all of it may take longer than a worker keeps a mail. */
    hold?: () => Promise<void>
  },
): Promise<FileContext> {
  const { userId, source, maxFiles, maxContextLength, hold = async () => undefined } = request
  const words = searchWords(request.words)
  const providers = source === 'all' ? await connectedStores(ctx, userId) : [source]
  const looked: Awaited<ReturnType<typeof findFiles>>[] = []
  for (const provider of providers) {
    await hold()
    looked.push(await findFiles(ctx, { userId, provider, words, most: maxFiles * 2 }))
  }
  const candidates = bestFirst(inTurn(looked.map(({ files }) => files)), words)
  const { documents, notes } = await readUpTo(ctx, { userId, hold }, candidates, maxFiles)
  return {
    text: textOf(documents, words, maxContextLength),
    files: documents.map(({ file: { name, provider, url } }) => ({ name: shown(name), provider, url })),
    notes: [...looked.flatMap(({ note }) => note ?? []), ...notes],
  }
}

/** One connection that needs its person is asked, too: the answer is the note. */
async function connectedStores(ctx: Pick<Context, 'db'>, userId: string): Promise<FileProvider[]> {
  const connections = await ctx.db.asService((tx) => connectionsOf(tx, userId))
  return connections.flatMap(({ provider }) => FileProvider.safeParse(provider).data ?? [])
}

/** The best of each store, then the second best of each. */
function inTurn(lists: readonly FoundFile[][]): FoundFile[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
}

interface ReadFile {
  file: FoundFile
  text: string
}

async function readUpTo(
  ctx: RemoteContext,
  { userId, hold }: { userId: string; hold: () => Promise<void> },
  candidates: readonly FoundFile[],
  most: number,
) {
  const documents: ReadFile[] = []
  const notes: string[] = []
  const readable = candidates.filter(({ name }) => documentKind(name) !== null)
  for (const file of readable.slice(0, most + spareFiles)) {
    if (documents.length === most) break
    await hold()
    const read = await readFile(ctx, userId, file)
    if ('text' in read) documents.push({ file, text: read.text })
    else notes.push(read.note)
  }
  return { documents, notes }
}

/** The text of one file of the person's own, or why there is none. */
export async function readFile(
  ctx: RemoteContext,
  userId: string,
  { id, name, size, provider }: Pick<FoundFile, 'id' | 'name' | 'size' | 'provider'>,
): Promise<{ text: string } | { note: string }> {
  const label = `“${shown(name)}” (${providerNames[provider]})`
  const kind = documentKind(name)
  if (kind === null) return { note: `${label} is of a kind that cannot be read.` }
  if (size > mostFileBytes) return { note: `${label} is larger than 10 MB, so it was not read.` }
  try {
    const bytes = await withFiles(ctx, { userId, provider }, (store, token) => store.getFile(token, id, mostFileBytes))
    const text = await readDocument(kind, bytes)
    return text === null || text === '' ? { note: `${label} could not be read.` } : { text }
  } catch (error) {
    return { note: `${label}: ${whyNot(provider, error)}` }
  }
}

/** Each file under its name, in turn; what one does not need is for the others. */
export function textOf(
  documents: readonly { file: { name: string; provider: FileProvider }; text: string }[],
  words: readonly string[],
  most: number,
): string {
  const heads = documents.map(({ file }) => `File “${shown(file.name)}” (${providerNames[file.provider]}):\n`)
  const lengths = documents.map(({ text }, at) => (heads[at]?.length ?? 0) + text.length + 2)
  const shares = fairShares(lengths, most)
  const parts = documents.map(({ text }, at) => {
    const head = heads[at] ?? ''
    return `${head}${excerpt(text, words, Math.max(0, (shares[at] ?? 0) - head.length - 2))}`
  })
  return parts.join('\n\n').slice(0, most).trim()
}

const shown = (name: string): string => cleanLine(name, 120)
