import { describe, expect, test } from 'vitest'
import { RestError } from './rest-error.ts'
import { closestName, findRelationship } from './relationships.ts'
import { buildSchemaCache } from './schema-cache.ts'

const columns = (table: string, ...names: string[]) =>
  names.map((column) => ({ table, column, type: 'integer', default: null }))
const foreignKey = (constraint: string, table: string, own: string[], target: string, targetColumns: string[]) => ({
  constraint,
  table,
  columns: own,
  target,
  targetColumns,
})

/**
 * Friendships (self-reference through a junction), addresses, one-to-one passports, and lines with a two-column key.
 */
const cache = buildSchemaCache({
  columns: [
    ...columns('people', 'id', 'home', 'work', 'boss'),
    ...columns('addresses', 'id'),
    ...columns('friends', 'person', 'friend'),
    ...columns('passports', 'person'),
    ...columns('orders', 'shop', 'number'),
    ...columns('lines', 'id', 'shop', 'number'),
    ...columns('visits', 'id', 'person', 'address'),
  ],
  keys: [
    { table: 'people', columns: ['id'], primary: true },
    { table: 'addresses', columns: ['id'], primary: true },
    { table: 'friends', columns: ['person', 'friend'], primary: true },
    { table: 'passports', columns: ['person'], primary: false },
    { table: 'orders', columns: ['number', 'shop'], primary: true },
    { table: 'lines', columns: ['id'], primary: true },
    { table: 'visits', columns: ['id'], primary: true },
  ],
  foreignKeys: [
    foreignKey('people_home', 'people', ['home'], 'addresses', ['id']),
    foreignKey('people_work', 'people', ['work'], 'addresses', ['id']),
    foreignKey('people_boss', 'people', ['boss'], 'people', ['id']),
    foreignKey('friends_person', 'friends', ['person'], 'people', ['id']),
    foreignKey('friends_friend', 'friends', ['friend'], 'people', ['id']),
    foreignKey('passports_person', 'passports', ['person'], 'people', ['id']),
    foreignKey('lines_order', 'lines', ['shop', 'number'], 'orders', ['shop', 'number']),
    foreignKey('visits_person', 'visits', ['person'], 'people', ['id']),
    foreignKey('visits_address', 'visits', ['address'], 'addresses', ['id']),
    foreignKey('people_elsewhere', 'people', ['home'], 'not_exposed', ['id']),
  ],
})
const find = (origin: string, target: string, hint: string | null = null) =>
  findRelationship(cache, origin, target, hint)
const refusal = (origin: string, target: string, hint: string | null = null): RestError => {
  try {
    find(origin, target, hint)
  } catch (error) {
    if (error instanceof RestError) return error
  }
  throw new Error('was not refused')
}

describe('finds a relationship', () => {
  test.each([
    ['people', 'home', null, 'many-to-one', 'people_home'],
    ['people', 'people_work', null, 'many-to-one', 'people_work'],
    ['people', 'addresses', 'people_home', 'many-to-one', 'people_home'],
    ['people', 'addresses', 'work', 'many-to-one', 'people_work'],
    ['addresses', 'people', 'home', 'one-to-many', 'people_home'],
    ['addresses', 'people_work', null, 'one-to-many', 'people_work'],
    ['people', 'boss', null, 'many-to-one', 'people_boss'],
    ['people', 'people', 'boss', 'one-to-many', 'people_boss'],
    ['people', 'passports', null, 'one-to-one', 'passports_person'],
    ['passports', 'people', null, 'one-to-one', 'passports_person'],
    ['passports', 'person', null, 'one-to-one', 'passports_person'],
    ['lines', 'orders', null, 'many-to-one', 'lines_order'],
    ['orders', 'lines', null, 'one-to-many', 'lines_order'],
    ['people', 'people', 'friends_person', 'many-to-many', 'friends_person'],
    ['people', 'visits', null, 'one-to-many', 'visits_person'],
  ])('from %s to %s (%s): %s by %s', (origin, target, hint, cardinality, constraint) => {
    const candidates = cache.relationships.filter((each) => each.from === origin)
    const found =
      hint === 'friends_person'
        ? candidates.find((each) => each.junction?.toConstraint === 'friends_friend')
        : find(origin, target, hint)
    expect(found).toMatchObject({ from: origin, cardinality, constraint })
  })

  test('by column pairs, whatever the order of the key’s columns', () => {
    expect(find('orders', 'lines').columns).toEqual([
      ['shop', 'shop'],
      ['number', 'number'],
    ])
  })

  test('through a junction table only where its primary key contains both foreign keys', () => {
    expect(cache.relationships.some(({ junction }) => junction?.table === 'visits')).toBe(false)
  })

  test('but none to a table outside the schema', () => expect(refusal('people', 'not_exposed').code).toBe('PGRST200'))
})

describe('refuses an embed', () => {
  test('where several relationships match', () => {
    const several = refusal('people', 'addresses')
    expect([several.status, several.code]).toEqual([300, 'PGRST201'])
    expect(several.hint).toContain("'addresses!people_home', 'addresses!people_work'")
    expect(refusal('people', 'people').code).toBe('PGRST201')
    expect(refusal('people', 'people', 'friends').details).toMatchObject([
      { cardinality: 'many-to-many', relationship: 'friends using friends_person(person) and friends_friend(friend)' },
      { cardinality: 'many-to-many' },
    ])
  })

  test('where none matches, with a suggestion', () => {
    expect(refusal('people', 'adresses')).toMatchObject({
      status: 400,
      code: 'PGRST200',
      hint: "Perhaps you meant 'addresses' instead of 'adresses'.",
    })
    expect(refusal('people', 'addresses', 'nothing').details).toContain("using the hint 'nothing'")
    expect(refusal('people', 'orders').hint).toBeNull()
  })
})

test('suggests the closest name within the maximum distance', () => {
  expect(closestName('plnas', ['plans', 'addons'])).toBe('plans')
  expect(closestName('zzzzzzzz', ['plans', 'addons'])).toBeNull()
  expect(closestName('x'.repeat(10_000), ['plans'])).toBeNull()
  expect(closestName('plans', [])).toBeNull()
})
