import { describe, expect, test } from 'vitest'
import { chooseMailbox } from './choose-mailbox.ts'
import { count, formatMoment, formatPercent, formatPrice } from './format.ts'
import { untilTokenRefresh } from './token-due.ts'
import { usageOf } from './usage.ts'

describe('the active mailbox', () => {
  const off = { id: 'off', status: 'reauth_required' }
  const on = { id: 'on', status: 'active' }
  const other = { id: 'other', status: 'active' }
  test.each([
    ['the stored one where it is there', [off, on, other], 'other', other],
    ['else the first that is active', [off, on, other], 'gone', on],
    ['else the first', [off], null, off],
    ['else none', [], 'gone', null],
  ])('%s', (_name, list, stored, chosen) => {
    expect(chooseMailbox(list, stored)).toBe(chosen)
  })
})

describe('a token', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  test.each([
    ['2026-11-21T09:00:00Z', 55 * 60_000],
    ['2026-11-21T08:05:00Z', 0],
    ['2026-11-21T07:00:00Z', 0],
    [null, null],
    ['nonsense', null],
  ])('that expires %s is refreshed in %s ms', (expires, wait) => {
    expect(untilTokenRefresh(expires, now)).toBe(wait)
  })
})

describe('usage', () => {
  test.each([
    [0, 100, 0, 'fine'],
    [79, 100, 79, 'fine'],
    [80, 100, 80, 'high'],
    [94, 100, 94, 'high'],
    [95, 100, 95, 'almost'],
    [500, 100, 100, 'almost'],
    [0, 0, 100, 'almost'],
  ] as const)('%i of %i is %i percent: %s', (processed, limit, percent, level) => {
    expect(usageOf(processed, limit)).toEqual({ percent, level })
  })
})

test('numbers as people read them', () => {
  expect(formatPrice(1900)).toBe('$19.00')
  expect(formatPercent(0.756)).toBe('76%')
  expect(count(1, 'folder')).toBe('1 folder')
  expect(count(1200, 'folder')).toBe('1,200 folders')
})

test('a moment of today needs no date', () => {
  const now = new Date(2026, 10, 21, 9, 0)
  expect(formatMoment(new Date(2026, 10, 21, 8, 5).toISOString(), now)).toBe('8:05 AM')
  expect(formatMoment(new Date(2026, 10, 20, 8, 5).toISOString(), now)).toContain('Nov 20, 2026')
  expect(formatMoment('nonsense', now)).toBe('Unknown')
})
