import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featuresOf } from './features.ts'
import { createModel, decode, encode, learn, notice, rank } from './model.ts'
import { createNoticed, MOST_MAILS, raritiesIn, take } from './noticed.ts'
import { anyFolders, anyHistory, anyMail } from './testing/arbitrary.ts'
import { folder, mailWith } from './testing/mails.ts'
import { withNoticed } from './with-noticed.ts'

function stemOf(word: string): number {
  return [...featuresOf(mailWith({ from: '', subject: word })).stems.keys()][0] ?? 0
}

describe('what the mailbox is like', () => {
  it('lets a rare word of the instructions decide against those that all mail has', () => {
    const folders = [folder('a', 'Meter readings'), folder('b', 'The weekly volumes of the region')]
    const mail = mailWith({ subject: 'Meter', text: 'Here are the weekly volumes of the region.' })
    const model = createModel()
    const share = () => rank(model, mail, folders).candidates.find(({ folderId }) => folderId === 'a')?.probability ?? 0
    const before = share()
    for (let i = 0; i < 100; i++) notice(model, mailWith({ text: `Weekly volumes, region ${i}` }))
    expect(share()).toBeGreaterThan(before)
    expect(rank(model, mail, folders).candidates[0]?.folderId).toBe('a')
  })

  it('is taken in for one question alone where somebody only looks, who gets the answer of the sorter', () => {
    fc.assert(
      fc.property(anyHistory, anyMail, anyFolders, (history, mail, folders) => {
        const [model, sorter] = [createModel(), createModel()]
        for (const each of history)
          for (const one of [model, sorter]) {
            notice(one, each.mail)
            learn(one, each.mail, each.folderId, folders)
          }
        const before = encode(model)
        const answer = rank(withNoticed(model, mail), mail, folders)
        expect(encode(model)).toEqual(before)
        notice(sorter, mail)
        expect(answer).toEqual(rank(sorter, mail, folders))
      }),
      { numRuns: 25 },
    )
  })

  it('tells a word the louder the rarer it is, within bounds whatever comes in', () => {
    fc.assert(
      fc.property(fc.array(anyMail, { maxLength: 20 }), (mails) => {
        const noticed = createNoticed()
        for (const mail of mails) {
          take(noticed, featuresOf(mail))
          for (const stem of [stemOf('invoice'), ...featuresOf(mail).stems.keys()]) {
            expect(raritiesIn(noticed)(stem)).toBeGreaterThanOrEqual(-1e-9)
            expect(raritiesIn(noticed)(stem)).toBeLessThanOrEqual(2)
          }
        }
      }),
    )
    const noticed = createNoticed()
    for (let i = 0; i < 30; i++) take(noticed, featuresOf(mailWith({ subject: i % 3 === 0 ? 'daily rare' : 'daily' })))
    expect(raritiesIn(noticed)(stemOf('daily'))).toBeLessThan(raritiesIn(noticed)(stemOf('rare')))
    expect(raritiesIn(noticed)(stemOf('rare'))).toBeLessThan(raritiesIn(noticed)(stemOf('never')))
  })

  it('stays within its bounds in a mailbox of any size, and is stored to the last mail', () => {
    const model = createModel()
    const mail = mailWith({ subject: 'daily' })
    const features = featuresOf(mail)
    for (let i = 0; i < MOST_MAILS + 10; i++) take(model.noticed, features)
    expect(model.noticed.mails).toBe(MOST_MAILS / 2 + 10)
    expect(Math.max(...model.noticed.stems)).toBe(model.noticed.mails)
    expect(decode(encode(model))?.noticed).toEqual(model.noticed)
  })
})
