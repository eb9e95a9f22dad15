import { expect, test } from 'vitest'
import { filterCount, filtersOf, pageOf, withFilter, withPage } from './history-search.ts'

const mailbox = '0198f0c0-0000-7000-8000-000000000001'

test('an address says what is shown; what is not understood is left out', () => {
  expect(filtersOf({ mailbox, status: 'left', sender: ' ana ', text: 'x' })).toEqual({
    mailboxId: mailbox,
    status: 'left',
    sender: 'ana',
    text: 'x',
  })
  expect(
    filtersOf({ mailbox: 'mine', folder: '1', status: 'lost', sender: ' ', from: 'then', to: '2026-1-1' }),
  ).toEqual({})
  expect(filtersOf({ text: 'x'.repeat(201) })).toEqual({})
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
  expect(withPage(search, 1)).toEqual({ mailbox, folder: mailbox })
  expect(withPage(search, 2)).toEqual({ mailbox, folder: mailbox, page: '2' })
  expect(filterCount(search)).toBe(2)
})
