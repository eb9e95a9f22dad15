import { expect, onTestFinished, test } from 'vitest'
import { setTimeZone } from '../../lib/time-zone.ts'
import { filterCount, filtersOf, pageOf, untilOf, withFilter, withPage } from './history-search.ts'

const mailbox = '0198f0c0-0000-7000-8000-000000000001'

test('reads filters from the URL and ignores invalid ones', () => {
  expect(filtersOf({ mailbox, status: 'left', reason: 'low_confidence', search: ' ana ' })).toEqual({
    mailboxId: mailbox,
    status: 'left',
    reason: 'low_confidence',
    search: 'ana',
  })
  expect(
    filtersOf({
      mailbox: 'mine',
      folder: '1',
      status: 'lost',
      reason: 'because',
      search: ' ',
      from: 'then',
      to: '2026-1-1',
    }),
  ).toEqual({})
  expect(filtersOf({ search: 'x'.repeat(201) })).toEqual({})
  expect(filtersOf({ status: 'action_failed' })).toEqual({ actionFailed: true })
})

test.each([
  ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  ['Asia/Tokyo', '2027-01-01', '2026-12-31T15:00:00.000Z', '2027-01-01T15:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
])('covers the whole day of the user in %s: %s', (zone, day, from, to) => {
  setTimeZone(zone)
  onTestFinished(() => setTimeZone(null))
  expect(filtersOf({ from: day, to: day })).toMatchObject({ from, to })
})

test.each([
  ['2', 2],
  [undefined, 1],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['many', 1],
])('reads page %s as %i', (page, expected) => {
  expect(pageOf(page === undefined ? {} : { page })).toBe(expected)
})

test('a changed filter starts at the first page, a changed mailbox clears the folder', () => {
  const search = { mailbox, folder: mailbox, page: '7' }
  expect(withFilter(search, 'status', 'left')).toEqual({ mailbox, folder: mailbox, status: 'left' })
  expect(withFilter(search, 'mailbox', '')).toEqual({})
  expect(filterCount(search)).toBe(2)
})

test('only pages after the first have an upper bound', () => {
  const until = '2026-11-21T14:57:35.123456+00:00'
  expect(withPage({ mailbox, page: '7', until }, 1, until)).toEqual({ mailbox })
  expect(withPage({ mailbox }, 2, until)).toEqual({ mailbox, page: '2', until })
  expect(withPage({ mailbox, page: '2', until }, 3, null)).toEqual({ mailbox, page: '3' })
  expect(withFilter({ mailbox, page: '2', until }, 'status', 'left')).toEqual({ mailbox, status: 'left' })
  expect(untilOf({ until })).toBe(until)
  for (const none of ['', 'yesterday', '2026-11-21', "'; drop table"]) expect(untilOf({ until: none })).toBeNull()
})
