import { expect, test } from 'vitest'
import { parentPath } from './folder-path.ts'

test('returns null for a top-level folder, also if its name contains slashes', () => {
  expect(parentPath({ folder_name: 'Invoices', display_name: 'Invoices' })).toBeNull()
  expect(parentPath({ folder_name: 'In / Out', display_name: 'In / Out' })).toBeNull()
  expect(parentPath({ folder_name: 'Custom', display_name: null })).toBeNull()
})

test('returns the parent path, also if the folder name contains slashes', () => {
  expect(parentPath({ folder_name: 'Heron', display_name: 'Work/Projects/Heron' })).toBe('Work/Projects')
  expect(parentPath({ folder_name: 'In / Out', display_name: 'Work/In / Out' })).toBe('Work')
  expect(parentPath({ folder_name: '2026', display_name: 'Work › Clients/X › 2026' })).toBe('Work › Clients/X')
})
