import { expect, test } from 'vitest'
import { validateFolderName } from './folder-name.ts'

test.each([
  ['Invoices', null],
  ['  Work / Play “2026” 🗂 ', null],
  ['', 'folder_name_required'],
  [' \t ', 'folder_name_required'],
  ['\u200b\u2060', 'folder_name_required'],
  ['x'.repeat(255), null],
  ['x'.repeat(256), 'folder_name_too_long'],
  ['In\u0000voices', 'folder_name_invalid'],
  ['Two\nlines', 'folder_name_invalid'],
])('folder name %j: %s', (name, problem) => {
  expect(validateFolderName(name)).toBe(problem)
})
