import { expect, test } from 'vitest'
import { filterCount, filtersOf, pageOf, untilOf, withFilter, withPage } from './history-search.ts'

const mailbox = '0198f0c0-0000-7000-8000-000000000001'

test('an address says what is shown; what is not understood is left out', () => {
  expect(filtersOf({ mailbox, status: 'left', reason: 'low_confidence', sender: ' ana ', text: 'x' })).toEqual({
    mailboxId: mailbox,
    status: 'left',
    reason: 'low_confidence',
    sender: 'ana',
    text: 'x',
  })
  expect(
    filtersOf({
      mailbox: 'mine',
      folder: '1',
      status: 'lost',
      reason: 'because',
      sender: ' ',
      from: 'then',
      to: '2026-1-1',
    }),
  ).toEqual({})
  expect(filtersOf({ text: 'x'.repeat(201) })).toEqual({})
  expect(filtersOf({ status: 'action_failed' })).toEqual({ actionFailed: true })
})

test('a day is the whole day, where the person is', () => {
  const { from, to } = filtersOf({ from: '2026-11-20', to: '2026-11-20' })
  expect(from).toBe(new Date(2026, 10, 20).toISOString())
  expect(to).toBe(new Date(2026, 10, 21).toISOString())
})

test.each([
  ['2', 2],
  [undefined, 1],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['many', 1],
])('page %s is %i', (page, is) => {
  expect(pageOf(page === undefined ? {} : { page })).toBe(is)
})

test('another filter begins at the first page; another mailbox has other folders', () => {
  const search = { mailbox, folder: mailbox, page: '7' }
  expect(withFilter(search, 'status', 'left')).toEqual({ mailbox, folder: mailbox, status: 'left' })
  expect(withFilter(search, 'mailbox', '')).toEqual({})
  expect(filterCount(search)).toBe(2)
})

test('pages beyond the first say what they count from, the first is that of now', () => {
  const until = '2026-11-21T14:57:35.123456+00:00'
  expect(withPage({ mailbox, page: '7', until }, 1, until)).toEqual({ mailbox })
  expect(withPage({ mailbox }, 2, until)).toEqual({ mailbox, page: '2', until })
  expect(withPage({ mailbox, page: '2', until }, 3, null)).toEqual({ mailbox, page: '3' })
  expect(withFilter({ mailbox, page: '2', until }, 'status', 'left')).toEqual({ mailbox, status: 'left' })
  expect(untilOf({ until })).toBe(until)
  for (const none of ['', 'yesterday', '2026-11-21', "'; drop table"]) expect(untilOf({ until: none })).toBeNull()
})
