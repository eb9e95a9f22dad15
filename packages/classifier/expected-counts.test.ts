import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createModel, decode, dropFolder, encode, observeUnlabelled, observe, rank } from './model.ts'
import { anyFolders, anyMail } from './testing/arbitrary.ts'
import { folder, mailWith } from './testing/messages.ts'

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
      observe(model, mail)
      observeUnlabelled(model, mail, about)
    }
  }
  return model
}

const share = (model: ReturnType<typeof read>, about = folders) =>
  rank(model, question, about).candidates.find(({ folderId }) => folderId === 'choir')?.probability ?? 0

describe('unlabelled messages', () => {
  it("reveal words that occur together with a folder's words", () => {
    expect(share(read())).toBeGreaterThan(share(read([])))
  })

  it('count nothing for a folder that was redescribed or removed', () => {
    const otherwise = [folder('choir', 'Singing lessons.'), ...folders.slice(1)]
    expect(share(read(), otherwise)).toBeLessThanOrEqual(share(read([]), otherwise))
    const model = read()
    dropFolder(model, 'choir')
    expect(share(model)).toBeLessThanOrEqual(share(read([])))
  })

  it('give the same counts in any order of folders, and survive encoding exactly', () => {
    fc.assert(
      fc.property(fc.array(anyMail, { maxLength: 10 }), anyFolders, (mails, some) => {
        const [one, other] = [createModel(), createModel()]
        for (const mail of mails)
          for (const [model, asked] of [
            [one, some],
            [other, some.toReversed()],
          ] as const) {
            observe(model, mail)
            observeUnlabelled(model, mail, asked)
          }
        expect(encode(other)).toEqual(encode(one))
        expect(decode(encode(one))?.frequencies).toEqual({
          ...one.frequencies,
          expected: new Map([...one.frequencies.expected].sort(([a], [b]) => (a < b ? -1 : 1))),
        })
      }),
      { numRuns: 30 },
    )
  })
})
