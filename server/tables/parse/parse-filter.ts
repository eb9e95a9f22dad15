import { throwRestError } from './rest-error.ts'
import { Scanner, type FieldPath } from './scanner.ts'

/** Levels of nested `and` and `or`. */
const tableMaxLogicDepth = 12
/** Characters of a regular expression. A thousand random ones of this length took PostgreSQL at most 60 ms each. */
const tablePatternMaxLength = 50

const comparisonOperators = [
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
] as const
export type ComparisonOperator = (typeof comparisonOperators)[number]
const quantifiable: ReadonlySet<string> = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'])
const regularExpressions: ReadonlySet<string> = new Set(['match', 'imatch'])

const fullTextOperators = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type FullTextOperator = (typeof fullTextOperators)[number]

const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type IsValue = (typeof isValues)[number]

export type FilterTest =
  | { op: 'compare'; operator: ComparisonOperator; quantifier: 'any' | 'all' | null; value: string }
  | { op: 'in'; values: string[] }
  | { op: 'is'; state: IsValue }
  | { op: 'search'; search: FullTextOperator; language: string | null; value: string }

export type Filter =
  | { kind: 'test'; field: FieldPath; negated: boolean; test: FilterTest }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; members: Filter[] }

/** Parses `[not.]operator.value`; the value extends to the end of the parameter. */
export function parseFilter(field: FieldPath, text: string): Filter {
  const scanner = new Scanner(text, 'filter')
  const { negated, test } = parseTest(scanner, (scanner) => scanner.readRest())
  scanner.expectEnd('end of input')
  return { kind: 'test', field, negated, test }
}

/** Parses a logic tree (`and`, `or`): a list of filters and nested groups in parentheses. */
export function parseGroup(operator: 'and' | 'or', negated: boolean, text: string): Filter {
  const scanner = new Scanner(text, 'logic tree')
  const group = parseMembers(scanner, operator, negated, 1)
  scanner.expectEnd('end of input')
  return group
}

function parseMembers(scanner: Scanner, operator: 'and' | 'or', negated: boolean, depth: number): Filter {
  scanner.expect('(')
  if (depth > tableMaxLogicDepth) scanner.fail(`at most ${tableMaxLogicDepth} levels`)
  const members: Filter[] = []
  do members.push(parseMember(scanner, depth))
  while (scanner.accept(','))
  scanner.match(/ */y)
  scanner.expect(')', '"," or ")"')
  scanner.match(/ */y)
  return { kind: 'group', operator, negated, members }
}

function parseMember(scanner: Scanner, depth: number): Filter {
  scanner.match(/ */y)
  const opening = scanner.match(/(?:not\.)?(?:and|or)(?=\()/y)
  if (opening !== null) {
    return parseMembers(scanner, opening.endsWith('and') ? 'and' : 'or', opening.startsWith('not.'), depth + 1)
  }
  const field = scanner.field()
  scanner.expect('.', 'operator')
  return { kind: 'test', field, ...parseTest(scanner, memberValue) }
}

/** Inside a logic tree a value ends at `,` or `)`, unless it is quoted or an `{array}`. */
function memberValue(scanner: Scanner): string {
  const array = scanner.match(/\{[^{}]*\}(?=[,)])/y)
  if (array !== null) return array
  return scanner.quoted() ?? scanner.match(/[^,)]*/y) ?? ''
}

function parseTest(scanner: Scanner, readValue: (scanner: Scanner) => string): { negated: boolean; test: FilterTest } {
  const negated = scanner.accept('not.')
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
      test: { op: 'is', state: member(isValues, state) ?? scanner.fail('null, not_null, true, false or unknown') },
    }
  }
  const search = member(fullTextOperators, operator)
  if (search) {
    const language = scanner.accept('(') ? scanner.name('language') : null
    if (language !== null) scanner.expect(')')
    scanner.expect('.')
    return { negated, test: { op: 'search', search, language, value: readValue(scanner) } }
  }
  const comparison = member(comparisonOperators, operator) ?? scanner.fail('"not" or operator (eq, gt, ...)')
  const quantifier = quantifiable.has(operator) ? scanner.match(/\((?:any|all)\)/y) : null
  scanner.expect('.')
  const value = readValue(scanner)
  if (regularExpressions.has(operator)) requireSimplePattern(value)
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

/** PostgreSQL compiles a short pattern with groups, repetition counts or escapes for seconds, also for a visitor. */
function requireSimplePattern(pattern: string): void {
  if (pattern.length <= tablePatternMaxLength && !/[({\\]/.test(pattern)) return
  throwRestError(400, 'PGRST127', 'Feature not implemented', {
    details: `A regular expression has at most ${tablePatternMaxLength} characters, and none of ( { \\`,
  })
}

/** The values of `in.(…)` after the opening parenthesis. */
function parseList(scanner: Scanner): string[] {
  if (scanner.accept(')')) return []
  const values: string[] = []
  do values.push(scanner.quoted() ?? scanner.match(/[^,)]*/y) ?? '')
  while (scanner.accept(','))
  scanner.expect(')', '"," or ")"')
  return values
}

const member = <T extends string>(list: readonly T[], word: string): T | undefined => list.find((each) => each === word)
