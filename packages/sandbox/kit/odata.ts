import { FilterError, type Token, tokensOf } from './odata-lexer.ts'

export { FilterError } from './odata-lexer.ts'

/** A parsed `$filter`. `properties` are those that it names, in order. */
export type Filter<Item> = { matches: (item: Item) => boolean; properties: string[] }

type ReadProperty<Item> = (item: Item, property: string) => unknown

/** What an expression is evaluated on: the item and, inside `any(…)`, the current entry of the collection. */
type Scope<Item> = { item: Item; entry: unknown }
type Test<Item> = (scope: Scope<Item>) => boolean
type Value<Item> = (scope: Scope<Item>) => unknown

/**
 * Parses the subset of OData that Outlook supports: comparisons, and/or/not, parentheses, contains, startswith,
 * endswith and `any(x:…)`.
 * @param known the properties that may be named
 * @throws FilterError
 */
export function parseFilter<Item>(text: string, known: ReadonlySet<string>, read: ReadProperty<Item>): Filter<Item> {
  const parser = new FilterParser(tokensOf(text), known, read)
  const test = parser.parse()
  return { matches: (item) => test({ item, entry: undefined }), properties: parser.properties }
}

const END: Token = { type: 'end', text: '' }

/** A recursive descent parser: one method for each level of precedence. */
class FilterParser<Item> {
  readonly properties: string[] = []
  readonly #tokens: Token[]
  readonly #known: ReadonlySet<string>
  readonly #read: ReadProperty<Item>
  #position = 0
  /** The variable of the `any(…)` that is being parsed. */
  #variable: string | null = null

  constructor(tokens: Token[], known: ReadonlySet<string>, read: ReadProperty<Item>) {
    this.#tokens = tokens
    this.#known = known
    this.#read = read
  }

  parse(): Test<Item> {
    const test = this.#or()
    if (this.#peek().type === 'end') return test
    throw new FilterError(`Invalid filter clause: Syntax error at '${this.#peek().text}'.`)
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? END
  }

  #take(): Token {
    return this.#tokens[this.#position++] ?? END
  }

  #isNext(wanted: string): boolean {
    return this.#peek().type !== 'string' && this.#peek().text.toLowerCase() === wanted
  }

  #takeIf(wanted: string): boolean {
    if (!this.#isNext(wanted)) return false
    this.#position++
    return true
  }

  #expect(wanted: string): void {
    if (this.#takeIf(wanted)) return
    throw new FilterError(`Invalid filter clause: '${wanted}' expected near '${this.#peek().text}'.`)
  }

  #or(): Test<Item> {
    let left = this.#and()
    while (this.#takeIf('or')) {
      const [a, b] = [left, this.#and()]
      left = (scope) => a(scope) || b(scope)
    }
    return left
  }

  #and(): Test<Item> {
    let left = this.#not()
    while (this.#takeIf('and')) {
      const [a, b] = [left, this.#not()]
      left = (scope) => a(scope) && b(scope)
    }
    return left
  }

  #not(): Test<Item> {
    if (!this.#takeIf('not')) return this.#comparison()
    const inner = this.#not()
    return (scope) => !inner(scope)
  }

  #comparison(): Test<Item> {
    if (this.#takeIf('(')) {
      const inner = this.#or()
      this.#expect(')')
      return inner
    }
    const left = this.#value()
    const operator = this.#peek()
    const compare = operator.type === 'name' ? COMPARISONS.get(operator.text.toLowerCase()) : undefined
    if (!compare) return (scope) => left(scope) === true
    this.#take()
    const right = this.#value()
    return (scope) => compare(left(scope), right(scope))
  }

  #value(): Value<Item> {
    const { type, text } = this.#take()
    if (type === 'string' || type === 'time') return () => text
    if (type === 'number') return () => Number(text)
    if (type !== 'name') throw new FilterError(`Invalid filter clause: a value is missing near '${text}'.`)
    if (text === 'true' || text === 'false') return () => text === 'true'
    if (text === 'null') return () => null
    if (text.endsWith('/any')) return this.#any(text.slice(0, -4))
    return this.#isNext('(') ? this.#textFunction(text.toLowerCase()) : this.#property(text)
  }

  #property(name: string): Value<Item> {
    const [root = '', ...path] = name.split('/')
    if (root === this.#variable) return ({ entry }) => path.reduce(member, entry)
    if (!this.#known.has(root)) {
      throw new FilterError(`Could not find a property named '${root}' on the type that is filtered.`)
    }
    this.properties.push(name)
    return ({ item }) => path.reduce(member, this.#read(item, root))
  }

  #any(name: string): Value<Item> {
    const list = this.#property(name)
    this.#expect('(')
    this.#variable = this.#take().text
    this.#expect(':')
    const test = this.#or()
    this.#expect(')')
    this.#variable = null
    return (scope) => {
      const entries = list(scope)
      return Array.isArray(entries) && entries.some((entry: unknown) => test({ ...scope, entry }))
    }
  }

  #textFunction(name: string): Value<Item> {
    this.#expect('(')
    const left = this.#value()
    this.#expect(',')
    const right = this.#value()
    this.#expect(')')
    const test = TEXT_FUNCTIONS.get(name)
    if (!test) throw new FilterError(`An unknown function with name '${name}' was found.`)
    return (scope) => test(lowerCase(left(scope)), lowerCase(right(scope)))
  }
}

function member(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
}

function lowerCase(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

const TEXT_FUNCTIONS = new Map<string, (text: string, part: string) => boolean>([
  ['contains', (text, part) => text.includes(part)],
  ['startswith', (text, part) => text.startsWith(part)],
  ['endswith', (text, part) => text.endsWith(part)],
])

/** Compares times as instants and other texts without regard to case. Null where the values are not comparable. */
function order(a: unknown, b: unknown): number | null {
  if (typeof a === 'string' && typeof b === 'string') {
    const times = [Date.parse(a), Date.parse(b)] as const
    if (/^\d{4}-\d\d-\d\d/.test(a) && !times.some(Number.isNaN)) return Math.sign(times[0] - times[1])
    return Math.sign(a.toLowerCase().localeCompare(b.toLowerCase(), 'en'))
  }
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b)
  return a === b || (a ?? null) === (b ?? null) ? 0 : null
}

const COMPARISONS = new Map<string, (a: unknown, b: unknown) => boolean>([
  ['eq', (a, b) => order(a, b) === 0],
  ['ne', (a, b) => order(a, b) !== 0],
  ['gt', (a, b) => order(a, b) === 1],
  ['ge', (a, b) => (order(a, b) ?? -1) >= 0],
  ['lt', (a, b) => order(a, b) === -1],
  ['le', (a, b) => (order(a, b) ?? 1) <= 0],
])

type Ordering = { property: string; descending: boolean }[]

/** @throws FilterError */
export function parseOrderBy(text: string, known: ReadonlySet<string>): Ordering {
  return text.split(',').map((part) => {
    const [property = '', direction = 'asc'] = part.trim().split(/\s+/)
    if (!known.has(property.split('/')[0] ?? '') || !/^(?:asc|desc)$/i.test(direction)) {
      throw new FilterError(`Could not find a property named '${property}' to order by.`)
    }
    return { property, descending: /^desc$/i.test(direction) }
  })
}

export function comparator<Item>(ordering: Ordering, read: ReadProperty<Item>): (a: Item, b: Item) => number {
  return (a, b) => {
    for (const { property, descending } of ordering) {
      const [root = '', ...path] = property.split('/')
      const result = order(path.reduce(member, read(a, root)), path.reduce(member, read(b, root))) ?? 0
      if (result !== 0) return descending ? -result : result
    }
    return 0
  }
}
