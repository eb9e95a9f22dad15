import { describe, expect, test } from 'vitest'
import { RestError } from '../parse/rest-error.ts'
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
 * Self-references (a boss, a twin, folders within folders, friendships through a junction), addresses, one-to-one
 * passports, and lines with a two-column key.
 */
const cache = buildSchemaCache({
  columns: [
    ...columns('people', 'id', 'home', 'work', 'boss', 'coach', 'twin'),
    ...columns('folders', 'owner', 'id', 'parent'),
    ...columns('addresses', 'id'),
    ...columns('friends', 'person', 'friend'),
    ...columns('passports', 'person'),
    ...columns('orders', 'shop', 'number'),
    ...columns('lines', 'id', 'shop', 'number'),
    ...columns('visits', 'id', 'person', 'address'),
    ...columns('main_homes', 'person', 'address'),
  ],
  keys: [
    { table: 'people', columns: ['id'], primary: true },
    { table: 'people', columns: ['twin'], primary: false },
    { table: 'folders', columns: ['owner', 'id'], primary: true },
    { table: 'addresses', columns: ['id'], primary: true },
    { table: 'friends', columns: ['person', 'friend'], primary: true },
    { table: 'passports', columns: ['person'], primary: false },
    { table: 'orders', columns: ['number', 'shop'], primary: true },
    { table: 'lines', columns: ['id'], primary: true },
    { table: 'visits', columns: ['id'], primary: true },
    { table: 'main_homes', columns: ['person', 'address'], primary: true },
    { table: 'main_homes', columns: ['person'], primary: false },
  ],
  foreignKeys: [
    foreignKey('people_home', 'people', ['home'], 'addresses', ['id']),
    foreignKey('people_work', 'people', ['work'], 'addresses', ['id']),
    foreignKey('people_boss', 'people', ['boss'], 'people', ['id']),
    foreignKey('people_coach', 'people', ['coach'], 'people', ['id']),
    foreignKey('people_twin', 'people', ['twin'], 'people', ['id']),
    foreignKey('folders_parent', 'folders', ['owner', 'parent'], 'folders', ['owner', 'id']),
    foreignKey('friends_person', 'friends', ['person'], 'people', ['id']),
    foreignKey('friends_friend', 'friends', ['friend'], 'people', ['id']),
    foreignKey('passports_person', 'passports', ['person'], 'people', ['id']),
    foreignKey('lines_order', 'lines', ['shop', 'number'], 'orders', ['shop', 'number']),
    foreignKey('visits_person', 'visits', ['person'], 'people', ['id']),
    foreignKey('visits_address', 'visits', ['address'], 'addresses', ['id']),
    foreignKey('main_homes_person', 'main_homes', ['person'], 'people', ['id']),
    foreignKey('main_homes_address', 'main_homes', ['address'], 'addresses', ['id']),
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
    ['people', 'coach', null, 'many-to-one', 'people_coach'],
    ['people', 'people', 'boss', 'one-to-many', 'people_boss'],
    ['people', 'people', 'coach', 'one-to-many', 'people_coach'],
    ['folders', 'folders', null, 'one-to-many', 'folders_parent'],
    ['people', 'passports', 'id', 'one-to-one', 'passports_person'],
    ['passports', 'people', 'id', 'one-to-one', 'passports_person'],
    ['friends', 'people', 'friend', 'many-to-one', 'friends_friend'],
    ['people', 'passports', null, 'one-to-one', 'passports_person'],
    ['passports', 'people', null, 'one-to-one', 'passports_person'],
    ['passports', 'person', null, 'one-to-one', 'passports_person'],
    ['lines', 'orders', null, 'many-to-one', 'lines_order'],
    ['orders', 'lines', null, 'one-to-many', 'lines_order'],
    ['people', 'visits', null, 'one-to-many', 'visits_person'],
  ])('from %s to %s (%s): %s by %s', (origin, target, hint, cardinality, constraint) => {
    expect(find(origin, target, hint)).toMatchObject({ from: origin, cardinality, constraint })
  })

  test('by column pairs, whatever the order of the key’s columns', () => {
    expect(find('orders', 'lines').columns).toEqual([
      ['shop', 'shop'],
      ['number', 'number'],
    ])
  })

  test('through a junction table only where its primary key contains both foreign keys, and none is unique', () => {
    const junctions = cache.relationships.map(({ junction }) => junction?.table)
    expect(new Set(junctions.filter((table) => table !== undefined))).toEqual(new Set(['friends']))
  })

  test('but none to a table outside the schema', () => expect(refusal('people', 'not_exposed').code).toBe('PGRST200'))
})

describe('refuses an embed', () => {
  test('where several relationships match', () => {
    const several = refusal('people', 'addresses')
    expect([several.status, several.code]).toEqual([300, 'PGRST201'])
    expect(several.hint).toContain("'addresses!people_home', 'addresses!people_work'")
    expect(refusal('people', 'people').details).toMatchObject([
      { cardinality: 'one-to-many', relationship: 'people_boss using people(id) and people(boss)' },
      { cardinality: 'one-to-many', relationship: 'people_coach using people(id) and people(coach)' },
    ])
    // A column that others refer to.
    expect(refusal('addresses', 'id')).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'addresses' and 'id'",
      hint: expect.stringContaining(
        "Try changing 'id' to one of the following: 'people!people_home', 'people!people_work'",
      ),
    })
  })

  test.each([
    // The foreign key has two directions, and its name says none of them.
    ['people', 'people', 'people_boss'],
    ['people', 'people_boss', null],
    ['folders', 'folders', 'folders_parent'],
    ['folders', 'folders_parent', null],
    // The parent is named by the column only, the children have the foreign key column as their hint.
    ['people', 'boss', 'people_boss'],
    ['people', 'boss', 'boss'],
    ['people', 'people', 'id'],
    ['folders', 'id', null],
    ['folders', 'parent', null],
    ['folders', 'folders', 'parent'],
    // One-to-one, and through a junction table.
    ['people', 'twin', null],
    ['people', 'people', 'twin'],
    ['people', 'people', 'friends'],
    ['people', 'people', 'friends_person'],
  ])('of a self-reference from %s to %s (%s)', (origin, target, hint) => {
    const using = hint === null ? '' : ` using the hint '${hint}'`
    expect(refusal(origin, target, hint)).toMatchObject({
      status: 400,
      code: 'PGRST200',
      details:
        `Searched for a foreign key relationship between '${origin}' and '${target}'${using} in the schema 'public', ` +
        'but no matches were found.',
    })
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
