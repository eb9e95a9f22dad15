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
  const isDoing = (list: readonly Mark[]) => list.some(({ is }) => triggers.has(is))
  const nextTriggers = triggersAhead(marks)
  for (const [at, mark] of marks.entries()) {
    const current = clauses.at(-1) ?? []
    const divides = isEnd(mark) || (mayDivide(mark) && isDoing(current) && (nextTriggers[at] ?? false))
    if (divides) clauses.push([])
    else current.push(mark)
  }
  return clauses.filter((clause) => clause.some(({ is }) => is !== 'filler' && is !== 'divider' && is !== 'and'))
}

/** For each place whether something to do follows before the next place where a clause could end. */
function triggersAhead(marks: readonly Mark[]): boolean[] {
  const ahead: boolean[] = []
  let isAhead = false
  for (let at = marks.length - 1; at >= 0; at--) {
    const mark = marks[at]
    if (!mark) continue
    ahead[at] = isAhead
    if (isEnd(mark) || mayDivide(mark)) isAhead = false
    else if (triggers.has(mark.is)) isAhead = true
  }
  return ahead
}
