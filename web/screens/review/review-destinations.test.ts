import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EmailFolder } from '../../../contract/tables.ts'
import { emailFolder } from '../../../test/kit/email-folder.ts'
import { destinationsFor } from './review-destinations.ts'

const folder = (name: string, more: Partial<EmailFolder> = {}) => emailFolder(name, { display_name: '', ...more })
const likely = (likeliestId: string | null, secondId: string | null = null) => ({
  likeliestId,
  nextIds: secondId === null ? [] : [secondId],
})
const names = (destinations: { name: string }[]): string[] => destinations.map(({ name }) => name)

test('sorts by usage, then active folders first, then by name', () => {
  const folders = [folder('B'), folder('A', { active: false }), folder('C'), folder('Used'), folder('Likely')]
  const { likeliest, others } = destinationsFor(folders, likely('Likely'), (id) => (id === 'Used' ? 7 : 0))
  expect(likeliest).toEqual({ id: 'Likely', name: 'Likely' })
  expect(names(others)).toEqual(['Used', 'B', 'C', 'A'])
})

test('offers one folder per key from 1 to 9', () => {
  const folders = Array.from({ length: 10 }, (_, n) => folder(`F${n}`))
  const { likeliest, others } = destinationsFor(folders, likely('F3'), () => 0)
  expect(likeliest?.name).toBe('F3')
  expect(names(others)).toEqual(['F0', 'F1', 'F2', 'F4', 'F5', 'F6', 'F7', 'F8'])
  expect(names(destinationsFor(folders, likely(null), () => 0).others)).toHaveLength(9)
})

test('omits custom folders and a deleted likeliest folder', () => {
  const folders = [folder('Ours', { provider_folder_id: null, is_custom: true }), folder('A')]
  expect(destinationsFor(folders, likely('Ours'), () => 0)).toEqual({
    likeliest: null,
    others: [{ id: 'A', name: 'A' }],
  })
  expect(destinationsFor(folders, likely('gone'), () => 0).likeliest).toBeNull()
})

test('offers the second choice right after the likeliest folder, whatever its usage', () => {
  const folders = [folder('A'), folder('Used'), folder('Learned', { active: false }), folder('New')]
  const { likeliest, others } = destinationsFor(folders, likely('New', 'Learned'), (id) => (id === 'Used' ? 9 : 0))
  expect([likeliest?.name, ...names(others)]).toEqual(['New', 'Learned', 'Used', 'A'])
  expect(names(destinationsFor(folders, likely('New', 'gone'), () => 0).others)).toEqual(['A', 'Used', 'Learned'])
})

test('keeps the order of all other folders: only the two choices change their keys', () => {
  const all = [folder('A'), folder('B'), folder('C'), folder('D'), folder('E')]
  fc.assert(
    fc.property(
      fc.constantFrom(...all),
      fc.option(fc.constantFrom(...all)),
      fc.func(fc.nat()),
      (first, second, usage) => {
        const order = ({ likeliest, others }: ReturnType<typeof destinationsFor>) =>
          names([likeliest, ...others].flatMap((one) => one ?? []))
        const offered = order(destinationsFor(all, likely(first.id, second?.id), usage))
        const usual = order(destinationsFor(all, likely(null), usage))
        const chosen = new Set([first.id, ...(second ? [second.id] : [])])
        expect(offered).toEqual([...chosen, ...usual.filter((name) => !chosen.has(name))])
      },
    ),
  )
})
