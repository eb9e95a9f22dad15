import { describe, expect, test } from 'vitest'
import { parseFilter, parseGroup } from './parse-filter.ts'
import type { FieldPath, JsonStep } from './scanner.ts'
import { failure } from '../testing/rest-failure.ts'

const field = (column: string, json: JsonStep[] = []): FieldPath => ({ column, json })
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
