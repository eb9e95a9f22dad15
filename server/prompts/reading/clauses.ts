import type { Mark } from './marks.ts'

/** What a clause can ask for by itself. */
const triggers = new Set<Mark['is']>([
  'store',
  'extract',
  'search',
  'retrieve',
  'get',
  'add',
  'contact',
  'opportunity',
  'delete',
  'send',
  'other',
])
const isEnd = (mark: Mark): boolean => mark.is === 'next' || /^[.;!?\n]$/.test(mark.text)
const mayDivide = (mark: Mark): boolean => mark.is === 'and' || mark.text === ','

/** Cuts a prompt into what is to be done one after another: at full stops, at "then", and at "and" between two things to do. */
export function clausesOf(marks: readonly Mark[]): Mark[][] {
  const clauses: Mark[][] = [[]]
  const nextTriggers = ahead(marks, ({ is }) => triggers.has(is))
  const nextPlaces = placesAhead(marks)
  let seen = nothing
  for (const [at, mark] of marks.entries()) {
    const begins = (seen.doing && nextTriggers[at]) || (seen.what && seen.where && nextPlaces[at])
    if (isEnd(mark) || (mayDivide(mark) && begins)) {
      clauses.push([])
      seen = nothing
      continue
    }
    clauses.at(-1)?.push(mark)
    seen = {
      doing: seen.doing || triggers.has(mark.is),
      what: seen.what || isWhat(mark),
      where: seen.where || isWhere(mark),
    }
  }
  return clauses.filter((clause) => clause.some(({ is }) => is !== 'filler' && is !== 'divider' && is !== 'and'))
}

/** What a clause has said so far. */
const nothing = { doing: false, what: false, where: false }

/** Which files, and where to: "receipts in /Receipts". */
const isPlaced = (marks: readonly Mark[]): boolean => marks.some(isWhat) && marks.some(isWhere)
const isWhat = ({ is }: Mark): boolean => is === 'kind' || is === 'group'
const isWhere = ({ is, text }: Mark): boolean =>
  (is === 'path' && text.startsWith('/')) || is === 'to' || is === 'byOrTo'

function placesAhead(marks: readonly Mark[]): boolean[] {
  const [what, where] = [ahead(marks, isWhat), ahead(marks, isWhere)]
  return what.map((is, at) => is && where[at] === true)
}

/** The parts of a prompt that each say which files and where to. */
export const placesOf = (marks: readonly Mark[]): Mark[][] => clausesOf(marks).filter(isPlaced)

/** For each place whether such a mark follows before the next place where a clause could end. */
function ahead(marks: readonly Mark[], isSuch: (mark: Mark) => boolean): boolean[] {
  const found: boolean[] = []
  let isAhead = false
  for (let at = marks.length - 1; at >= 0; at--) {
    const mark = marks[at]
    if (!mark) continue
    found[at] = isAhead
    if (isEnd(mark) || mayDivide(mark)) isAhead = false
    else if (isSuch(mark)) isAhead = true
  }
  return found
}
