import { Scanner, type FieldPath } from './scanner.ts'

export interface OrderTerm {
  /** A to-one embed that the field belongs to. */
  embed: string | null
  field: FieldPath
  descending: boolean
  nulls: 'first' | 'last' | null
}

/** Reads `order=`: `column[.asc|.desc][.nullsfirst|.nullslast]`, or `embed(column)…`, with commas between. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  if (text.trim() === '') return []
  const terms: OrderTerm[] = []
  do terms.push(parseTerm(scanner))
  while (scanner.take(','))
  scanner.end('"," or end of input')
  return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
  const first = scanner.name()
  const embed = scanner.take('(') ? first : null
  const field = embed === null ? { column: first, json: scanner.jsonSteps() } : scanner.field()
  if (embed !== null) scanner.expect(')')
  const direction = scanner.match(/\.(?:asc|desc)(?![a-z])/y)
  const nulls = scanner.match(/\.nulls(?:first|last)(?![a-z])/y)
  scanner.match(/ */y)
  if (scanner.take('.')) scanner.fail('asc, desc, nullsfirst or nullslast')
  return {
    embed,
    field,
    descending: direction === '.desc',
    nulls: nulls === null ? null : nulls === '.nullsfirst' ? 'first' : 'last',
  }
}
