import { AttachmentFilter } from '../plan.ts'
import { documentKinds } from './document-kinds.ts'
import { fileGroups } from './file-groups.ts'
import { type Mark, skipFiller } from './marks.ts'

const isKeyOf = <T extends object>(object: T, key: string): key is string & keyof T => Object.hasOwn(object, key)

/** What goes on between the members of a list: "images, logos and drafts". */
const inLists = new Set<Mark['is']>(['and', 'divider', 'filler', 'files', 'folder', 'from', 'store', 'not'])
const listed = new Set<Mark['is']>(['group', 'kind', 'quoted'])

/**
 * Which attachments a clause means.
 * @param used places that say something else already, such as the name of a folder; those that are read are added
 */
export function readFilter(marks: readonly Mark[], used: Set<number>): AttachmentFilter {
  const left = leftOut(marks, used)
  const filter: AttachmentFilter = AttachmentFilter.parse({ ...readSizes(marks), senders: readSenders(marks, used) })
  for (const [at, mark] of marks.entries()) {
    if (used.has(at)) continue
    const isOut = left.has(at)
    if (mark.is === 'group' && isKeyOf(fileGroups, mark.what))
      put(isOut ? filter.notTypes : filter.types, fileGroups[mark.what], 30)
    else if (mark.is === 'kind' && isKeyOf(documentKinds, mark.what))
      put(isOut ? filter.notWords : filter.words, documentKinds[mark.what], 20)
    else if (mark.is === 'quoted' || isSearched(marks, at))
      put(isOut ? filter.notWords : filter.words, [mark.text.toLowerCase().slice(0, 60)], 20)
    else continue
    used.add(at)
  }
  return filter
}

function put(list: string[], added: readonly string[], most: number): void {
  for (const word of added) if (!list.includes(word) && list.length < most) list.push(word)
}

/** An own word that files are said to contain: "containing warranty". */
const isSearched = (marks: readonly Mark[], at: number): boolean =>
  marks[at]?.is === 'unknown' &&
  marks[at - 1]?.is === 'about' &&
  marks.slice(at + 1, at + 5).some(({ is }) => is === 'name')

/** "Rechnungen ignorieren": what is left out stands before. */
const after = new Set([
  'ignorieren',
  'weglassen',
  'auslassen',
  'uberspringen',
  'aussortieren',
  'overslaan',
  'negeren',
  'weglaten',
])

/** Places of what follows "no", "except", until something stands there that is no member of a list. */
function leftOut(marks: readonly Mark[], used: ReadonlySet<number>): Set<number> {
  const out = new Set<number>()
  for (let at = 0; at < marks.length; at++) {
    if (marks[at]?.is !== 'not') continue
    if (after.has(marks[at]?.folded ?? '')) {
      for (let back = at - 1; back >= 0 && marks[back]?.is !== 'divider'; back--)
        if (listed.has(marks[back]?.is ?? 'unknown')) out.add(back)
      continue
    }
    let isFirst = true
    for (let next = at + 1; next < marks.length; next++) {
      const mark = marks[next]
      if (!mark || used.has(next)) break
      if (listed.has(mark.is)) {
        out.add(next)
        isFirst = false
      } else if (!inLists.has(mark.is) || (!isFirst && (mark.is === 'store' || /[.;\n]/.test(mark.text)))) break
      at = next
    }
  }
  return out
}

function readSizes(marks: readonly Mark[]): Partial<Pick<AttachmentFilter, 'minBytes' | 'maxBytes'>> {
  const sizes: Partial<Pick<AttachmentFilter, 'minBytes' | 'maxBytes'>> = {}
  for (const [at, mark] of marks.entries()) {
    if (mark.is !== 'size') continue
    const before = turned(boundBefore(marks, at), isDenied(marks, at))
    const after = marks[at + 1]?.is
    const bytes = Math.min(Number(mark.what), Number.MAX_SAFE_INTEGER)
    if (before === 'between' && sizes.minBytes === undefined) sizes.minBytes = bytes
    else if (before === 'smaller' || before === 'between' || after === 'smaller') sizes.maxBytes = bytes
    else if (before === 'larger' || after === 'larger') sizes.minBytes = bytes
  }
  return sizes
}

/** "nothing above 25 MB": what is larger is left out. */
const turned = (bound: Bound, denied: boolean): Bound =>
  !denied || bound === 'between' || bound === null ? bound : bound === 'larger' ? 'smaller' : 'larger'

function isDenied(marks: readonly Mark[], at: number): boolean {
  if (marks.slice(at + 1, at + 4).some(({ folded }) => after.has(folded))) return true
  for (let back = at - 1; back >= Math.max(0, at - 6); back--) {
    const is = marks[back]?.is
    if (is === 'divider' || is === 'and') return false
    if (is === 'not') return true
  }
  return false
}

type Bound = 'larger' | 'smaller' | 'between' | null

const above = new Set(['uber', 'over', 'above', 'boven', 'plus', 'mas'])
const below = new Set(['unter', 'onder', 'under', 'below', 'bajo', 'sous', 'bis', 'tot', 'hasta'])

/** What was said of the size before it: "over", "between 1 MB and". */
function boundBefore(marks: readonly Mark[], at: number): Bound {
  for (let back = at - 1; back >= Math.max(0, at - 4); back--) {
    const mark = marks[back]
    if (mark?.is === 'larger' || mark?.text === '>') return 'larger'
    if (mark?.is === 'smaller' || mark?.text === '<') return 'smaller'
    if (mark?.is === 'between') return 'between'
    // "über 5 MB", "unter 5 MB", "onder 5 MB": elsewhere these words say "about" and "to".
    if (back === at - 1 && mark && above.has(mark.folded)) return 'larger'
    if (back === at - 1 && mark && below.has(mark.folded)) return 'smaller'
  }
  return null
}

/** Who sent it: an address anywhere, or a name after "from". */
function readSenders(marks: readonly Mark[], used: Set<number>): string[] {
  const senders: string[] = []
  for (const [at, mark] of marks.entries()) {
    if (used.has(at)) continue
    if (mark.is === 'address' && marks[at - 1]?.is !== 'to') senders.push(mark.text.toLowerCase())
    else if (mark.is === 'from') senders.push(...namesAfter(marks, at, used))
    else continue
    used.add(at)
  }
  return senders.slice(0, 10).map((name) => name.slice(0, 100))
}

function namesAfter(marks: readonly Mark[], from: number, used: Set<number>): string[] {
  const names: string[] = []
  let at = skipFiller(marks, from + 1)
  const isSaid = isOfSomebody(marks, from) ? isWord : isName
  while (isSaid(marks[at]) && !used.has(at)) {
    const words: string[] = []
    for (; isSaid(marks[at]) && !used.has(at); at++) {
      words.push(marks[at]?.text ?? '')
      used.add(at)
    }
    names.push(words.join(' '))
    if (marks[at]?.is === 'and' && isName(marks[at + 1])) at++
  }
  return names
}

/** "documents from my accountant", where "from" is no "of": a name need not be written high. */
const isOfSomebody = (marks: readonly Mark[], from: number): boolean =>
  ['files', 'kind', 'group'].includes(marks[from - 1]?.is ?? '') &&
  /^(from|sent|received|von|vom|van|du|del|de mi|de mon|de ma|de la part)\b/.test(marks[from]?.folded ?? '')
const isWord = (mark: Mark | undefined): boolean => mark?.is === 'unknown' || mark?.is === 'quoted'

/** A word that means nothing else and is written as names are. */
const isName = (mark: Mark | undefined): boolean =>
  mark !== undefined && (mark.is === 'quoted' || (mark.is === 'unknown' && /^[\p{Lu}\d]/u.test(mark.text)))
