import { describe, expect, test } from 'vitest'
import { createModel, fileByContent, type FolderToSort } from './classifier.ts'
import { mailWith } from './testing/messages.ts'

const filingOf = (mail: Parameters<typeof mailWith>[0], folders: readonly FolderToSort[]) =>
  fileByContent(createModel(), mailWith({ from: 'unknown@shop.example', ...mail }), folders, 0.6)
const outcomeOf = (...given: Parameters<typeof filingOf>): string => filingOf(...given).outcome

const many = (describe: (n: number) => Omit<FolderToSort, 'id'>): FolderToSort[] =>
  Array.from({ length: 298 }, (_, n) => ({ id: `f${n}`, ...describe(n) }))
const invoice = { subject: 'Invoice 14 for your electricity', text: 'Please pay 40 euro by 30 November.' }

describe('of many folders about one topic', () => {
  test('none is offered for what all of them have', () => {
    const words = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'gorse', 'hazel', 'iris', 'juniper']
    const nameOf = (n: number): string => [100, 10, 1].map((unit) => words[Math.floor(n / unit) % 10]).join('')
    for (const instructions of ['', 'Invoices from this customer']) {
      const folders = many((n) => ({ name: `Invoices ${nameOf(n)}`, instructions }))
      expect(outcomeOf(invoice, folders)).toBe('none')
    }
  })

  test('none is offered for a number in the text', () => {
    for (const instructions of ['', 'Rent and repairs']) {
      const folders = many((n) => ({ name: `${n} Mill Lane`, instructions }))
      expect(outcomeOf(invoice, folders)).toBe('none')
    }
    const projects = many((n) => ({ name: `Project ${n}`, instructions: '' }))
    expect(outcomeOf(invoice, projects)).toBe('none')
    const { ranking, outcome } = filingOf({ subject: 'Kick-off of project 14', text: '' }, projects)
    expect({ outcome, first: ranking.candidates[0]?.folderId }).toEqual({ outcome: 'filed', first: 'f14' })
  })
})

test('what may be a copy is offered like other email: from 25 % on', () => {
  const folders = many((n) => ({ name: `Newsletters ${String.fromCodePoint(0x4e00 + 7 * n)}`, instructions: '' }))
  const letter = { subject: 'Newsletters', text: 'Qwfp zxcv.', headers: { 'list-unsubscribe': '<https://a.example>' } }
  const { ranking, outcome } = filingOf(letter, folders)
  expect(ranking.review).toBe('name-only')
  expect(ranking.confidence).toBeLessThan(0.25)
  expect(outcome).toBe('none')
})
