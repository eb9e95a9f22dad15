import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RestError } from './rest-error.ts'
import { parseFilter, parseGroup } from './parse-filter.ts'
import { parseOrder } from './parse-order.ts'
import { applyRange, parseQuery } from './parse-query.ts'
import { parseSelect } from './parse-select.ts'
import { parsePreferences } from '../request/preferences.ts'
import type { FieldPath, JsonStep } from './scanner.ts'

const field = (column: string, json: JsonStep[] = []): FieldPath => ({ column, json })
const parse = (query: string) => parseQuery(new URLSearchParams(query))
const failure = (act: () => unknown): RestError => {
  try {
    act()
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
  throw new Error('was not refused')
}

describe('select', () => {
  test.each([
    ['', []],
    ['*', [{ kind: 'all' }]],
    ['id', [{ kind: 'field', alias: null, field: field('id'), cast: null }]],
    [' id , name ', [{ field: field('id') }, { field: field('name') }]],
    ['number:id::text', [{ alias: 'number', field: field('id'), cast: 'text' }]],
    ['id::text[]', [{ cast: 'text[]' }]],
    ['first-name', [{ field: field('first-name') }]],
    ['größe_$1', [{ field: field('größe_$1') }]],
    ['"a.b,c(d)":"x\\"y\\\\z"', [{ alias: 'a.b,c(d)', field: field('x"y\\z') }]],
    [
      'a->b->>c',
      [
        {
          field: field('a', [
            { arrow: '->', key: 'b' },
            { arrow: '->>', key: 'c' },
          ]),
        },
      ],
    ],
    [
      'a->0->>-1',
      [
        {
          field: field('a', [
            { arrow: '->', key: 0 },
            { arrow: '->>', key: -1 },
          ]),
        },
      ],
    ],
    ['a->1st', [{ field: field('a', [{ arrow: '->', key: '1st' }]) }]],
    ['a->"x->y"::int', [{ field: field('a', [{ arrow: '->', key: 'x->y' }]), cast: 'int' }]],
    [
      'plan:plans(id)',
      [{ kind: 'embed', alias: 'plan', target: 'plans', hint: null, inner: false, items: [{ field: field('id') }] }],
    ],
    ['plans!inner(*)', [{ target: 'plans', hint: null, inner: true }]],
    ['plans!fk!inner(*)', [{ target: 'plans', hint: 'fk', inner: true }]],
    ['plans!left!fk(*)', [{ target: 'plans', hint: 'fk', inner: false }]],
    ['plans()', [{ target: 'plans', items: [] }]],
    ['a(b(c(d))), e', [{ target: 'a', items: [{ target: 'b', items: [{ target: 'c' }] }] }, { field: field('e') }]],
  ])('%s', (text, items) => expect(parseSelect(text)).toMatchObject(items))

  test.each([
    'id,',
    ',id',
    'a(',
    'a)',
    'a(b',
    'a!x',
    'a!x!y(b)',
    'a!inner!left(b)',
    'a::',
    'a:',
    ':a',
    'a->',
    '"a',
    'a b"',
    'a;b',
    "a'",
    'a--b',
    '(a)',
  ])('%s is refused', (text) =>
    expect(failure(() => parseSelect(text))).toMatchObject({ status: 400, code: 'PGRST100' }),
  )

  test('reports the position of a syntax error', () => {
    const { message, details } = failure(() => parseSelect('id,na;me'))
    expect(message).toBe('"failed to parse select parameter (id,na;me)" (line 1, column 6)')
    expect(details).toBe('unexpected ";" expecting "," or end of input')
    expect(failure(() => parseSelect('a(b')).details).toBe('unexpected end of input expecting "," or ")"')
  })

  test('limits depth and number of embeds', () => {
    const nested = (depth: number): string => (depth === 0 ? 'id' : `a(${nested(depth - 1)})`)
    expect(parseSelect(nested(3))).toHaveLength(1)
    expect(failure(() => parseSelect(nested(4))).code).toBe('PGRST127')
    expect(failure(() => parseSelect(nested(5000))).code).toBe('PGRST127')
    expect(failure(() => parseSelect(Array.from({ length: 13 }, () => 'a(id)').join(','))).code).toBe('PGRST127')
  })
})

describe('filters', () => {
  test.each([
    ['eq.1', { negated: false, test: { op: 'compare', operator: 'eq', quantifier: null, value: '1' } }],
    ['not.eq.1', { negated: true, test: { operator: 'eq', value: '1' } }],
    ['eq.', { test: { value: '' } }],
    ['eq.a.b,c)"d', { test: { value: 'a.b,c)"d' } }],
    ['eq.not.eq.x', { negated: false, test: { value: 'not.eq.x' } }],
    ['like(any).{a,b}', { test: { operator: 'like', quantifier: 'any', value: '{a,b}' } }],
    ['gte(all).{1,2}', { test: { operator: 'gte', quantifier: 'all' } }],
    ['match.^[a-c]+|.*x$', { test: { operator: 'match', value: '^[a-c]+|.*x$' } }],
    [`imatch.${'x'.repeat(50)}`, { test: { operator: 'imatch' } }],
    ['is.Null', { test: { op: 'is', state: 'null' } }],
    ['not.is.true', { negated: true, test: { op: 'is', state: 'true' } }],
    ['in.(a,b)', { test: { op: 'in', values: ['a', 'b'] } }],
    ['in.("a,\\"b\\"\\\\",c d)', { test: { op: 'in', values: ['a,"b"\\', 'c d'] } }],
    ['in.()', { test: { op: 'in', values: [] } }],
    ['in.("")', { test: { op: 'in', values: [''] } }],
    ['fts.cat', { test: { op: 'search', search: 'fts', language: null, value: 'cat' } }],
    ['wfts(english).a or b', { test: { search: 'wfts', language: 'english', value: 'a or b' } }],
  ])('%s', (text, condition) => expect(parseFilter(field('c'), text)).toMatchObject(condition))

  test.each([
    '',
    'eq',
    'not.',
    'not',
    'nope.1',
    'EQ.1',
    'is.2',
    'is.nullx',
    'in.1',
    'in.(1',
    'in.(1)x',
    'in.("a)',
    'cs(any).{a}',
    'neq(any).{a}',
    'match(any).{a}',
    'fts(.x',
    'eq(some).{a}',
  ])('%s is refused', (text) =>
    expect(failure(() => parseFilter(field('c'), text))).toMatchObject({ status: 400, code: 'PGRST100' }),
  )

  test.each(['(^|$)*', 'a{0,255}', '.\\1', '\\y', 'x'.repeat(51)])('the pattern %s is refused', (pattern) => {
    for (const operator of ['match', 'not.imatch'])
      expect(failure(() => parseFilter(field('c'), `${operator}.${pattern}`)).code).toBe('PGRST127')
    expect(failure(() => parseGroup('or', false, `(c.match."${pattern.replaceAll('\\', '\\\\')}")`)).code).toBe(
      'PGRST127',
    )
  })

  test('parses logic trees', () => {
    expect(
      parseGroup('or', false, '(a.eq.1,not.and(b.gt.2,"c,d".not.is.null),e.in.(1,"2,3"),f.cs.{1,2},g->>h.eq."x,y")'),
    ).toMatchObject({
      operator: 'or',
      members: [
        { field: field('a'), test: { value: '1' } },
        { operator: 'and', negated: true, members: [{ field: field('b') }, { field: field('c,d'), negated: true }] },
        { test: { op: 'in', values: ['1', '2,3'] } },
        { test: { operator: 'cs', value: '{1,2}' } },
        { field: field('g', [{ arrow: '->>', key: 'h' }]), test: { value: 'x,y' } },
      ],
    })
  })

  test.each([
    '',
    '()',
    'a.eq.1',
    '(a.eq.1',
    '(a.eq.1))',
    '(a.eq.1,)',
    '(a)',
    '(and)',
    '(a.eq."x"y)',
    '(a.eq."x)',
    `${'(and'.repeat(13)}(a.eq.1)${')'.repeat(13)}`,
  ])('tree %s is refused', (text) =>
    expect(failure(() => parseGroup('and', false, text))).toMatchObject({ code: 'PGRST100' }),
  )
})

describe('order', () => {
  test.each([
    ['', []],
    ['a', [{ embed: null, field: field('a'), descending: false, nulls: null }]],
    ['a.desc,b.asc.nullsfirst', [{ descending: true }, { descending: false, nulls: 'first' }]],
    ['a.nullslast', [{ nulls: 'last' }]],
    ['a->>b.desc', [{ field: field('a', [{ arrow: '->>', key: 'b' }]), descending: true }]],
    ['plan(price).desc', [{ embed: 'plan', field: field('price'), descending: true }]],
    ['"a.b".desc', [{ field: field('a.b') }]],
  ])('%s', (text, terms) => expect(parseOrder(text)).toMatchObject(terms))

  test.each(['a.', 'a.up', 'a.asc.up', 'a.nullsfirst.asc', 'a,', 'a(b', 'a;drop', 'a.ascending'])(
    '%s is refused',
    (text) => expect(failure(() => parseOrder(text)).code).toBe('PGRST100'),
  )
})

describe('the whole query', () => {
  test('assigns parameters to their embeds', () => {
    const { root, columns, onConflict } = parse(
      'select=a,p:plans(b,c(d))&x=eq.1&p.b=gt.2&plans.order=b.desc&p.c.limit=3&p.c.offset=4' +
        '&p.not.or=(b.eq.1,b.eq.2)&and=(a.eq.1,a.eq.2)&columns="a",b&on_conflict=a',
    )
    expect(columns).toEqual(['a', 'b'])
    expect(onConflict).toEqual(['a'])
    expect(root.where).toMatchObject([{ field: field('x') }, { kind: 'group', operator: 'and', negated: false }])
    expect(root.embeds[0]?.query).toMatchObject({
      where: [{ field: field('b') }, { kind: 'group', operator: 'or', negated: true }],
      order: [{ field: field('b'), descending: true }],
      embeds: [{ query: { limit: 3, offset: 4 } }],
    })
  })

  test('applies each occurrence of a repeated key', () => expect(parse('a=gt.1&a=lt.5').root.where).toHaveLength(2))
  test('accepts columns that start with a reserved word', () => {
    expect(parse('order_number=eq.1&limits=eq.2&orders->x=eq.3&not=eq.4').root.where).toMatchObject([
      { field: field('order_number') },
      { field: field('limits') },
      { field: field('orders', [{ arrow: '->', key: 'x' }]) },
      { field: field('not') },
    ])
  })

  test.each([
    ['limit=5&offset=2', '0-9', 2, 5],
    ['limit=5', '3-9', 3, 2],
    ['', '3-9', 3, 7],
    ['', '3-', 3, null],
    ['offset=4', '0-9', 4, 6],
    ['limit=2', '5-9', 5, 0],
    ['', 'rubbish', 0, null],
  ])('%s with Range %s', (query, range, offset, limit) => {
    const { root } = parse(query)
    applyRange(root, range)
    expect([root.offset, root.limit]).toEqual([offset, limit])
  })

  test.each([
    ['limit=-1', 416, 'PGRST103'],
    ['no.such=eq.1', 400, 'PGRST108'],
    ['not.such=eq.1', 400, 'PGRST108'],
    ['a->b.c=eq.1', 400, 'PGRST100'],
    ['a%00=eq.1', 400, 'PGRST100'],
    ['a=eq.%00', 400, 'PGRST100'],
    ['columns=a,', 400, 'PGRST100'],
    [Array.from({ length: 201 }, () => 'a=eq.1').join('&'), 400, 'PGRST100'],
  ])('%s is refused', (query, status, code) => expect(failure(() => parse(query))).toMatchObject({ status, code }))
})

describe('preferences', () => {
  test('are parsed from several headers; the first of each kind wins', () => {
    expect(parsePreferences('return=minimal, count=exact,return=representation , max-affected=3')).toMatchObject({
      return: 'minimal',
      count: 'exact',
      maxAffected: 3,
      tx: null,
    })
  })
  test('are ignored where unknown, or refused with handling=strict', () => {
    expect(parsePreferences('colour=blue, count=some, handling=lenient').count).toBeNull()
    expect(failure(() => parsePreferences('colour=blue, handling=strict, constructor=x'))).toMatchObject({
      code: 'PGRST122',
      details: 'Invalid preferences: colour=blue, constructor=x',
    })
  })
})

test.each([
  ['Europe/Brussels', 'Europe/Brussels'],
  ['UTC', 'UTC'],
  // PostgreSQL inverts the sign of an offset.
  ['+01:00', null],
  ['Nowhere/Atall', null],
  ["UTC'; select 1", null],
])('time zone %s', (name, zone) => expect(parsePreferences(`timezone=${name}`).timezone).toBe(zone))

describe('arbitrary text', () => {
  const words = fc.constantFrom(
    'a',
    'b',
    '*',
    ',',
    '.',
    '(',
    ')',
    '"',
    '\\',
    '->',
    '->>',
    '::',
    ':',
    '!',
    '...',
    'eq.',
    'in.',
    'not.',
    'is.',
    'and',
    'or',
    'null',
    '{',
    '}',
    '1',
    '-',
    ' ',
    "'",
    ';',
    '\0',
    'ü',
    '😀',
    'limit',
    'order',
    'inner',
    'count()',
    'fts(x).',
  )
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(words).map((parts) => parts.join('')),
  )

  test('is parsed or refused, and never crashes', () => {
    fc.assert(
      fc.property(text, text, (key, value) => {
        for (const query of [
          [['select', value]],
          [['order', value]],
          [['or', value]],
          [['columns', value]],
          [[key, value]],
          [
            ['select', 'x(*)'],
            [`x.${key}`, value],
          ],
        ]) {
          try {
            parseQuery(new URLSearchParams(query))
          } catch (error) {
            expect(error).toBeInstanceOf(RestError)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => !each.includes('\0'))
  const quote = (each: string): string => `"${each.replaceAll(/["\\]/g, '\\$&')}"`

  test('is unchanged in quotes, as a name and as a value', () => {
    fc.assert(
      fc.property(name, name, fc.array(name), (column, other, values) => {
        const parameters = new URLSearchParams([
          ['select', `${quote(other)}:${quote(column)}->${quote(other)}`],
          ['order', `${quote(column)}.desc`],
          [quote(column), `eq.${other}`],
          ['or', `(${quote(column)}.eq.${quote(other)},${quote(column)}.in.(${values.map(quote).join(',')}))`],
        ])
        const { root } = parseQuery(new URLSearchParams(parameters.toString()))
        expect(root.fields).toEqual([
          { kind: 'field', alias: other, field: field(column, [{ arrow: '->', key: other }]), cast: null },
        ])
        expect(root.order).toMatchObject([{ field: field(column), descending: true }])
        expect(root.where).toMatchObject([
          { field: field(column), test: { value: other } },
          { members: [{ field: field(column), test: { value: other } }, { test: { op: 'in', values } }] },
        ])
      }),
      { numRuns: 200 },
    )
  })
})
