import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFolders, anyHistory, anyMail } from './testing/arbitrary.ts'
import { createModel, dropFolder, encode, learn, observe, rank } from './model.ts'
import { folder, mailWith } from './testing/messages.ts'

describe('the cached prediction', () => {
  it('changes no result: predicted before or not', () => {
    fc.assert(
      fc.property(anyHistory, anyMail, anyFolders, (history, other, folders) => {
        const renamed = folders.map(({ id }) => folder(id, 'Invoices, meetings and newsletters'))
        const asked = createModel()
        const silent = createModel()
        for (const { mail, folderId } of history) {
          for (const one of [other, mail]) for (const named of [renamed, folders]) rank(asked, one, named)
          for (const model of [asked, silent]) observe(model, other)
          learn(asked, mail, folderId, folders)
          learn(silent, mail, folderId, folders)
          rank(asked, mail, renamed)
          expect(rank(asked, mail, folders)).toEqual(rank(silent, mail, folders))
        }
        expect(encode(asked)).toEqual(encode(silent))
      }),
      { numRuns: 15 },
    )
  })

  it('is removed with a folder', () => {
    const folders = ['a', 'b', 'c'].map((id) => folder(id))
    const left = folders.slice(0, 2)
    const mail = mailWith({ subject: 'a of b' })
    const [asked, silent] = [createModel(), createModel()]
    for (const model of [asked, silent])
      for (const { id } of folders)
        learn(model, mailWith({ subject: `${id} and`, from: `${id}@x.example` }), id, folders)
    rank(asked, mail, left)
    for (const model of [asked, silent]) dropFolder(model, 'c')
    expect(rank(asked, mail, left)).toEqual(rank(silent, mail, left))
  })
})
