import { describe, expect, test } from 'vitest'
import { parsePreferences } from './preferences.ts'
import { failure } from '../testing/rest-failure.ts'

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
