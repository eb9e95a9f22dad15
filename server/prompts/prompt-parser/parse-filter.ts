import { AttachmentFilter } from '../plan-schema.ts'
import { documentKinds } from './document-kinds.ts'
import { fileGroups } from './file-groups.ts'
import { type TaggedToken, skipFiller } from './tag-tokens.ts'
import { filterMaxSenders, planNameMaxLength, filterWordMaxLength, filterMaxWords } from '../limits.ts'

const isKeyOf = <T extends object>(object: T, key: string): key is string & keyof T => Object.hasOwn(object, key)

/** Tags that may stand between the members of a list: "images, logos and drafts". */
const listConnectors = new Set<TaggedToken['is']>([
  'and',
  'divider',
  'filler',
  'files',
  'folder',
  'from',
  'store',
  'not',
])
const listMembers = new Set<TaggedToken['is']>(['group', 'kind', 'quoted'])

/**
 * The attachment filter of a clause.
 * @param used indexes of tokens that have another meaning already, such as a folder's name; parsed tokens are added
 */
export function parseFilter(marks: readonly TaggedToken[], used: Set<number>): AttachmentFilter {
  const left = findExcluded(marks, used)
  const filter: AttachmentFilter = AttachmentFilter.parse({ ...parseSizes(marks), senders: parseSenders(marks, used) })
  for (const [at, mark] of marks.entries()) {
    if (used.has(at)) continue
    const isOut = left.has(at)
    if (mark.is === 'group' && isKeyOf(fileGroups, mark.what))
      addUnique(isOut ? filter.notTypes : filter.types, fileGroups[mark.what], 30)
    else if (mark.is === 'kind' && isKeyOf(documentKinds, mark.what))
      addUnique(isOut ? filter.notWords : filter.words, documentKinds[mark.what], 20)
    else if (mark.is === 'quoted' || isSearchWord(marks, at))
      addUnique(
        isOut ? filter.notWords : filter.words,
        [mark.text.toLowerCase().slice(0, filterWordMaxLength)],
        filterMaxWords,
      )
    else continue
    used.add(at)
  }
  return filter
}

function addUnique(list: string[], added: readonly string[], most: number): void {
  for (const word of added) if (!list.includes(word) && list.length < most) list.push(word)
}

/** A word that files must contain: "containing warranty". */
const isSearchWord = (marks: readonly TaggedToken[], at: number): boolean =>
  marks[at]?.is === 'unknown' &&
  marks[at - 1]?.is === 'about' &&
  marks.slice(at + 1, at + 5).some(({ is }) => is === 'name')

/** Negations that follow the list: "Rechnungen ignorieren". */
const trailingNegations = new Set([
  'ignorieren',
  'weglassen',
  'auslassen',
  'uberspringen',
  'aussortieren',
  'overslaan',
  'negeren',
  'weglaten',
])

/** Indexes of list members after "no" or "except". */
function findExcluded(marks: readonly TaggedToken[], used: ReadonlySet<number>): Set<number> {
  const out = new Set<number>()
  for (let at = 0; at < marks.length; at++) {
    if (marks[at]?.is !== 'not') continue
    if (trailingNegations.has(marks[at]?.normalized ?? '')) {
      for (let back = at - 1; back >= 0 && marks[back]?.is !== 'divider'; back--)
        if (listMembers.has(marks[back]?.is ?? 'unknown')) out.add(back)
      continue
    }
    let isFirst = true
    for (let next = at + 1; next < marks.length; next++) {
      const mark = marks[next]
      if (!mark || used.has(next)) break
      if (listMembers.has(mark.is)) {
        out.add(next)
        isFirst = false
      } else if (!listConnectors.has(mark.is) || (!isFirst && (mark.is === 'store' || /[.;\n]/.test(mark.text)))) break
      at = next
    }
  }
  return out
}

function parseSizes(marks: readonly TaggedToken[]): Partial<Pick<AttachmentFilter, 'minBytes' | 'maxBytes'>> {
  const sizes: Partial<Pick<AttachmentFilter, 'minBytes' | 'maxBytes'>> = {}
  for (const [at, mark] of marks.entries()) {
    if (mark.is !== 'size') continue
    const before = negateBound(boundBefore(marks, at), isNegated(marks, at))
    const after = marks[at + 1]?.is
    const bytes = Math.min(Number(mark.what), Number.MAX_SAFE_INTEGER)
    if (before === 'between' && sizes.minBytes === undefined) sizes.minBytes = bytes
    else if (before === 'smaller' || before === 'between' || after === 'smaller') sizes.maxBytes = bytes
    else if (before === 'larger' || after === 'larger') sizes.minBytes = bytes
  }
  return sizes
}

/** "nothing above 25 MB" excludes the larger files. */
const negateBound = (bound: Bound, denied: boolean): Bound =>
  !denied || bound === 'between' || bound === null ? bound : bound === 'larger' ? 'smaller' : 'larger'

function isNegated(marks: readonly TaggedToken[], at: number): boolean {
  if (marks.slice(at + 1, at + 4).some(({ normalized }) => trailingNegations.has(normalized))) return true
  for (let back = at - 1; back >= Math.max(0, at - 6); back--) {
    const is = marks[back]?.is
    if (is === 'divider' || is === 'and') return false
    if (is === 'not') return true
  }
  return false
}

type Bound = 'larger' | 'smaller' | 'between' | null

const largerPrepositions = new Set(['uber', 'over', 'above', 'boven', 'plus', 'mas'])
const smallerPrepositions = new Set(['unter', 'onder', 'under', 'below', 'bajo', 'sous', 'bis', 'tot', 'hasta'])

/** The bound before a size: "over", "between 1 MB and". */
function boundBefore(marks: readonly TaggedToken[], at: number): Bound {
  for (let back = at - 1; back >= Math.max(0, at - 4); back--) {
    const mark = marks[back]
    if (mark?.is === 'larger' || mark?.text === '>') return 'larger'
    if (mark?.is === 'smaller' || mark?.text === '<') return 'smaller'
    if (mark?.is === 'between') return 'between'
    // "über 5 MB", "unter 5 MB", "onder 5 MB": elsewhere these words mean "about" and "to".
    if (back === at - 1 && mark && largerPrepositions.has(mark.normalized)) return 'larger'
    if (back === at - 1 && mark && smallerPrepositions.has(mark.normalized)) return 'smaller'
  }
  return null
}

/** Senders: an address anywhere, or a name after "from". */
function parseSenders(marks: readonly TaggedToken[], used: Set<number>): string[] {
  const senders: string[] = []
  for (const [at, mark] of marks.entries()) {
    if (used.has(at)) continue
    if (mark.is === 'address' && marks[at - 1]?.is !== 'to') senders.push(mark.text.toLowerCase())
    else if (mark.is === 'from') senders.push(...namesAfter(marks, at, used))
    else continue
    used.add(at)
  }
  return senders.slice(0, filterMaxSenders).map((name) => name.slice(0, planNameMaxLength))
}

function namesAfter(marks: readonly TaggedToken[], from: number, used: Set<number>): string[] {
  const names: string[] = []
  let at = skipFiller(marks, from + 1)
  const isGiven = namesSender(marks, from) ? isWord : isName
  while (isGiven(marks[at]) && !used.has(at)) {
    const words: string[] = []
    for (; isGiven(marks[at]) && !used.has(at); at++) {
      words.push(marks[at]?.text ?? '')
      used.add(at)
    }
    names.push(words.join(' '))
    if (marks[at]?.is === 'and' && isName(marks[at + 1])) at++
  }
  return names
}

/** "documents from my accountant": here a name need not start with a capital letter. */
const namesSender = (marks: readonly TaggedToken[], from: number): boolean =>
  ['files', 'kind', 'group'].includes(marks[from - 1]?.is ?? '') &&
  /^(from|sent|received|von|vom|van|du|del|de mi|de mon|de ma|de la part)\b/.test(marks[from]?.normalized ?? '')
const isWord = (mark: TaggedToken | undefined): boolean => mark?.is === 'unknown' || mark?.is === 'quoted'

/** An unknown word that is written like a name. */
const isName = (mark: TaggedToken | undefined): boolean =>
  mark !== undefined && (mark.is === 'quoted' || (mark.is === 'unknown' && /^[\p{Lu}\d]/u.test(mark.text)))
