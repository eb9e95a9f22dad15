import type { z } from 'zod'
import { type Call, route } from '../route-definition.ts'
import { badCall, refuse } from '../errors.ts'
import { metadataOf } from '../metadata.ts'
import { findEntry } from '../paths.ts'
import { type Entry, type File, walk } from '../file-tree.ts'
import { saveCursor, type SearchCursor } from './cursors.ts'
import { CursorArg, SearchArg } from './schemas.ts'

type Options = z.infer<typeof SearchArg>['options']

const SCOPE = 'files.metadata.read'
/** Dropbox returns no more matches of one search. */
const MAX_MATCHES = 10_000
const MAX_SEARCHED_BYTES = 2 ** 20

const search = route({
  name: 'files/search_v2',
  style: 'rpc',
  scope: SCOPE,
  arg: SearchArg,
  run(call, { query, options }) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = options.file_status === 'deleted' ? [] : matchesOf(call, words, options)
    const cursor: SearchCursor = {
      kind: 'search',
      email: call.account.email,
      limit: options.max_results,
      pending: matches.slice(0, MAX_MATCHES),
    }
    return page(call, cursor)
  },
})

const searchContinue = route({
  name: 'files/search/continue_v2',
  style: 'rpc',
  scope: SCOPE,
  arg: CursorArg,
  run(call, { cursor: id }) {
    const cursor = call.sandbox.dropbox.cursors.get(id)
    if (cursor?.kind !== 'search' || cursor.email !== call.account.email) {
      throw badCall('files/search/continue_v2', 'request body: cursor: Invalid "cursor" parameter')
    }
    return page(call, cursor)
  },
})

export const searchRoutes = [search, searchContinue]

function matchesOf(call: Call, words: string[], options: Options): unknown[] {
  const { account, sandbox } = call
  const within = findEntry(account, options.path)
  if (within.kind === 'file') throw refuse({ '.tag': 'path', path: { '.tag': 'not_folder' } })
  const newest = sandbox.clock.now() - sandbox.dropbox.settings.searchLagMs
  const found = [...walk(within)].flatMap((entry) => {
    const type = matchType(entry, words, options.filename_only)
    const isKnown = entry.kind === 'folder' || entry.serverModified <= newest
    return type !== null && isKnown && isWanted(entry, options) ? [{ entry, type }] : []
  })
  if (options.order_by === 'last_modified_time') found.sort((left, right) => ageOf(right.entry) - ageOf(left.entry))
  return found.map(({ entry, type }) => ({
    metadata: { '.tag': 'metadata', metadata: metadataOf(entry) },
    match_type: { '.tag': type },
    highlight_spans: [],
  }))
}

const ageOf = (entry: Entry) => (entry.kind === 'file' ? entry.serverModified : 0)

/** Whether each word is a prefix of a word of the name, or part of the text of the file. */
function matchType(entry: Entry, words: readonly string[], filenameOnly: boolean): string | null {
  const parts = entry.name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const whole = entry.name.toLowerCase()
  const inName = words.every(
    (word) => whole.includes(word) && parts.some((part) => word.includes(part) || part.startsWith(word)),
  )
  const text = filenameOnly || entry.kind === 'folder' ? '' : textOf(entry)
  const inText = text !== '' && words.every((word) => text.includes(word))
  if (inName) return inText ? 'filename_and_content' : 'filename'
  return inText ? 'file_content' : null
}

function textOf({ name, content: { bytes } }: File): string {
  if (bytes === null || bytes.byteLength > MAX_SEARCHED_BYTES || !/\.(?:txt|md|csv|html?|json)$/i.test(name)) return ''
  return new TextDecoder().decode(bytes).toLowerCase()
}

type Category = NonNullable<Options['file_categories']>[number]

const CATEGORIES: readonly [Category, RegExp][] = [
  ['image', /^(?:png|jpe?g|gif|bmp|tiff?|webp|svg|heic)$/],
  ['document', /^(?:docx?|odt|rtf|txt|md|pages)$/],
  ['pdf', /^pdf$/],
  ['spreadsheet', /^(?:xlsx?|csv|ods|numbers)$/],
  ['presentation', /^(?:pptx?|odp|key)$/],
  ['audio', /^(?:mp3|wav|m4a|ogg|flac)$/],
  ['video', /^(?:mp4|mov|avi|mkv|webm)$/],
]

function isWanted(entry: Entry, { file_extensions: extensions, file_categories: categories }: Options): boolean {
  const extension = /\.([^.]+)$/.exec(entry.name)?.[1]?.toLowerCase() ?? ''
  if (
    extensions &&
    (entry.kind === 'folder' || !extensions.some((each) => each.replace(/^\./, '').toLowerCase() === extension))
  )
    return false
  return !categories || categories.includes(categoryOf(entry, extension))
}

function categoryOf(entry: Entry, extension: string): Category {
  if (entry.kind === 'folder') return 'folder'
  if (entry.isPaper) return 'paper'
  return CATEGORIES.find(([, extensions]) => extensions.test(extension))?.[0] ?? 'others'
}

function page({ sandbox }: Call, cursor: SearchCursor) {
  const { searchPageSize, searchRepeats } = sandbox.dropbox.settings
  const size = Math.min(cursor.limit, searchPageSize ?? cursor.limit)
  const matches = cursor.pending.slice(0, size)
  const rest = cursor.pending.slice(size)
  if (rest.length === 0) return { matches, has_more: false }
  const pending = searchRepeats && size > 1 ? [...matches.slice(-1), ...rest] : rest
  return { matches, has_more: true, cursor: saveCursor(sandbox.dropbox.cursors, { ...cursor, pending }) }
}
