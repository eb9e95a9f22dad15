import { MailField, type FolderPlan } from '../plan-schema.ts'
import { type TaggedToken, skipFiller } from './tag-tokens.ts'
import { type FieldWords, parseFolderPath, folderLevelFor } from './parse-template.ts'
import { normalizeToken } from './tokenize.ts'
import { planMaxFolderLevels } from '../limits.ts'

interface ParsedFolder {
  folder: FolderPlan
  /** Indexes of the tokens that were parsed as folders; they have no other meaning. */
  used: Set<number>
}

const preposition = new Set<TaggedToken['is']>(['to', 'byOrTo'])
const levelStart = new Set<TaggedToken['is']>(['by', 'byOrTo', 'called'])
const betweenLevels = new Set<TaggedToken['is']>([
  'and',
  'next',
  'by',
  'byOrTo',
  'filler',
  'divider',
  'folder',
  'from',
  'name',
])

/**
 * The folders of a clause: first the named ones, then those of fields ("by sender and month"), in the order of the
 * words.
 */
export function parseFolder(prompt: string, marks: readonly TaggedToken[], fields: FieldWords): ParsedFolder {
  const used = new Set<number>()
  const named = parseNamedFolder(prompt, marks, { fields, used })
  const folder = parseLevels(marks, named, { fields, used })
  return { folder: folder.slice(0, planMaxFolderLevels), used }
}

type FolderParsing = { fields: FieldWords; used: Set<number> }

function parseNamedFolder(prompt: string, marks: readonly TaggedToken[], { fields, used }: FolderParsing): FolderPlan {
  for (let at = 0; at < marks.length; at++) {
    const mark = marks[at]
    if (!mark) continue
    const isLead = preposition.has(mark.is) || mark.is === 'folder'
    if (isLead) {
      const from = skipLead(marks, at + 1)
      const isNamed = marks.slice(at, from).some(({ is }) => is === 'folder' || is === 'called')
      const end = endOfName(marks, from, isNamed)
      if (end > from) return consumeFolderName(prompt, marks, { from, end, fields, used })
    }
    if (mark.is === 'path' && /^[/{\p{Lu}]/u.test(mark.text) && !isFieldPath(mark.text, fields))
      return consumeFolderName(prompt, marks, { from: at, end: at + 1, fields, used })
  }
  return parseNameBeforeFolder(prompt, marks, { fields, used })
}

const isNameOfFolder = (mark: TaggedToken | undefined): boolean =>
  mark !== undefined &&
  (['unknown', 'kind', 'quoted'].includes(mark.is) || (mark.is === 'store' && startsUpperCase(mark.text)))

/** "the archive folder", "the Archive folder" */
function parseNameBeforeFolder(
  prompt: string,
  marks: readonly TaggedToken[],
  { fields, used }: FolderParsing,
): FolderPlan {
  const at = marks.findIndex(({ is }, index) => is === 'folder' && isNameOfFolder(marks[index - 1]))
  const lead = marks.slice(Math.max(0, at - 4), Math.max(0, at)).some(({ is }) => preposition.has(is))
  return at > 0 && lead ? consumeFolderName(prompt, marks, { from: at - 1, end: at, fields, used }) : []
}

function consumeFolderName(
  prompt: string,
  marks: readonly TaggedToken[],
  { from, end, fields, used }: FolderParsing & { from: number; end: number },
): FolderPlan {
  for (let at = from; at < end; at++) used.add(at)
  const [first, last] = [marks[from], marks[end - 1]]
  if (!first || !last) return []
  return parseFolderPath(
    end - from === 1 ? first.text : prompt.slice(first.start, last.end).replaceAll(/ {0,3}> {0,3}/g, '/'),
    fields,
  )
}

/** Skips "the folder called". */
function skipLead(marks: readonly TaggedToken[], from: number): number {
  let at = from
  while (['filler', 'folder', 'called'].includes(marks[at]?.is ?? '')) at++
  return at
}

const notFolderNames = new Set<TaggedToken['is']>([
  'field',
  'platform',
  'service',
  'divider',
  'and',
  'next',
  'by',
  'byOrTo',
  'size',
  'number',
  'mail',
  'address',
  'name',
  'filler',
  'from',
  'to',
  'not',
  'called',
  'folder',
])
const verbs = new Set<TaggedToken['is']>([
  'store',
  'create',
  'extract',
  'search',
  'retrieve',
  'get',
  'add',
  'delete',
  'send',
  'about',
])

/** The index after a folder name that starts at `from`; `from` itself if none starts there. */
function endOfName(marks: readonly TaggedToken[], from: number, isNamed: boolean): number {
  const first = marks[from]
  if (!first) return from
  if (first.is === 'quoted' || first.is === 'path') return from + 1
  // "into Vendor bills": a name that starts with the word for a field.
  const isLongName =
    first.is === 'field' &&
    startsUpperCase(first.text) &&
    (marks[from - 1]?.is === 'folder' || continuesName(marks, from + 1))
  if (!isLongName && (notFolderNames.has(first.is) || verbs.has(first.is))) return from
  if (!startsUpperCase(first.text) && !(isNamed && first.is === 'unknown')) return from
  let end = from + 1
  // A name continues while the words have no other meaning: "Vendor bills", "Finance 2026".
  while (continuesName(marks, end)) end++
  return end
}

function continuesName(marks: readonly TaggedToken[], at: number): boolean {
  const [before, mark] = [marks[at - 1], marks[at]]
  if (!before || !mark || mark.start - before.end > 1) return false
  // "Accounting > 2026"
  if (mark.text === '>' || before.text === '>')
    return mark.text === '>' || ['unknown', 'number', 'kind'].includes(mark.is)
  if (mark.is === 'number') return /^(19|20)\d\d$/.test(mark.text)
  return mark.is === 'unknown' || (mark.is === 'kind' && !verbs.has(marks[at + 1]?.is ?? 'unknown'))
}

const startsUpperCase = (text: string): boolean => /^[\p{Lu}\d]/u.test(text)

const isFieldPath = (text: string, fields: FieldWords): boolean =>
  text.split('/').every((part) => part !== '' && fields.has(normalizeToken(part)))

/** Parses the fields after "by", with the words between them. */
function parseLevels(marks: readonly TaggedToken[], named: FolderPlan, { fields, used }: FolderParsing): FolderPlan {
  const folder = [...named]
  const put = (field: MailField | 'date'): void => {
    const level = folderLevelFor(field, folder)
    if (!folder.some((other) => JSON.stringify(other) === JSON.stringify(level))) folder.push(level)
  }
  for (let at = 0; at < marks.length; at++) {
    if (used.has(at)) continue
    const isAlone = isLevelAlone(marks, at, fields)
    if (!levelStart.has(marks[at]?.is ?? 'unknown') && !isAlone) continue
    let next = isAlone ? at : skipFiller(marks, at + 1)
    if (marks[next]?.is === 'folder') next = skipFiller(marks, next + 1)
    for (; isLevel(marks[next], fields); next = nextLevel(marks, next)) {
      const mark = marks[next]
      if (!mark) break
      used.add(next)
      for (const field of fieldsOfMark(mark, fields)) put(field)
      // "email address of the sender" is one level.
      const owner = findFieldOwner(marks, next)
      if (owner > next) {
        used.add(owner)
        next = owner
      }
      at = next
    }
  }
  return folder
}

/** "monthly", "year/month", "the company as folder name": a level without a preposition. */
function isLevelAlone(marks: readonly TaggedToken[], at: number, fields: FieldWords): boolean {
  const mark = marks[at]
  if (mark?.is === 'path') return isFieldPath(mark.text, fields)
  if (mark?.is !== 'field') return false
  return /^(month|year|da)(ly|ily)$|lich|weise$|mensuel|mensual|annuel|anual|diari|quotidien|lijks/.test(
    mark.normalized,
  )
    ? true
    : marks[skipFiller(marks, at + 1)]?.is === 'folder' && marks[at + 1]?.is === 'filler'
}

const isLevel = (mark: TaggedToken | undefined, fields: FieldWords): boolean =>
  mark?.is === 'field' || (mark?.is === 'path' && isFieldPath(mark.text, fields))

function fieldsOfMark(mark: TaggedToken, fields: FieldWords): (MailField | 'date')[] {
  if (mark.is === 'path') return mark.text.split('/').flatMap((part) => fields.get(normalizeToken(part)) ?? [])
  if (mark.what === 'date') return ['date']
  const read = MailField.safeParse(mark.what)
  return read.success ? [read.data] : []
}

function findFieldOwner(marks: readonly TaggedToken[], at: number): number {
  if (!['sender_address', 'sender_domain', 'subject'].includes(marks[at]?.what ?? '')) return at
  const next = marks.findIndex(({ is }, index) => index > at && is !== 'filler' && is !== 'from')
  const isOwner = next > at + 1 && next <= at + 4 && (marks[next]?.what === 'sender_name' || marks[next]?.is === 'mail')
  return isOwner ? next : at
}

/** Index of the next field of the list; of a token that is not a field if there is none. */
function nextLevel(marks: readonly TaggedToken[], at: number): number {
  let next = at + 1
  while (betweenLevels.has(marks[next]?.is ?? 'unknown')) next++
  return next
}
