import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GraphFolder } from '../../vendors/graph.ts'
import type { FolderRow } from '../queries.ts'
import { selectTargetFolders } from './target-folders.ts'
import { planFolderChanges } from './plan-folder-changes.ts'

const row = (id: string, path: string, provider_folder_id: string | null): FolderRow => ({
  id,
  mailbox_id: 'm',
  folder_name: path.split('/').at(-1) ?? '',
  display_name: path,
  provider_folder_id,
  parent_folder_id: null,
  instructions: '',
  active: true,
  include_in_ai: true,
  is_custom: provider_folder_id === null,
  awaits_outlook: false,
})
const folder = (id: string, path: string, parentFolderId = 'root'): GraphFolder => ({
  id,
  displayName: path.split('/').at(-1) ?? '',
  path,
  parentFolderId,
})

describe('target folders', () => {
  test('excludes reserved folders, and whole trees where required', () => {
    const folders = [
      folder('inbox', 'Posteingang'),
      folder('mine', 'Posteingang/Mine', 'inbox'),
      folder('bin', 'Papierkorb'),
      folder('old', 'Papierkorb/Old', 'bin'),
      folder('older', 'Papierkorb/Old/Older', 'old'),
      folder('sent', 'Sent'),
      folder('copies', 'Sent/Copies', 'sent'),
      folder('work', 'Work'),
    ]
    const ids = { inbox: 'inbox', deleteditems: 'bin', sentitems: 'sent' }
    expect(selectTargetFolders(folders, ids).map(({ id }) => id)).toEqual(['mine', 'copies', 'work'])
  })
})

describe('folder changes', () => {
  test('ignores rows that were inserted while Outlook was read', () => {
    const rows = [row('1', 'Work', 'a'), row('2', 'Just made', 'b')]
    expect(planFolderChanges(rows, [folder('a', 'Work')], [row('1', 'Work', 'a')])).toEqual({
      add: [],
      change: [],
      detach: [],
    })
  })

  test('keeps the settings of two folders that swap names', () => {
    const rows = [row('1', 'A', 'a'), row('2', 'B', 'b')]
    const plan = planFolderChanges(rows, [folder('a', 'B'), folder('b', 'A')], rows)
    expect(plan.change.map(({ row: { id }, to }) => [id, to.id])).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ])
    expect([plan.add, plan.detach]).toEqual([[], []])
  })

  const paths = fc.constantFrom('A', 'a', 'B', 'A/B', 'C/B', 'C')
  const ids = fc.constantFrom('1', '2', '3', '4', '5', '6')
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
      const custom = rows.filter(({ is_custom }) => is_custom).map(({ folder_name }) => folder_name.toLowerCase())
      return new Set(custom).size === custom.length
    })
  const anyFound = fc
    .uniqueArray(fc.record({ id: fc.constantFrom('p', 'q', 'r', 's', 't'), path: paths }), { selector: ({ id }) => id })
    .map((made) => made.map(({ id, path }) => folder(id, path)))

  test('leaves one row per folder, loses no row, and satisfies every constraint', () => {
    fc.assert(
      fc.property(anyRows, anyFound, (rows, found) => {
        const plan = planFolderChanges(rows, found, rows)
        const after = rows.map((before) => {
          const change = plan.change.find((one) => one.row === before)
          if (change) return { ...before, provider_folder_id: change.to.id, folder_name: change.to.displayName }
          const detached = plan.detach.find((one) => one.row === before)
          return detached ? { ...before, provider_folder_id: null, folder_name: detached.folderName } : before
        })
        const providers = [...after.map((one) => one.provider_folder_id), ...plan.add.map(({ id }) => id)].filter(
          (id) => id !== null,
        )
        expect(new Set(providers).size).toBe(providers.length)
        for (const { id } of found) expect(providers).toContain(id)
        expect(providers).toHaveLength(found.length)
        const custom = after
          .filter((one) => one.provider_folder_id === null)
          .map((one) => one.folder_name.toLowerCase())
        expect(new Set(custom).size).toBe(custom.length)
        for (const before of rows) {
          // An existing folder keeps its row under any name.
          const now = after.find(({ id }) => id === before.id)
          if (found.some(({ id }) => id === before.provider_folder_id))
            expect(now?.provider_folder_id).toBe(before.provider_folder_id)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
