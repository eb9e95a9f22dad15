import { expect, test } from 'vitest'
import type { EmailFolder } from '../../../contract/tables.ts'
import { destinationsFor } from './review-destinations.ts'

const folder = (name: string, more: Partial<EmailFolder> = {}): EmailFolder => ({
  id: name,
  mailbox_id: 'm',
  folder_name: name,
  display_name: '',
  provider_folder_id: `outlook-${name}`,
  parent_folder_id: null,
  instructions: '',
  instructions_changed_at: null,
  active: true,
  include_in_ai: true,
  is_custom: false,
  ...more,
})
const names = (destinations: { name: string }[]): string[] => destinations.map(({ name }) => name)

test('sorts by usage, then active folders first, then by name', () => {
  const folders = [folder('B'), folder('A', { active: false }), folder('C'), folder('Used'), folder('Likely')]
  const { likeliest, others, hasMore } = destinationsFor(folders, 'Likely', (id) => (id === 'Used' ? 7 : 0))
  expect(likeliest).toEqual({ id: 'Likely', name: 'Likely' })
  expect(names(others)).toEqual(['Used', 'B', 'C', 'A'])
  expect(hasMore).toBe(false)
})

test('offers one other folder per key from 2 to 9', () => {
  const folders = Array.from({ length: 10 }, (_, n) => folder(`F${n}`))
  const { likeliest, others, hasMore } = destinationsFor(folders, 'F3', () => 0)
  expect(likeliest?.name).toBe('F3')
  expect(names(others)).toEqual(['F0', 'F1', 'F2', 'F4', 'F5', 'F6', 'F7', 'F8'])
  expect(hasMore).toBe(true)
})

test('omits custom folders and a deleted likeliest folder', () => {
  const folders = [folder('Ours', { provider_folder_id: null, is_custom: true }), folder('A')]
  expect(destinationsFor(folders, 'Ours', () => 0)).toEqual({
    likeliest: null,
    others: [{ id: 'A', name: 'A' }],
    hasMore: false,
  })
  expect(destinationsFor(folders, 'gone', () => 0).likeliest).toBeNull()
})
