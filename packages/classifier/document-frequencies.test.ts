import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featuresOf } from './message-features.ts'
import { createModel, decode, encode, learn, observe, rank } from './model.ts'
import { createDocumentFrequencies, MAX_DOCUMENTS, inverseFrequencies, addDocument } from './document-frequencies.ts'
import { anyFolders, anyHistory, anyMail } from './testing/arbitrary.ts'
import { folder, mailWith } from './testing/messages.ts'
import { withObserved } from './with-observed.ts'

function stemOf(word: string): number {
  return [...featuresOf(mailWith({ from: '', subject: word })).stems.keys()][0] ?? 0
}

describe('document frequencies', () => {
  it('let a rare word of the instructions decide against common ones', () => {
    const folders = [folder('a', 'Meter readings'), folder('b', 'The weekly volumes of the region')]
    const mail = mailWith({ subject: 'Meter', text: 'Here are the weekly volumes of the region.' })
    const model = createModel()
    const share = () => rank(model, mail, folders).candidates.find(({ folderId }) => folderId === 'a')?.probability ?? 0
    const before = share()
    for (let i = 0; i < 100; i++) observe(model, mailWith({ text: `Weekly volumes, region ${i}` }))
    expect(share()).toBeGreaterThan(before)
    expect(rank(model, mail, folders).candidates[0]?.folderId).toBe('a')
  })

  it('of a copy give the same prediction as the original', () => {
    fc.assert(
      fc.property(anyHistory, anyMail, anyFolders, (history, mail, folders) => {
        const [model, sorter] = [createModel(), createModel()]
        for (const each of history)
          for (const one of [model, sorter]) {
            observe(one, each.mail)
            learn(one, each.mail, each.folderId, folders)
          }
        const before = encode(model)
        const answer = rank(withObserved(model, mail), mail, folders)
        expect(encode(model)).toEqual(before)
        observe(sorter, mail)
        expect(answer).toEqual(rank(sorter, mail, folders))
      }),
      { numRuns: 25 },
    )
  })

  it('weigh a word by its rarity, within bounds for any input', () => {
    fc.assert(
      fc.property(fc.array(anyMail, { maxLength: 20 }), (mails) => {
        const frequencies = createDocumentFrequencies()
        for (const mail of mails) {
          addDocument(frequencies, featuresOf(mail))
          for (const stem of [stemOf('invoice'), ...featuresOf(mail).stems.keys()]) {
            expect(inverseFrequencies(frequencies)(stem)).toBeGreaterThanOrEqual(-1e-9)
            expect(inverseFrequencies(frequencies)(stem)).toBeLessThanOrEqual(2)
          }
        }
      }),
    )
    const frequencies = createDocumentFrequencies()
    for (let i = 0; i < 30; i++)
      addDocument(frequencies, featuresOf(mailWith({ subject: i % 3 === 0 ? 'daily rare' : 'daily' })))
    expect(inverseFrequencies(frequencies)(stemOf('daily'))).toBeLessThan(
      inverseFrequencies(frequencies)(stemOf('rare')),
    )
    expect(inverseFrequencies(frequencies)(stemOf('rare'))).toBeLessThan(
      inverseFrequencies(frequencies)(stemOf('never')),
    )
  })

  it('stay within bounds in a mailbox of any size, and survive encoding exactly', () => {
    const model = createModel()
    const mail = mailWith({ subject: 'daily' })
    const features = featuresOf(mail)
    for (let i = 0; i < MAX_DOCUMENTS + 10; i++) addDocument(model.frequencies, features)
    expect(model.frequencies.mails).toBe(MAX_DOCUMENTS / 2 + 10)
    expect(Math.max(...model.frequencies.stems)).toBe(model.frequencies.mails)
    expect(decode(encode(model))?.frequencies).toEqual(model.frequencies)
  })
})
