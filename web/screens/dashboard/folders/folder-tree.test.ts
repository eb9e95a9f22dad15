import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { emailFolder } from '../../../../test/kit/email-folder.ts'
import { folderTree, filterFolders } from './folder-tree.ts'

const folder = (id: string, parent: string | null = null): EmailFolder =>
  emailFolder(id, {
    display_name: parent === null ? id : `${parent}/${id}`,
    provider_folder_id: id,
    parent_folder_id: parent,
  })
const shape = (folders: EmailFolder[]) => folderTree(folders).map((node) => [node.folder.id, node.depth])

test('puts each folder below its parent and keeps the given order', () => {
  expect(shape([folder('Archive'), folder('Harbour', 'Work'), folder('Quay', 'Harbour'), folder('Work')])).toEqual([
    ['Archive', 0],
    ['Work', 0],
    ['Harbour', 1],
    ['Quay', 2],
  ])
})

test('keeps folders with an unknown parent or a parent cycle', () => {
  expect(shape([folder('Lost', 'gone'), folder('A', 'B'), folder('B', 'A')])).toEqual([
    ['Lost', 0],
    ['A', 0],
    ['B', 1],
  ])
})

test('contains each folder exactly once for arbitrary parents', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ id: ids, parent: fc.option(ids) }), { selector: (one) => one.id }),
      (some) => {
        const seen = folderTree(some.map(({ id, parent }) => folder(id, parent))).map((node) => node.folder.id)
        expect(seen.toSorted()).toEqual(some.map(({ id }) => id).toSorted())
      },
    ),
  )
})

test('filters by the whole path, ignoring case', () => {
  const nodes = folderTree([folder('Work'), folder('Harbour', 'Work'), folder('Archive')])
  expect(filterFolders(nodes, ' wORK ').map((node) => [node.folder.id, node.depth])).toEqual([
    ['Work', 0],
    ['Harbour', 0],
  ])
  expect(filterFolders(nodes, ' ')).toBe(nodes)
})
