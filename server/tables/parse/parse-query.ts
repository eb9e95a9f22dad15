import { throwRestError, RestError } from './rest-error.ts'
import { parseFilter, parseGroup, type Filter } from './parse-filter.ts'
import { parseOrder, type OrderTerm } from './parse-order.ts'
import { parseSelect, type SelectEmbed, type SelectField, type SelectItem } from './parse-select.ts'
import { Scanner } from './scanner.ts'

const tableMaxParameters = 200

/** The query of one table: the requested one or an embed. */
export interface ResourceQuery {
  fields: ('all' | SelectField)[]
  embeds: { item: SelectEmbed; query: ResourceQuery }[]
  where: Filter[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}

export interface TableQuery {
  root: ResourceQuery
  /** `columns`: keys of the body that are written. */
  columns: string[] | null
  /** `on_conflict`: unique columns of an upsert. */
  onConflict: string[] | null
}

/** Parses the query string of a request. */
export function parseQuery(parameters: URLSearchParams): TableQuery {
  const entries = [...parameters]
  if (entries.length > tableMaxParameters)
    throwRestError(400, 'PGRST100', `At most ${tableMaxParameters} parameters are read`)
  // PostgreSQL text cannot contain NUL characters.
  if (entries.some(([key, value]) => key.includes('\0') || value.includes('\0'))) {
    throwRestError(400, 'PGRST100', 'The query has a character that is not allowed')
  }
  const root = toResourceQuery(parseSelect(parameters.get('select') ?? '*'))
  for (const [key, value] of entries) {
    if (key !== 'select' && key !== 'columns' && key !== 'on_conflict') applyParameter(root, key, value)
  }
  return {
    root,
    columns: parameters.has('columns') ? parseNames(parameters.get('columns') ?? '', 'columns parameter') : null,
    onConflict: parameters.has('on_conflict')
      ? parseNames(parameters.get('on_conflict') ?? '', 'on_conflict parameter')
      : null,
  }
}

function toResourceQuery(items: SelectItem[]): ResourceQuery {
  return {
    fields: items.flatMap((item): ResourceQuery['fields'] =>
      item.kind === 'all' ? ['all'] : item.kind === 'field' ? [item] : [],
    ),
    embeds: items.flatMap((item) => (item.kind === 'embed' ? [{ item, query: toResourceQuery(item.items) }] : [])),
    where: [],
    order: [],
    limit: null,
    offset: 0,
  }
}

const reserved = /(?:order|limit|offset|and|or|not\.and|not\.or)$/y

/** Key: `[embed.]*` followed by a reserved word or a field. */
function applyParameter(root: ResourceQuery, key: string, value: string): void {
  const scanner = new Scanner(key, 'tree path')
  let query = root
  for (;;) {
    const word = scanner.match(reserved)
    if (word !== null) return applyReserved(query, word, value)
    const field = scanner.field()
    if (scanner.isAtEnd) return void query.where.push(parseFilter(field, value))
    if (field.json.length > 0) scanner.fail('end of input')
    scanner.expect('.')
    query = findEmbed(query, field.column)
  }
}

function applyReserved(query: ResourceQuery, word: string, value: string): void {
  if (word === 'order') query.order = parseOrder(value)
  else if (word === 'offset') query.offset = /^\d{1,15}$/.test(value) ? Number(value) : 0
  else if (word === 'limit') {
    const limit = /^-?\d{1,15}$/.test(value) ? Number(value) : null
    if (limit !== null && limit < 0) throw rangeError('Limit should be greater than or equal to zero.')
    query.limit = limit
  } else query.where.push(parseGroup(word.endsWith('and') ? 'and' : 'or', word.startsWith('not.'), value))
}

/** An embed by its alias or its target. */
function findEmbed(query: ResourceQuery, name: string): ResourceQuery {
  const found =
    query.embeds.find(({ item }) => item.alias === name) ?? query.embeds.find(({ item }) => item.target === name)
  return (
    found?.query ??
    throwRestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    })
  )
}

function parseNames(text: string, parameterName: string): string[] {
  const scanner = new Scanner(text, parameterName)
  const names: string[] = []
  if (text.trim() === '') return names
  do names.push(scanner.name())
  while (scanner.accept(','))
  scanner.expectEnd('"," or end of input')
  return [...new Set(names)]
}

export const rangeError = (details: string, headers: Record<string, string> = {}): RestError =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })

/** Applies the `Range` header (`0-9`) on top of limit and offset. */
export function applyRange(query: ResourceQuery, header: string | null): void {
  const range = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header ?? '')
  if (!range) return
  const first = Number(range[1])
  const last = range[2] === undefined ? null : Number(range[2])
  if (last !== null && last < first) {
    throw rangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  }
  const end = query.limit === null ? null : query.offset + query.limit
  const ends = [end, last === null ? null : last + 1].filter((each) => each !== null)
  query.offset = Math.max(query.offset, first)
  query.limit = ends.length === 0 ? null : Math.max(0, Math.min(...ends) - query.offset)
}
