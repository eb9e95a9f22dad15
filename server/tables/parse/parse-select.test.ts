import { describe, expect, test } from 'vitest'
import { parseSelect } from './parse-select.ts'
import type { FieldPath, JsonStep } from './scanner.ts'
import { failure } from '../testing/rest-failure.ts'

const field = (column: string, json: JsonStep[] = []): FieldPath => ({ column, json })
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
