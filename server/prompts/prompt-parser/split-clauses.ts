import type { TaggedToken } from './tag-tokens.ts'

/** Tags that start a request. */
const triggers = new Set<TaggedToken['is']>([
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
const isEnd = (mark: TaggedToken): boolean => mark.is === 'next' || /^[.;!?\n]$/.test(mark.text)
const isSeparator = (mark: TaggedToken): boolean => mark.is === 'and' || mark.text === ','

/** Splits a prompt into clauses: at full stops, at "then", and at "and" between two requests. */
export function splitClauses(marks: readonly TaggedToken[]): TaggedToken[][] {
  const clauses: TaggedToken[][] = [[]]
  const nextTriggers = ahead(marks, ({ is }) => triggers.has(is))
  const nextPlaces = destinationsAhead(marks)
  let seen = emptyClause
  for (const [at, mark] of marks.entries()) {
    const begins = (seen.doing && nextTriggers[at]) || (seen.what && seen.where && nextPlaces[at])
    if (isEnd(mark) || (isSeparator(mark) && begins)) {
      clauses.push([])
      seen = emptyClause
      continue
    }
    clauses.at(-1)?.push(mark)
    seen = {
      doing: seen.doing || triggers.has(mark.is),
      what: seen.what || namesFiles(mark),
      where: seen.where || namesDestination(mark),
    }
  }
  return clauses.filter((clause) => clause.some(({ is }) => is !== 'filler' && is !== 'divider' && is !== 'and'))
}

/** What the current clause contains so far. */
const emptyClause = { doing: false, what: false, where: false }

/** Names files and a destination: "receipts in /Receipts". */
const hasDestination = (marks: readonly TaggedToken[]): boolean =>
  marks.some(namesFiles) && marks.some(namesDestination)
const namesFiles = ({ is }: TaggedToken): boolean => is === 'kind' || is === 'group'
const namesDestination = ({ is, text }: TaggedToken): boolean =>
  (is === 'path' && text.startsWith('/')) || is === 'to' || is === 'byOrTo'

function destinationsAhead(marks: readonly TaggedToken[]): boolean[] {
  const [what, where] = [ahead(marks, namesFiles), ahead(marks, namesDestination)]
  return what.map((is, at) => is && where[at] === true)
}

/** The clauses that each name files and a destination. */
export const splitDestinations = (marks: readonly TaggedToken[]): TaggedToken[][] =>
  splitClauses(marks).filter(hasDestination)

/** For each token, whether a matching one follows before the next possible end of the clause. */
function ahead(marks: readonly TaggedToken[], isSuch: (mark: TaggedToken) => boolean): boolean[] {
  const found: boolean[] = []
  let isAhead = false
  for (let at = marks.length - 1; at >= 0; at--) {
    const mark = marks[at]
    if (!mark) continue
    found[at] = isAhead
    if (isEnd(mark) || isSeparator(mark)) isAhead = false
    else if (isSuch(mark)) isAhead = true
  }
  return found
}
