import { MailField, type FolderPlan } from '../plan.ts'
import { type Mark, skipFiller } from './marks.ts'
import { type FieldWords, foldersOf, levelOf } from './templates.ts'
import { foldWord } from './tokens.ts'

export interface ReadFolder {
  folder: FolderPlan
  /** Places of the marks that were read as folders: they say nothing else. */
  used: Set<number>
}

const preposition = new Set<Mark['is']>(['to', 'byOrTo'])
const levelStart = new Set<Mark['is']>(['by', 'byOrTo', 'called'])
const betweenLevels = new Set<Mark['is']>([
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

/** Folders in a clause: first those that are named, then those of fields ("by sender and month"), in the order of the words. */
export function readFolder(prompt: string, marks: readonly Mark[], fields: FieldWords): ReadFolder {
  const used = new Set<number>()
  const named = readNamed(prompt, marks, { fields, used })
  const folder = readLevels(marks, named, { fields, used })
  return { folder: folder.slice(0, 6), used }
}

type Reading = { fields: FieldWords; used: Set<number> }

function readNamed(prompt: string, marks: readonly Mark[], { fields, used }: Reading): FolderPlan {
  for (let at = 0; at < marks.length; at++) {
    const mark = marks[at]
    if (!mark) continue
    const isLead = preposition.has(mark.is) || mark.is === 'folder'
    if (isLead) {
      const from = afterLead(marks, at + 1)
      const isNamed = marks.slice(at, from).some(({ is }) => is === 'folder' || is === 'called')
      const end = endOfName(marks, from, isNamed)
      if (end > from) return take(prompt, marks, { from, end, fields, used })
    }
    if (mark.is === 'path' && /^[/{\p{Lu}]/u.test(mark.text) && !isFieldPath(mark.text, fields))
      return take(prompt, marks, { from: at, end: at + 1, fields, used })
  }
  return readBeforeFolder(prompt, marks, { fields, used })
}

const isNameOfFolder = (mark: Mark | undefined): boolean =>
  mark !== undefined &&
  (['unknown', 'kind', 'quoted'].includes(mark.is) || (mark.is === 'store' && startsHigh(mark.text)))

/** "the archive folder", "the Archive folder" */
function readBeforeFolder(prompt: string, marks: readonly Mark[], { fields, used }: Reading): FolderPlan {
  const at = marks.findIndex(({ is }, index) => is === 'folder' && isNameOfFolder(marks[index - 1]))
  const lead = marks.slice(Math.max(0, at - 4), Math.max(0, at)).some(({ is }) => preposition.has(is))
  return at > 0 && lead ? take(prompt, marks, { from: at - 1, end: at, fields, used }) : []
}

function take(
  prompt: string,
  marks: readonly Mark[],
  { from, end, fields, used }: Reading & { from: number; end: number },
): FolderPlan {
  for (let at = from; at < end; at++) used.add(at)
  const [first, last] = [marks[from], marks[end - 1]]
  if (!first || !last) return []
  return foldersOf(
    end - from === 1 ? first.text : prompt.slice(first.start, last.end).replaceAll(/ {0,3}> {0,3}/g, '/'),
    fields,
  )
}

/** Steps over "the folder called". */
function afterLead(marks: readonly Mark[], from: number): number {
  let at = from
  while (['filler', 'folder', 'called'].includes(marks[at]?.is ?? '')) at++
  return at
}

const neverNames = new Set<Mark['is']>([
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
const verbs = new Set<Mark['is']>([
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

/** Where the name of a folder ends that begins at `from`; `from` itself where none begins there. */
function endOfName(marks: readonly Mark[], from: number, isNamed: boolean): number {
  const first = marks[from]
  if (!first) return from
  if (first.is === 'quoted' || first.is === 'path') return from + 1
  // "into Vendor bills": a name that begins with the word for a field.
  const isLongName =
    first.is === 'field' && startsHigh(first.text) && (marks[from - 1]?.is === 'folder' || goesOn(marks, from + 1))
  if (!isLongName && (neverNames.has(first.is) || verbs.has(first.is))) return from
  if (!startsHigh(first.text) && !(isNamed && first.is === 'unknown')) return from
  let end = from + 1
  // A name of several words goes on while they are nothing else: "Vendor bills", "Finance 2026".
  while (goesOn(marks, end)) end++
  return end
}

function goesOn(marks: readonly Mark[], at: number): boolean {
  const [before, mark] = [marks[at - 1], marks[at]]
  if (!before || !mark || mark.start - before.end > 1) return false
  // "Accounting > 2026"
  if (mark.text === '>' || before.text === '>')
    return mark.text === '>' || ['unknown', 'number', 'kind'].includes(mark.is)
  if (mark.is === 'number') return /^(19|20)\d\d$/.test(mark.text)
  return mark.is === 'unknown' || (mark.is === 'kind' && !verbs.has(marks[at + 1]?.is ?? 'unknown'))
}

const startsHigh = (text: string): boolean => /^[\p{Lu}\d]/u.test(text)

const isFieldPath = (text: string, fields: FieldWords): boolean =>
  text.split('/').every((part) => part !== '' && fields.has(foldWord(part)))

/** Fields after "by", with whatever stands between them. */
function readLevels(marks: readonly Mark[], named: FolderPlan, { fields, used }: Reading): FolderPlan {
  const folder = [...named]
  const put = (field: MailField | 'date'): void => {
    const level = levelOf(field, folder)
    if (!folder.some((other) => JSON.stringify(other) === JSON.stringify(level))) folder.push(level)
  }
  for (let at = 0; at < marks.length; at++) {
    if (used.has(at)) continue
    const isAlone = standsAlone(marks, at, fields)
    if (!levelStart.has(marks[at]?.is ?? 'unknown') && !isAlone) continue
    let next = isAlone ? at : skipFiller(marks, at + 1)
    if (marks[next]?.is === 'folder') next = skipFiller(marks, next + 1)
    for (; isLevel(marks[next], fields); next = afterLevel(marks, next)) {
      const mark = marks[next]
      if (!mark) break
      used.add(next)
      for (const field of fieldsOfMark(mark, fields)) put(field)
      // "e-mail address of the sender": one level.
      const owner = ownerAfter(marks, next)
      if (owner > next) {
        used.add(owner)
        next = owner
      }
      at = next
    }
  }
  return folder
}

/** "monthly", "year/month", "the company as folder name": a level without a word that leads to it. */
function standsAlone(marks: readonly Mark[], at: number, fields: FieldWords): boolean {
  const mark = marks[at]
  if (mark?.is === 'path') return isFieldPath(mark.text, fields)
  if (mark?.is !== 'field') return false
  return /^(month|year|da)(ly|ily)$|lich|weise$|mensuel|mensual|annuel|anual|diari|quotidien|lijks/.test(mark.folded)
    ? true
    : marks[skipFiller(marks, at + 1)]?.is === 'folder' && marks[at + 1]?.is === 'filler'
}

const isLevel = (mark: Mark | undefined, fields: FieldWords): boolean =>
  mark?.is === 'field' || (mark?.is === 'path' && isFieldPath(mark.text, fields))

function fieldsOfMark(mark: Mark, fields: FieldWords): (MailField | 'date')[] {
  if (mark.is === 'path') return mark.text.split('/').flatMap((part) => fields.get(foldWord(part)) ?? [])
  if (mark.what === 'date') return ['date']
  const read = MailField.safeParse(mark.what)
  return read.success ? [read.data] : []
}

function ownerAfter(marks: readonly Mark[], at: number): number {
  if (!['sender_address', 'sender_domain', 'subject'].includes(marks[at]?.what ?? '')) return at
  const next = marks.findIndex(({ is }, index) => index > at && is !== 'filler' && is !== 'from')
  const isOwner = next > at + 1 && next <= at + 4 && (marks[next]?.what === 'sender_name' || marks[next]?.is === 'mail')
  return isOwner ? next : at
}

/** The next field of the same list; where there is none, a place that is no field. */
function afterLevel(marks: readonly Mark[], at: number): number {
  let next = at + 1
  while (betweenLevels.has(marks[next]?.is ?? 'unknown')) next++
  return next
}
