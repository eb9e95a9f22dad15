import { FilterError, type Word, words } from './odata-lexer.ts'

export { FilterError } from './odata-lexer.ts'

/** A filter that was read: asks an item, and tells which properties it looks at, in the order they stand. */
export type Filter = { matches: (item: unknown) => boolean; properties: string[] }

type Test = (item: unknown) => boolean
type Value = (item: unknown) => unknown

/** Comparisons, and/or/not, parentheses, contains/startswith/endswith, `any(x:…)`: what Outlook lists understand. */
export function parseFilter(text: string, known: ReadonlySet<string>): Filter {
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

  function or(): Test {
    let left = and()
    while (isWord('or')) {
      take()
      const [a, b] = [left, and()]
      left = (item) => a(item) || b(item)
    }
    return left
  }

  function and(): Test {
    let left = not()
    while (isWord('and')) {
      take()
      const [a, b] = [left, not()]
      left = (item) => a(item) && b(item)
    }
    return left
  }

  function not(): Test {
    if (!isWord('not')) return single()
    take()
    const inner = not()
    return (item) => !inner(item)
  }

  function single(): Test {
    if (isWord('(')) {
      take()
      const inner = or()
      expect(')')
      return inner
    }
    const left = value()
    const operator = peek()
    if (operator.type !== 'name' || !COMPARISONS.has(operator.text.toLowerCase())) return (item) => left(item) === true
    const compare = COMPARISONS.get(take().text.toLowerCase())
    const right = value()
    return (item) => compare?.(left(item), right(item)) ?? false
  }

  function value(): Value {
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

  function property(name: string): Value {
    const [root = '', ...path] = name.split('/')
    if (root !== variable && !known.has(root)) {
      throw new FilterError(`Could not find a property named '${root}' on the type that is filtered.`)
    }
    if (root !== variable) properties.push(name)
    return (item) => [root, ...path].reduce<unknown>(step, item)
  }

  let variable: string | null = null
  function any(name: string): Value {
    const list = property(name)
    expect('(')
    variable = take().text
    const own = variable
    expect(':')
    const test = or()
    expect(')')
    variable = null
    return (item) => {
      const entries = list(item)
      return Array.isArray(entries) && entries.some((entry) => test({ [own]: entry }))
    }
  }

  function textFunction(name: string): Value {
    expect('(')
    const left = value()
    expect(',')
    const right = value()
    expect(')')
    const test = TEXT_FUNCTIONS.get(name)
    if (!test) throw new FilterError(`An unknown function with name '${name}' was found.`)
    return (item) => test(folded(left(item)), folded(right(item)))
  }

  const matches = or()
  if (peek().type !== 'end') throw new FilterError(`Invalid filter clause: Syntax error at '${peek().text}'.`)
  return { matches, properties }
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

export function comparator(ordering: Ordering): (a: unknown, b: unknown) => number {
  return (a, b) => {
    for (const { property, descending } of ordering) {
      const path = property.split('/')
      const result = order(path.reduce(step, a), path.reduce(step, b)) ?? 0
      if (result !== 0) return descending ? -result : result
    }
    return 0
  }
}
