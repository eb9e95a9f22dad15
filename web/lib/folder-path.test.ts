import { expect, test } from 'vitest'
import { pathOf } from './folder-path.ts'

test('a folder at the top lies nowhere, also where its name has slashes', () => {
  expect(pathOf({ folder_name: 'Invoices', display_name: 'Invoices' })).toBeNull()
  expect(pathOf({ folder_name: 'In / Out', display_name: 'In / Out' })).toBeNull()
  expect(pathOf({ folder_name: 'Custom', display_name: null })).toBeNull()
})

test('a folder below others lies in their path, also where its name has slashes', () => {
  expect(pathOf({ folder_name: 'Heron', display_name: 'Work/Projects/Heron' })).toBe('Work/Projects')
  expect(pathOf({ folder_name: 'In / Out', display_name: 'Work/In / Out' })).toBe('Work')
})
