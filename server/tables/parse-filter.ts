import { Scanner, type FieldPath } from './scanner.ts'

const comparisons = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const // prettier-ignore
export type Comparison = (typeof comparisons)[number]
const quantifiable: ReadonlySet<string> = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])

const searches = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type Search = (typeof searches)[number]

const states = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type State = (typeof states)[number]

export type Test =
  | { op: 'compare'; operator: Comparison; quantifier: 'any' | 'all' | null; value: string }
  | { op: 'in'; values: string[] }
  | { op: 'is'; state: State }
  | { op: 'search'; search: Search; language: string | null; value: string }

export type Condition =
  | { kind: 'test'; field: FieldPath; negated: boolean; test: Test }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; members: Condition[] }

/** Deeper trees say nothing that a flatter one could not. */
const maxGroupDepth = 12

/** Reads a filter's value, `[not.]operator.value`: to the end of the parameter, whatever is in it. */
export function parseFilter(field: FieldPath, text: string): Condition {
  const scanner = new Scanner(text, 'filter')
  const { negated, test } = parseTest(scanner, (scanner) => scanner.rest())
  scanner.end('end of input')
  return { kind: 'test', field, negated, test }
}

/** Reads the value of `and=` or `or=`: a list in parentheses, of filters and further groups. */
export function parseGroup(operator: 'and' | 'or', negated: boolean, text: string): Condition {
  const scanner = new Scanner(text, 'logic tree')
  const group = parseMembers(scanner, operator, negated, 1)
  scanner.end('end of input')
  return group
}

function parseMembers(scanner: Scanner, operator: 'and' | 'or', negated: boolean, depth: number): Condition {
  scanner.expect('(')
  if (depth > maxGroupDepth) scanner.fail(`at most ${maxGroupDepth} levels`)
  const members: Condition[] = []
  do members.push(parseMember(scanner, depth))
  while (scanner.take(','))
  scanner.match(/ */y)
  scanner.expect(')', '"," or ")"')
  scanner.match(/ */y)
  return { kind: 'group', operator, negated, members }
}

function parseMember(scanner: Scanner, depth: number): Condition {
  scanner.match(/ */y)
  const opening = scanner.match(/(?:not\.)?(?:and|or)(?=\()/y)
  if (opening !== null) {
    return parseMembers(scanner, opening.endsWith('and') ? 'and' : 'or', opening.startsWith('not.'), depth + 1)
  }
  const field = scanner.field()
  scanner.expect('.', 'operator')
  return { kind: 'test', field, ...parseTest(scanner, memberValue) }
}

/** Inside a tree a value ends at `,` or `)`, unless it is quoted or a `{list}`. */
function memberValue(scanner: Scanner): string {
  const array = scanner.match(/\{[^{}]*\}(?=[,)])/y)
  if (array !== null) return array
  return scanner.quoted() ?? scanner.match(/[^,)]*/y) ?? ''
}

function parseTest(scanner: Scanner, readValue: (scanner: Scanner) => string): { negated: boolean; test: Test } {
  const negated = scanner.take('not.')
  const operator = scanner.match(/[a-z]+/y) ?? ''
  if (operator === 'in') {
    scanner.expect('.(')
    return { negated, test: { op: 'in', values: parseList(scanner) } }
  }
  if (operator === 'is') {
    scanner.expect('.')
    const state = readValue(scanner).toLowerCase()
    return {
      negated,
      test: { op: 'is', state: member(states, state) ?? scanner.fail('null, not_null, true, false or unknown') },
    }
  }
  const search = member(searches, operator)
  if (search) {
    const language = scanner.take('(') ? scanner.name('language') : null
    if (language !== null) scanner.expect(')')
    scanner.expect('.')
    return { negated, test: { op: 'search', search, language, value: readValue(scanner) } }
  }
  const comparison = member(comparisons, operator) ?? scanner.fail('"not" or operator (eq, gt, ...)')
  const quantifier = quantifiable.has(operator) ? scanner.match(/\((?:any|all)\)/y) : null
  scanner.expect('.')
  const value = readValue(scanner)
  return {
    negated,
    test: {
      op: 'compare',
      operator: comparison,
      quantifier: quantifier === null ? null : quantifier === '(any)' ? 'any' : 'all',
      value,
    },
  }
}

/** The values of `in.(…)` after the opening parenthesis; `in.()` has none. */
function parseList(scanner: Scanner): string[] {
  if (scanner.take(')')) return []
  const values: string[] = []
  do values.push(scanner.quoted() ?? scanner.match(/[^,)]*/y) ?? '')
  while (scanner.take(','))
  scanner.expect(')', '"," or ")"')
  return values
}

const member = <T extends string>(list: readonly T[], word: string): T | undefined => list.find((each) => each === word)
