import { composeText } from '../../../contract/compose-text.ts'
import type { Platform } from '../../../contract/functions/prompts.ts'
import type { AgentStep, Template } from '../plan-schema.ts'
import { type TaggedToken, skipFiller } from './tag-tokens.ts'
import { parseFilter } from './parse-filter.ts'
import { parseFolder } from './parse-folder.ts'
import { type FieldWords, parseTemplate } from './parse-template.ts'
import { MailField } from '../plan-schema.ts'
import { planNameMaxLength, filterWordMaxLength } from '../limits.ts'
import { extractionMaxFields } from '../../limits.ts'

interface ParsedStep {
  /** Empty if the clause requests nothing that is supported. */
  steps: AgentStep[]
  warning: string | null
}

type FileStore = 'dropbox' | 'google_drive' | 'onedrive'
const isFileStore = (platform: string | undefined): platform is FileStore =>
  platform === 'dropbox' || platform === 'google_drive' || platform === 'onedrive'

const warnings = {
  where: composeText('Say where files are kept: Dropbox, Google Drive or OneDrive.'),
  delete: composeText('Nothing is ever deleted or removed: this part was left out.'),
  send: composeText('Sending, forwarding and replying are actions of their own: this part was left out.'),
  other: composeText('There is no tool for this part yet, so it was left out.'),
  contactWhere: composeText('Contacts and opportunities can only be created in TeamLeader.'),
  apart: composeText('Say in a separate sentence what to store: this part was left out.'),
} as const

/** Parses a clause. `platform`: the only file service that the prompt names, used by clauses that name none. */
export function parseStep(
  prompt: string,
  marks: readonly TaggedToken[],
  { fields, platform }: { fields: FieldWords; platform: FileStore | null },
): ParsedStep {
  const has = (...kinds: TaggedToken['is'][]) => marks.some(({ is }) => kinds.includes(is))
  const own = marks.find(({ is }) => is === 'platform')?.what
  const where = isFileStore(own) ? own : own === undefined ? platform : null
  const only = (warning: string): ParsedStep => ({ steps: [], warning })
  // Only one of two requests in a clause is planned; a warning names the other.
  const one = (step: AgentStep): ParsedStep => ({
    steps: [step],
    warning: has('store') && has('files') ? warnings.apart : null,
  })
  const isElsewhere = has('service') || own === 'shopify'

  if (has('contact', 'opportunity') || (has('add', 'create') && own === 'teamleader')) {
    if (isElsewhere) return only(warnings.contactWhere)
    if (!has('opportunity')) return one({ tool: 'create_contact', platform: 'teamleader' })
    const title = parseTitle(marks, fields) ?? [{ field: 'subject' }]
    return one({ tool: 'create_opportunity', platform: 'teamleader', title })
  }
  if (has('delete')) return only(warnings.delete)
  if (has('send')) return only(warnings.send)
  if (has('other')) return only(warnings.other)
  const isInMail = has('search') && has('mail') && own === undefined
  if ((has('search') && !isInMail) || has('retrieve') || (has('get') && where !== null && own !== undefined)) {
    if (where === null) return only(isElsewhere ? warnings.other : warnings.where)
    const query = parseQuery(marks, fields)
    if (query === null) return only(composeText('Say what to look for.'))
    return one({ tool: has('search') ? 'search_files' : 'retrieve_file', platform: where, query })
  }
  if (isInMail || has('extract', 'get')) {
    const found = extractedFields(prompt, marks)
    return found.length === 0
      ? only(composeText('Say which data to find in the email.'))
      : one({ tool: 'extract_data', platform: 'email', fields: found })
  }
  if (isElsewhere) return has('store') ? only(warnings.other) : { steps: [], warning: null }
  const isStoring =
    has('store') || (has('files', 'kind', 'group') && (own !== undefined || has('to', 'byOrTo', 'path')))
  if (!isStoring) return { steps: [], warning: null }
  if (where === null) return only(warnings.where)
  const { folder, used } = parseFolder(prompt, marks, fields)
  const filter = parseFilter(marks, used)
  const named = marks.flatMap(({ is, what }) => (is === 'platform' && isFileStore(what) ? [what] : []))
  const stores = named.length > 0 ? [...new Set(named)] : [where]
  return { steps: stores.map((store) => ({ tool: 'store_file', platform: store, filter, folder })), warning: null }
}

function parseTitle(marks: readonly TaggedToken[], fields: FieldWords): Template | null {
  const quoted = marks.find(({ is }) => is === 'quoted')
  if (quoted) return parseTemplate(quoted.text, fields, visible)
  const at = marks.findIndex(({ is }) => is === 'called')
  const named = marks.slice(at + 1).find(({ is }) => is === 'field' || is === 'path')
  return at < 0 || !named
    ? null
    : named.is === 'path'
      ? parseTemplate(named.text, fields, visible)
      : fieldTemplate(named)
}

/** What to search for: quoted text, a field, or words without another meaning. */
function parseQuery(marks: readonly TaggedToken[], fields: FieldWords): Template | null {
  const quoted = marks.find(({ is }) => is === 'quoted')
  if (quoted) return parseTemplate(quoted.text, fields, visible)
  const field = marks.find(({ is }) => is === 'field')
  if (field) return fieldTemplate(field)
  const words = marks.filter(({ is }) => is === 'kind' || is === 'unknown').map(({ text }) => text.toLowerCase())
  return words.length === 0 ? null : [{ text: words.join(' ').slice(0, planNameMaxLength) }]
}

function fieldTemplate({ what }: TaggedToken): Template | null {
  const read = MailField.safeParse(what)
  return read.success ? [{ field: read.data }] : null
}

const visible = (part: string): string => part.replace(/\p{Cc}/gu, '')

/** The items of a list after "extract", as the user wrote them. */
function extractedFields(prompt: string, marks: readonly TaggedToken[]): string[] {
  const [before, after] = splitAt(marks, ({ is }) => is === 'extract' || is === 'get' || is === 'search')
  const inList = after.some(isContentWord) ? after : before
  const pieces: TaggedToken[][] = [[]]
  for (const [at, mark] of inList.entries()) {
    if (mark.is === 'extract') continue
    if (mark.text === ',' || mark.is === 'and' || mark.is === 'divider') pieces.push([])
    else if (isSourcePhrase(inList, at)) break
    else pieces.at(-1)?.push(mark)
  }
  const texts = pieces.map((piece) => {
    const [first, last] = [piece[skipFiller(piece, 0)], piece.findLast(isContentWord)]
    return first && last && last.end > first.start
      ? prompt.slice(first.start, last.end).slice(0, filterWordMaxLength).trim()
      : ''
  })
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, extractionMaxFields)
}

const isContentWord = ({ is }: TaggedToken): boolean =>
  !['filler', 'divider', 'and', 'mail', 'files', 'from', 'to', 'extract', 'next', 'add', 'create', 'byOrTo'].includes(
    is,
  )

/** "… from the mail": the source, not a field. */
function isSourcePhrase(marks: readonly TaggedToken[], at: number): boolean {
  if (!['from', 'to'].includes(marks[at]?.is ?? '')) return false
  return ['mail', 'files'].includes(marks[skipFiller(marks, at + 1)]?.is ?? '')
}

function splitAt(marks: readonly TaggedToken[], where: (mark: TaggedToken) => boolean): [TaggedToken[], TaggedToken[]] {
  const at = marks.findIndex(where)
  return [marks.slice(0, at), marks.slice(at + 1)]
}

/** The platforms that a text names, each once, in order. */
export function listPlatforms(
  marks: readonly TaggedToken[],
  isPlatform: (name: string) => name is Platform,
): Platform[] {
  return [...new Set(marks.flatMap(({ is, what }) => (is === 'platform' && isPlatform(what) ? [what] : [])))]
}
