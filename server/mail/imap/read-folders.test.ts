import { expect, test } from 'vitest'
import type { ImapFolder } from '../../vendors/imap/imap-folders.ts'
import { matchFolders } from './read-folders.ts'

const known = (id: string, path: string, uidValidity: number, uidNext = 1, messages = 0) => ({
  id,
  path,
  uidValidity,
  uidNext,
  messages,
})
const listed = (path: string, uidValidity: number, uidNext = 1, messages = 0): ImapFolder => ({
  path,
  names: [path],
  parentPath: null,
  use: null,
  state: { uidValidity, uidNext, messages },
})

test.each([
  ['the same path', [known('a', 'Bills', 1)], [listed('Bills', 1, 9)], { Bills: 'a' }],
  ['another UIDVALIDITY', [known('a', 'Bills', 1)], [listed('Bills', 2)], { Bills: 'a' }],
  ['a new name', [known('a', 'Bills', 1, 5)], [listed('Invoices', 1, 6)], { Invoices: 'a' }],
  [
    'two that change names',
    [known('a', 'Bills', 1), known('b', 'Work', 2)],
    [listed('Bills', 2), listed('Work', 1)],
    { Bills: 'b', Work: 'a' },
  ],
  [
    'a new name where all folders have one UIDVALIDITY, by what it contains',
    [known('a', 'Bills', 1, 5, 3), known('b', 'Work', 1, 7, 7)],
    [listed('Work', 1, 7, 7), listed('Invoices', 1, 5, 3)],
    { Work: 'b', Invoices: 'a' },
  ],
])('a folder keeps its id: %s', (_what, rows, folders, ids) => {
  expect(Object.fromEntries(matchFolders(rows, folders).ids)).toEqual(ids)
})

test('in doubt a folder is another one', () => {
  const rows = [known('a', 'Bills', 1, 5, 3), known('b', 'Work', 1, 5, 3)]
  const { ids } = matchFolders(rows, [listed('Invoices', 1, 5, 3)])
  expect(['a', 'b']).not.toContain(ids.get('Invoices'))
  expect(matchFolders([known('a', 'Bills', 1, 5)], [listed('Invoices', 1, 4)]).ids.get('Invoices')).not.toBe('a')
})

test('the row of a folder whose path belongs to another one is superseded', () => {
  const rows = [known('a', 'Bills', 1), known('b', 'Work', 2)]
  expect(matchFolders(rows, [listed('Work', 1)])).toEqual({ ids: new Map([['Work', 'a']]), superseded: ['b'] })
})
