import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createModel, decode, dropFolder, encode, guess, notice, rank } from './model.ts'
import { anyFolders, anyMail } from './testing/arbitrary.ts'
import { folder, mailWith } from './testing/mails.ts'

const folders = [folder('choir', 'Choir rehearsals and concerts.'), folder('boat', 'The boat.'), folder('garden')]
/** Nothing of it stands in a folder's name or instructions. */
const question = mailWith({ from: 'ines@x.example', subject: 'Tenor parts for the Requiem' })

function read(about: readonly (typeof folders)[number][] = folders) {
  const model = createModel()
  for (let i = 0; i < 40; i++) {
    const mails = [
      mailWith({
        from: `a${i}@x.example`,
        subject: 'Choir rehearsal',
        text: `Tenor and alto: the Requiem, page ${i}.`,
      }),
      mailWith({
        from: `b${i}@x.example`,
        subject: 'Boat',
        text: `The mooring costs ${i} more, and the sail is torn.`,
      }),
    ]
    for (const mail of mails) {
      notice(model, mail)
      guess(model, mail, about)
    }
  }
  return model
}

const share = (model: ReturnType<typeof read>, about = folders) =>
  rank(model, question, about).candidates.find(({ folderId }) => folderId === 'choir')?.probability ?? 0

describe('mail that nobody has filed', () => {
  it('tells which words keep company with those of a folder', () => {
    expect(share(read())).toBeGreaterThan(share(read([])))
  })

  it('says nothing of a folder that is described otherwise now, or is gone', () => {
    const otherwise = [folder('choir', 'Singing lessons.'), ...folders.slice(1)]
    expect(share(read(), otherwise)).toBeLessThanOrEqual(share(read([]), otherwise))
    const model = read()
    dropFolder(model, 'choir')
    expect(share(model)).toBeLessThanOrEqual(share(read([])))
  })

  it('gives the same guesses in whatever order the folders come, and is stored to the last mail', () => {
    fc.assert(
      fc.property(fc.array(anyMail, { maxLength: 10 }), anyFolders, (mails, some) => {
        const [one, other] = [createModel(), createModel()]
        for (const mail of mails)
          for (const [model, asked] of [
            [one, some],
            [other, some.toReversed()],
          ] as const) {
            notice(model, mail)
            guess(model, mail, asked)
          }
        expect(encode(other)).toEqual(encode(one))
        expect(decode(encode(one))?.noticed).toEqual({
          ...one.noticed,
          guesses: new Map([...one.noticed.guesses].sort(([a], [b]) => (a < b ? -1 : 1))),
        })
      }),
      { numRuns: 30 },
    )
  })
})
