import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checksumOf, isFormerChecksum } from './migration-checksum.ts'
import formerChecksums from '../migrations/former-checksums.json' with { type: 'json' }

const folder = new URL('../migrations/', import.meta.url)
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))

test.for([
  ["select 'a' -- the caller's note", "select\n  'a'"],
  ['select $$ begin -- one\n end $$', 'select $$ begin end $$'],
])('ignores comments and layout: %j', ([one, other]) => {
  expect(checksumOf(one ?? '')).toBe(checksumOf(other ?? ''))
})

test.for([
  ["select 'xn--a'", "select 'xn--b'"],
  ["select 'a  b'", "select 'a b'"],
  ["select 'it''s -- a'", "select 'it''s -- b'"],
  ['select "a  b"', 'select "a b"'],
  ["do $$ begin perform 'xn--a'; end $$", "do $$ begin perform 'xn--b'; end $$"],
])('finds a change of a string literal or a quoted name: %j', ([one, other]) => {
  expect(checksumOf(one ?? '')).not.toBe(checksumOf(other ?? ''))
})

test('the migrations have only code in dollar quotes, no escape strings and no block comments', () => {
  for (const { name, sql } of migrations) {
    const quotes = [...sql.matchAll(/(\w+)\s+(\$\w*\$)[\s\S]*?\2/g)].map(([, before]) => before)
    expect(
      quotes.filter((before) => before !== 'as' && before !== 'do'),
      name,
    ).toEqual([])
    expect(sql, name).not.toMatch(/\be'|\/\*/i)
  }
})

test('accepts a former checksum only for a file with the statements of that version', () => {
  for (const [name, { checksum, former }] of Object.entries(formerChecksums)) {
    const sql = migrations.find((file) => file.name === name)?.sql ?? ''
    expect(checksumOf(sql), name).toBe(checksum)
    for (const recorded of former) {
      expect(isFormerChecksum(recorded, { name, checksum })).toBe(true)
      expect(isFormerChecksum(recorded, { name, checksum: checksumOf(`${sql} drop table users;`) })).toBe(false)
    }
  }
  expect(isFormerChecksum('other', { name: '001-roles.sql', checksum: checksumOf('') })).toBe(false)
})
