import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderTree, foldersNamed } from './folder-tree.ts'

const folder = (id: string, parent: string | null = null): EmailFolder => ({
  id,
  mailbox_id: 'm',
  folder_name: id,
  display_name: parent === null ? id : `${parent}/${id}`,
  provider_folder_id: id,
  parent_folder_id: parent,
  instructions: '',
  active: true,
  include_in_ai: true,
  is_custom: false,
  instructions_changed_at: null,
})
const shape = (folders: EmailFolder[]) => folderTree(folders).map((node) => [node.folder.id, node.depth])

test('each folder lies below its parent, in the order in which they came', () => {
  expect(shape([folder('Archive'), folder('Harbour', 'Work'), folder('Quay', 'Harbour'), folder('Work')])).toEqual([
    ['Archive', 0],
    ['Work', 0],
    ['Harbour', 1],
    ['Quay', 2],
  ])
})

test('a parent that is not there, and a ring, lose nobody', () => {
  expect(shape([folder('Lost', 'gone'), folder('A', 'B'), folder('B', 'A')])).toEqual([
    ['Lost', 0],
    ['A', 0],
    ['B', 1],
  ])
})

test('whatever the parents are, each folder is there once', () => {
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

test('a filter looks at the whole name, whatever the case', () => {
  const nodes = folderTree([folder('Work'), folder('Harbour', 'Work'), folder('Archive')])
  expect(foldersNamed(nodes, ' wORK ').map((node) => [node.folder.id, node.depth])).toEqual([
    ['Work', 0],
    ['Harbour', 0],
  ])
  expect(foldersNamed(nodes, ' ')).toBe(nodes)
})
