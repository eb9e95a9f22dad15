import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RestError } from './rest-error.ts'
import { parseOrder } from './parse-order.ts'
import { applyRange, parseQuery } from './parse-query.ts'
import type { FieldPath, JsonStep } from './scanner.ts'
import { failure } from '../testing/rest-failure.ts'

const field = (column: string, json: JsonStep[] = []): FieldPath => ({ column, json })
const parse = (query: string) => parseQuery(new URLSearchParams(query))
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
