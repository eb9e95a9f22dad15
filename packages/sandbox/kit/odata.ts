import { FilterError, type Word, words } from './odata-lexer.ts'

export { FilterError } from './odata-lexer.ts'

/** A filter that was read: asks an item, and tells which properties it looks at, in the order they stand. */
export type Filter<Item> = { matches: (item: Item) => boolean; properties: string[] }

/** What is asked about: the item, and inside `any(…)` the entry that is looked at. */
type Scope<Item> = { item: Item; entry: unknown }
type Test<Item> = (scope: Scope<Item>) => boolean
type Value<Item> = (scope: Scope<Item>) => unknown

/** Comparisons, and/or/not, parentheses, contains/startswith/endswith, `any(x:…)`: what Outlook lists understand. */
export function parseFilter<Item>(
  text: string,
  known: ReadonlySet<string>,
  read: (item: Item, property: string) => unknown,
): Filter<Item> {
  const list = words(text)
  const properties: string[] = []
  let place = 0

  const peek = (): Word => list[place] ?? { type: 'end', text: '' }
  const take = (): Word => list[place++] ?? { type: 'end', text: '' }
  const isWord = (wanted: string) => peek().type !== 'string' && peek().text.toLowerCase() === wanted
  const expect = (wanted: string) => {
    if (!isWord(wanted)) throw new FilterError(`Invalid filter clause: '${wanted}' expected near '${peek().text}'.`)
    place++
  }

  function or(): Test<Item> {
    let left = and()
    while (isWord('or')) {
      take()
      const [a, b] = [left, and()]
      left = (scope) => a(scope) || b(scope)
    }
    return left
  }

  function and(): Test<Item> {
    let left = not()
    while (isWord('and')) {
      take()
      const [a, b] = [left, not()]
      left = (scope) => a(scope) && b(scope)
    }
    return left
  }

  function not(): Test<Item> {
    if (!isWord('not')) return single()
    take()
    const inner = not()
    return (scope) => !inner(scope)
  }

  function single(): Test<Item> {
    if (isWord('(')) {
      take()
      const inner = or()
      expect(')')
      return inner
    }
    const left = value()
    const operator = peek()
    if (operator.type !== 'name' || !COMPARISONS.has(operator.text.toLowerCase()))
      return (scope) => left(scope) === true
    const compare = COMPARISONS.get(take().text.toLowerCase())
    const right = value()
    return (scope) => compare?.(left(scope), right(scope)) ?? false
  }

  function value(): Value<Item> {
    const word = take()
    if (word.type === 'string' || word.type === 'time') return () => word.text
    if (word.type === 'number') return () => Number(word.text)
    if (word.type !== 'name') throw new FilterError(`Invalid filter clause: a value is missing near '${word.text}'.`)
    const name = word.text
    if (name === 'true' || name === 'false') return () => name === 'true'
    if (name === 'null') return () => null
    if (name.endsWith('/any')) return any(name.slice(0, -4))
    if (isWord('(')) return textFunction(name.toLowerCase())
    return property(name)
  }

  function property(name: string): Value<Item> {
    const [root = '', ...path] = name.split('/')
    if (root !== variable && !known.has(root)) {
      throw new FilterError(`Could not find a property named '${root}' on the type that is filtered.`)
    }
    if (root === variable) return ({ entry }) => path.reduce(step, entry)
    properties.push(name)
    return ({ item }) => path.reduce(step, read(item, root))
  }

  let variable: string | null = null
  function any(name: string): Value<Item> {
    const list = property(name)
    expect('(')
    variable = take().text
    expect(':')
    const test = or()
    expect(')')
    variable = null
    return (scope) => {
      const entries = list(scope)
      return Array.isArray(entries) && entries.some((entry: unknown) => test({ ...scope, entry }))
    }
  }

  function textFunction(name: string): Value<Item> {
    expect('(')
    const left = value()
    expect(',')
    const right = value()
    expect(')')
    const test = TEXT_FUNCTIONS.get(name)
    if (!test) throw new FilterError(`An unknown function with name '${name}' was found.`)
    return (scope) => test(folded(left(scope)), folded(right(scope)))
  }

  const test = or()
  if (peek().type !== 'end') throw new FilterError(`Invalid filter clause: Syntax error at '${peek().text}'.`)
  return { matches: (item) => test({ item, entry: undefined }), properties }
}

function step(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
}

function folded(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

const TEXT_FUNCTIONS = new Map<string, (text: string, part: string) => boolean>([
  ['contains', (text, part) => text.includes(part)],
  ['startswith', (text, part) => text.startsWith(part)],
  ['endswith', (text, part) => text.endsWith(part)],
])

/** Times compare as moments, other texts whatever their case. */
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

export type Ordering = { property: string; descending: boolean }[]

export function parseOrderBy(text: string, known: ReadonlySet<string>): Ordering {
  return text.split(',').map((part) => {
    const [property = '', direction = 'asc'] = part.trim().split(/\s+/)
    if (!known.has(property.split('/')[0] ?? '') || !/^(?:asc|desc)$/i.test(direction)) {
      throw new FilterError(`Could not find a property named '${property}' to order by.`)
    }
    return { property, descending: /^desc$/i.test(direction) }
  })
}

export function comparator<Item>(
  ordering: Ordering,
  read: (item: Item, property: string) => unknown,
): (a: Item, b: Item) => number {
  return (a, b) => {
    for (const { property, descending } of ordering) {
      const [root = '', ...path] = property.split('/')
      const result = order(path.reduce(step, read(a, root)), path.reduce(step, read(b, root))) ?? 0
      if (result !== 0) return descending ? -result : result
    }
    return 0
  }
}
