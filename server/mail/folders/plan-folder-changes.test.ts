import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailFolder } from '../../../test/kit/email-folder.ts'
import type { FolderUse, MailFolder } from '../../vendors/mailbox/mail-folder.ts'
import type { FolderRow } from './folder-row.ts'
import { selectTargetFolders } from './target-folders.ts'
import { planFolderChanges } from './plan-folder-changes.ts'

const row = (id: string, path: string | string[], provider_folder_id: string | null): FolderRow => ({
  ...emailFolder(namesOf(path).at(-1) ?? '', {
    id,
    display_name: namesOf(path).join('/'),
    provider_folder_id,
    is_custom: provider_folder_id === null,
  }),
  path: namesOf(path),
  former_provider_folder_id: null,
  deleted_in_outlook_at: null,
  awaits_outlook: false,
})
const folder = (
  id: string,
  path: string | string[],
  parentFolderId = 'root',
  use: FolderUse | null = null,
): MailFolder => ({
  id,
  displayName: namesOf(path).at(-1) ?? '',
  path: namesOf(path),
  parentFolderId,
  use,
})
/** @param path names, or those of a path whose names have no slash */
function namesOf(path: string | string[]): string[] {
  return typeof path === 'string' ? path.split('/') : path
}

describe('target folders', () => {
  test('excludes reserved folders, and whole trees where required', () => {
    const folders = [
      folder('inbox', 'Posteingang', 'root', 'inbox'),
      folder('mine', 'Posteingang/Mine', 'inbox'),
      folder('bin', 'Papierkorb', 'root', 'deleted'),
      folder('old', 'Papierkorb/Old', 'bin'),
      folder('older', 'Papierkorb/Old/Older', 'old'),
      folder('sent', 'Sent', 'root', 'sent'),
      folder('copies', 'Sent/Copies', 'sent'),
      folder('work', 'Work'),
    ]
    expect(selectTargetFolders(folders).map(({ id }) => id)).toEqual(['mine', 'copies', 'work'])
  })
})

describe('folder changes', () => {
  test('ignores rows that were inserted while Outlook was read', () => {
    const rows = [row('1', 'Work', 'a'), row('2', 'Just made', 'b')]
    expect(planFolderChanges(rows, { found: [folder('a', 'Work')], known: [row('1', 'Work', 'a')] })).toEqual({
      add: [],
      change: [],
      detach: [],
    })
  })

  test('keeps the settings of two folders that swap names', () => {
    const rows = [row('1', 'A', 'a'), row('2', 'B', 'b')]
    const plan = planFolderChanges(rows, { found: [folder('a', 'B'), folder('b', 'A')], known: rows })
    expect(plan.change.map(({ row: { id }, to }) => [id, to.id])).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ])
    expect([plan.add, plan.detach]).toEqual([[], []])
  })

  test.each([
    ['a child and a deleted folder with its path', ['Clients/2026'], ['Clients', '2026'], false],
    ['a deleted child and a folder with its path', ['Clients', '2026'], ['Clients/2026'], false],
    ['a slash in the parent and in the child', ['A/B', 'C'], ['A', 'B/C'], false],
    ['the same names in another order', ['A', 'B'], ['B', 'A'], false],
    ['a slash at the end and an empty rest', ['A/'], ['A'], false],
    ['the same names in another case', ['KLIENTEN', 'Größe/2026'], ['Klienten', 'größe/2026'], true],
    ['joiners, selectors and two blanks', ['👨\u200d👩\u200d👧 Family', '❤\ufe0f  Wedding'], undefined, true],
    ['an emoji with and without its selector', ['❤\ufe0f Wedding'], ['❤ Wedding'], false],
    ['a word with and without its non-joiner', ['می\u200cخواهم'], ['میخواهم'], false],
  ])('matches name by name: %s', (_case, deleted, made, isOne) => {
    const rows = [row('1', deleted, null), row('2', 'Other', 'o')]
    const plan = planFolderChanges(rows, { found: [folder('o', 'Other'), folder('n', made ?? deleted)], known: rows })
    expect(plan.change.map(({ row: { id }, to }) => [id, to.id])).toEqual(isOne ? [['1', 'n']] : [])
    expect(plan.add.map(({ id }) => id)).toEqual(isOne ? [] : ['n'])
  })

  test.each([
    ['beside a new folder with its former path', [folder('n', 'Trip'), folder('a', 'Archive/Trip 2026')]],
    ['before one', [folder('a', 'Archive/Trip 2026'), folder('n', 'Trip')]],
  ])('knows a folder that is taken out of Deleted Items by its id: %s', (_case, found) => {
    const rows = [{ ...row('1', 'Trip', null), former_provider_folder_id: 'a' }]
    expect(planFolderChanges(rows, { found, known: rows })).toMatchObject({
      add: [{ id: 'n' }],
      change: [{ row: { id: '1' }, to: { id: 'a', displayPath: 'Archive/Trip 2026' } }],
    })
  })

  test('links a folder that was just created to its row, whatever name Outlook gave it', () => {
    const rows = [row('1', ' Trip', null)]
    const createdFor = new Map([['n', '1']])
    const plan = planFolderChanges(rows, { found: [folder('n', 'Trip')], known: rows, createdFor })
    expect(plan).toMatchObject({ add: [], change: [{ row: { id: '1' }, to: { id: 'n' } }] })
  })

  test('shows no two folders by equal paths, also beside a deleted one', () => {
    const found = [
      folder('a', ['A', 'B', 'C']),
      folder('b', ['A', 'B/C']),
      folder('c', ['A/B', 'C']),
      folder('d', ['a/b/c']),
      folder('e', ['X', 'Y']),
    ]
    const rows = [row('1', ['X/Y'], null)]
    const { add } = planFolderChanges(rows, { found, known: rows })
    expect(Object.fromEntries(add.map(({ id, displayPath }) => [id, displayPath]))).toEqual({
      a: 'A › B › C',
      b: 'A › B/C',
      c: 'A/B › C',
      d: 'a/b/c',
      e: 'X › Y',
    })
    const later = add.map(({ id, displayPath, path }) => ({ ...row(id, [...path], id), display_name: displayPath }))
    const again = planFolderChanges([...rows, ...later], { found: found.toReversed(), known: later })
    expect(again).toEqual({ add: [], change: [], detach: [] })
  })

  const paths = fc.constantFrom<string[]>(['A'], ['a'], ['B'], ['A', 'B'], ['C', 'B'], ['C'], ['A/B'], ['C/B'])
  const ids = fc.constantFrom('1', '2', '3', '4', '5', '6')
  const keyOf = ({ path }: FolderRow): string => JSON.stringify(path).toLowerCase()
  const anyRows = fc
    .uniqueArray(fc.record({ id: ids, path: paths, provider: fc.option(fc.constantFrom('p', 'q', 'r', 's')) }), {
      selector: ({ id }) => id,
    })
    .map((made) =>
      made.filter(
        (one, at) => one.provider === null || made.findIndex(({ provider }) => provider === one.provider) === at,
      ),
    )
    .map((made) => made.map(({ id, path, provider }) => row(id, path, provider)))
    .filter((rows) => {
      const custom = rows.filter(({ is_custom }) => is_custom).map(keyOf)
      return new Set(custom).size === custom.length
    })
  const anyFound = fc
    .uniqueArray(fc.record({ id: fc.constantFrom('p', 'q', 'r', 's', 't'), path: paths }), { selector: ({ id }) => id })
    .map((made) => made.map(({ id, path }) => folder(id, path)))

  test('leaves one row per folder, loses no row, and satisfies every constraint', () => {
    fc.assert(
      fc.property(anyRows, anyFound, (rows, found) => {
        const plan = planFolderChanges(rows, { found, known: rows })
        const after = rows.map((before) => {
          const change = plan.change.find((one) => one.row === before)
          if (change) return { ...before, provider_folder_id: change.to.id, path: [...change.to.path] }
          return plan.detach.includes(before) ? { ...before, provider_folder_id: null } : before
        })
        const providers = [...after.map((one) => one.provider_folder_id), ...plan.add.map(({ id }) => id)].filter(
          (id) => id !== null,
        )
        expect(new Set(providers).size).toBe(providers.length)
        for (const { id } of found) expect(providers).toContain(id)
        expect(providers).toHaveLength(found.length)
        // No folder in Outlook has the path of a custom one, whose settings it would lack.
        const custom = new Set(after.filter((one) => one.provider_folder_id === null).map(keyOf))
        for (const one of plan.add) expect(custom).not.toContain(JSON.stringify(one.path).toLowerCase())
        for (const before of rows) {
          // An existing folder keeps its row under any name.
          const now = after.find(({ id }) => id === before.id)
          if (found.some(({ id }) => id === before.provider_folder_id))
            expect(now?.provider_folder_id).toBe(before.provider_folder_id)
        }
      }),
      { numRuns: 250 },
    )
  })
})
