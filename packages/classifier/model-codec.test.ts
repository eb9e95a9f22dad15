import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFolders, anyHistory, anyMail } from './testing/arbitrary.ts'
import { decode, encode } from './model-codec.ts'
import { cellAt } from './sparse-counts.ts'
import { folder, mailWith } from './testing/messages.ts'
import { createModel, learn, type Model, rank } from './model.ts'

function learned() {
  const model = createModel()
  for (let i = 0; i < 30; i++)
    learn(model, mailWith({ subject: `order ${i}`, from: `s${i % 3}@x.example` }), i % 2 ? 'a' : 'b')
  return model
}

/** How much of all its mail the first folder remembers, over all features. */
function heard({ table, folders }: Model): number {
  const counts = Array.from({ length: table.rows }, (_, row) => table.counts.values[cellAt(table.counts, row, 0)] ?? 0)
  return counts.reduce((sum, count) => sum + count, 0) / (folders[0]?.weight ?? 1)
}

describe('an encoded model', () => {
  it('predicts as before', () => {
    fc.assert(
      fc.property(anyHistory, anyMail, anyFolders, (history, mail, folders) => {
        const model = createModel()
        for (const { mail: old, folderId } of history) learn(model, old, folderId, folders)
        const back = decode(encode(model))
        expect(back).not.toBeNull()
        if (!back) return
        const before = rank(model, mail, folders)
        const after = rank(back, mail, folders)
        expect(after.confidence).toBeCloseTo(before.confidence, 1)
        const shares = new Map(after.candidates.map(({ folderId, probability }) => [folderId, probability]))
        for (const { folderId, probability } of before.candidates)
          expect(shares.get(folderId)).toBeCloseTo(probability, 1)
      }),
    )
  })

  it('keeps the latest time, also for an invalid date', () => {
    for (const date of ['1969-12-11', '2026-11-21', '2200-01-01']) {
      const model = createModel()
      learn(model, { ...mailWith({ subject: 'choir' }), receivedAt: new Date(date) }, 'a')
      expect(decode(encode(model))?.lastReceivedAt).toBe(model.lastReceivedAt)
    }
  })

  it('keeps how reliable the predictions of each folder and its description are', () => {
    const described = ['a', 'b'].map((id) => folder(id, 'Orders'))
    const model = learned()
    for (const id of ['a', 'b', 'a']) learn(model, mailWith({ subject: 'Orders' }), id, described)
    const back = decode(encode(model))
    for (const key of ['confidenceShift', 'descriptionRecord'] as const) {
      expect(model.folders.some((one) => one[key] !== 0)).toBe(true)
      model.folders.forEach((one, k) => expect(back?.folders[k]?.[key]).toBeCloseTo(one[key], 5))
    }
  })

  it('does not change when encoded repeatedly', () => {
    const once = encode(learned())
    const model = decode(once)
    expect(model && encode(model)).toEqual(once)
  })

  it('decays like a model that was never encoded', () => {
    const inMemory = createModel()
    let stored = createModel()
    for (let i = 0; i < 80; i++) {
      const mail = mailWith({ subject: i < 10 ? 'choir practice' : `order ${i}`, from: `s${i % 3}@x.example` })
      for (const model of [inMemory, stored]) learn(model, mail, i % 5 === 4 ? 'b' : 'a')
      stored = decode(encode(stored)) ?? createModel()
    }
    expect(heard(stored) / heard(inMemory)).toBeCloseTo(1, 1)
  })

  it('continues to learn', () => {
    const model = decode(encode(learned()))
    if (!model) throw new Error('not read')
    for (let i = 0; i < 5; i++) learn(model, mailWith({ subject: 'choir practice' }), 'c')
    expect(
      rank(model, mailWith({ subject: 'choir practice' }), [folder('a'), folder('b'), folder('c')]).candidates[0]
        ?.folderId,
    ).toBe('c')
  })

  it('contains no text', () => {
    const model = createModel()
    for (const id of ['a', 'b'])
      learn(model, mailWith({ subject: 'zanzibar', text: 'xylophone', from: 'quetzal@quux.example' }), id)
    const stored = Buffer.from(encode(model)).toString('latin1') + JSON.stringify(model)
    for (const word of ['zanzibar', 'xylophone', 'quetzal']) expect(stored).not.toContain(word)
  })
})

describe('invalid bytes', () => {
  it('return null when random, truncated or changed, or a working model', () => {
    const bytes = encode(learned())
    expect(decode(new Uint8Array())).toBeNull()
    expect(decode(bytes.slice(0, bytes.length >> 1))).toBeNull()
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (garbage) => decode(garbage) === null))
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = bytes.slice()
        changed[at] = (changed[at] ?? 0) ^ flip
        const model = decode(changed)
        if (model) rank(model, mailWith({ subject: 'order 1' }), [folder('a'), folder('b')])
      }),
    )
  })
})
