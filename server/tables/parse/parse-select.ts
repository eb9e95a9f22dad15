import { throwRestError, throwAggregateNotAllowed } from './rest-error.ts'
import { Scanner, type FieldPath } from './scanner.ts'

/** Each level of embeds multiplies the work of a request. */
const tableMaxEmbedDepth = 3
const tableMaxEmbeds = 12

export type SelectItem = { kind: 'all' } | SelectField | SelectEmbed

export interface SelectField {
  kind: 'field'
  alias: string | null
  field: FieldPath
  cast: string | null
}

export interface SelectEmbed {
  kind: 'embed'
  alias: string | null
  target: string
  hint: string | null
  inner: boolean
  items: SelectItem[]
}

const aggregate = /\.(?:avg|count|max|min|sum)\(\)/y

/**
 * Parses `select`: columns, JSON paths, casts, aliases and embeds. An empty item is an error; an empty parameter
 * selects no column.
 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter')
  if (text.trim() === '') return []
  const items = parseItems(scanner, { depth: 0, embeds: 0 })
  scanner.expectEnd('"," or end of input')
  return items
}

interface Nesting {
  depth: number
  embeds: number
}

function parseItems(scanner: Scanner, nesting: Nesting): SelectItem[] {
  const items: SelectItem[] = []
  do items.push(parseItem(scanner, nesting))
  while (scanner.accept(','))
  return items
}

function parseItem(scanner: Scanner, nesting: Nesting): SelectItem {
  scanner.match(/ */y)
  if (scanner.match(/\* */y)) return { kind: 'all' }
  if (scanner.accept('...'))
    throwRestError(400, 'PGRST127', 'Feature not implemented', { details: 'Spread embeds are not available' })

  const first = scanner.name()
  const alias = scanner.match(/:(?!:) */y) === null ? null : first
  const name = alias === null ? first : scanner.name()
  if (name === 'count' && scanner.accept('()')) return throwAggregateNotAllowed()

  const hints: string[] = []
  while (scanner.accept('!')) hints.push(scanner.name('hint, "inner" or "left"'))
  if (scanner.accept('(')) return parseEmbed(scanner, { alias, target: name, hints }, nesting)
  if (hints.length > 0) scanner.fail('"("')

  const field = { column: name, json: scanner.jsonSteps() }
  const cast = scanner.accept('::') ? scanner.name('type name') + (scanner.match(/(?:\[\])* */y) ?? '').trim() : null
  if (scanner.match(aggregate)) return throwAggregateNotAllowed()
  return { kind: 'field', alias, field, cast }
}

function parseEmbed(
  scanner: Scanner,
  { alias, target, hints }: { alias: string | null; target: string; hints: string[] },
  nesting: Nesting,
): SelectEmbed {
  nesting.embeds += 1
  if (nesting.depth === tableMaxEmbedDepth || nesting.embeds > tableMaxEmbeds) {
    throwRestError(400, 'PGRST127', 'Feature not implemented', {
      details: `At most ${tableMaxEmbeds} embedded resources, ${tableMaxEmbedDepth} levels deep`,
    })
  }
  const joins = hints.filter((hint) => hint === 'inner' || hint === 'left')
  const others = hints.filter((hint) => hint !== 'inner' && hint !== 'left')
  if (joins.length > 1 || others.length > 1) scanner.fail('one hint and one of "inner" and "left"')

  nesting.depth += 1
  const items = scanner.match(/ *(?=\))/y) === null ? parseItems(scanner, nesting) : []
  nesting.depth -= 1
  scanner.expect(')', '"," or ")"')
  scanner.match(/ */y)
  return { kind: 'embed', alias, target, hint: others[0] ?? null, inner: joins[0] === 'inner', items }
}
