import { Scanner, type FieldPath } from './scanner.ts'

export interface OrderTerm {
  /** The to-one embed of the field; null for a field of the table itself. */
  embed: string | null
  field: FieldPath
  descending: boolean
  nulls: 'first' | 'last' | null
}

/** Parses `order`: comma-separated `column[.asc|.desc][.nullsfirst|.nullslast]` or `embed(column)…`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  if (text.trim() === '') return []
  const terms: OrderTerm[] = []
  do terms.push(parseTerm(scanner))
  while (scanner.accept(','))
  scanner.expectEnd('"," or end of input')
  return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
  const first = scanner.name()
  const embed = scanner.accept('(') ? first : null
  const field = embed === null ? { column: first, json: scanner.jsonSteps() } : scanner.field()
  if (embed !== null) scanner.expect(')')
  const direction = scanner.match(/\.(?:asc|desc)(?![a-z])/y)
  const nulls = scanner.match(/\.nulls(?:first|last)(?![a-z])/y)
  scanner.match(/ */y)
  if (scanner.accept('.')) scanner.fail('asc, desc, nullsfirst or nullslast')
  return {
    embed,
    field,
    descending: direction === '.desc',
    nulls: nulls === null ? null : nulls === '.nullsfirst' ? 'first' : 'last',
  }
}
