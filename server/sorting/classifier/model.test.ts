import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFolders, anyHistory, anyMail } from './arbitrary.ts'
import type { FolderToSort, MailToSort } from './mail.ts'
import type { Model } from './model.ts'
import { createModel, decode, dropFolder, encode, INBOX, learn, rank } from './model.ts'

function mailWith(parts: Partial<MailToSort>): MailToSort {
  return {
    from: 'someone@example.org',
    fromName: '',
    to: ['me@example.org'],
    cc: [],
    subject: '',
    text: '',
    headers: {},
    attachmentNames: [],
    receivedAt: new Date('2026-03-02T08:00:00Z'),
    ...parts,
  }
}

function folder(id: string, instructions = ''): FolderToSort {
  return { id, name: id, instructions }
}

function taught(history: readonly { mail: MailToSort; folderId: string }[], folders: FolderToSort[] = []): Model {
  const model = createModel()
  for (const { mail, folderId } of history) learn(model, mail, folderId, folders)
  return model
}

function probabilityOf(model: Model, mail: MailToSort, folders: FolderToSort[], id: string): number {
  return rank(model, mail, folders).candidates.find(({ folderId }) => folderId === id)?.probability ?? 0
}

describe('whatever comes in', () => {
  it('answers with the folders asked about, each once, best first, and shares that make sense', () => {
    fc.assert(
      fc.property(anyHistory, anyMail, anyFolders, (history, mail, folders) => {
        const { candidates, confidence, evidence } = rank(taught(history, folders), mail, folders)
        expect(candidates.map(({ folderId }) => folderId).sort()).toEqual(folders.map(({ id }) => id).sort())
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
        let sum = 0
        let previous = 1
        for (const { probability } of candidates) {
          expect(probability).toBeLessThanOrEqual(previous)
          expect(probability).toBeGreaterThanOrEqual(0)
          previous = probability
          sum += probability
        }
        expect(sum).toBeLessThanOrEqual(1.000001)
        for (const { label } of evidence)
          expect(label.isWellFormed() && label.length > 0 && label.length <= 60).toBe(true)
      }),
    )
  })

  it('does not depend on the order of the folders', () => {
    fc.assert(
      fc.property(anyHistory, anyMail, anyFolders, (history, mail, folders) => {
        const model = taught(history, folders)
        expect(rank(model, mail, folders.toReversed())).toEqual(rank(model, mail, folders))
      }),
    )
  })

  it('never lowers a folder for a mail that was just learned into it', () => {
    fc.assert(
      fc.property(anyHistory, anyMail, anyFolders, fc.constantFrom('a', 'b', 'c'), (history, mail, others, target) => {
        const folders = [...others.filter(({ id }) => id !== target), folder(target)]
        const model = taught(history, folders)
        const before = probabilityOf(model, mail, folders, target)
        learn(model, mail, target, folders)
        expect(probabilityOf(model, mail, folders, target)).toBeGreaterThanOrEqual(before - 1e-9)
      }),
      { numRuns: 1000 },
    )
  })

  it('stays within bounded time for very long mail', () => {
    const long = mailWith({
      subject: 'subject '.repeat(100_000),
      text: Array.from({ length: 200_000 }, (_, i) => `word${i}`).join(' '),
      to: Array.from({ length: 50_000 }, (_, i) => `p${i}@example.org`),
      headers: { 'list-id': '<'.repeat(500_000) },
    })
    const model = taught([{ mail: long, folderId: 'a' }])
    learn(model, mailWith({}), 'b')
    const start = performance.now()
    rank(model, long, [folder('a'), folder('b')])
    expect(performance.now() - start).toBeLessThan(100)
    expect(model.table.rows).toBeLessThan(2000)
  })
})

export { INBOX, decode, dropFolder, encode }
