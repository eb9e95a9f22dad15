import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { createModel, learn, rank } from './model.ts'
import { createNoticed } from './noticed.ts'
import { folder, mailWith } from './testing/mails.ts'
import { untaught } from './untaught.ts'

const EVERYDAY = ['Invoices', 'Travel', 'Newsletters', 'School', 'Health', 'Banking', 'Family', 'Taxes', 'Insurance']
const NAMES = [...EVERYDAY, 'Deliveries', 'Club', 'Jobs']
const everyday = NAMES.map((name) => folder(name))
/** The same, but each name means something to its owner alone. */
const own = NAMES.map((name, i) => ({ id: name, name: `Zu${i}qo`, instructions: name }))

const flight = mailWith({ subject: 'Your flight to Rome', text: 'Boarding at gate B12. Your seat and your hotel.' })
/** Says nothing that anybody knows. */
const note = mailWith({ from: 'qo@qx.example', subject: 'Xyzzy', text: 'Plugh, plover.' })
/** From which confidence on the product files mail, where the user has said nothing else. */
const THRESHOLD = 0.6

describe('before anything was filed', () => {
  it('is sure of a clear mail where folders have everyday names, and not where nothing speaks for any', () => {
    const clear = rank(createModel(), flight, everyday)
    expect(clear.candidates[0]?.folderId).toBe('Travel')
    expect(clear.confidence).toBeGreaterThan(THRESHOLD)
    expect(rank(createModel(), note, everyday).confidence).toBeLessThan(0.1)
  })

  it('is less sure of the same mail where names mean something to their owner alone', () => {
    const { candidates, confidence } = rank(createModel(), flight, own)
    expect(candidates[0]?.folderId).toBe('Travel')
    expect(confidence).toBeLessThan(rank(createModel(), flight, everyday).confidence - 0.1)
  })

  it('does not file by what stands in the text alone, where a stranger may have put it to be matched', () => {
    const lured = mailWith({
      subject: 'Note',
      text: `Plugh, plover.\n\n${flight.subject}: travel. ${flight.text} Airport, luggage, airline.`,
    })
    for (const folders of [everyday, own]) {
      const { candidates, confidence } = rank(createModel(), lured, folders)
      expect(candidates[0]?.folderId).toBe('Travel')
      expect(confidence).toBeLessThan(THRESHOLD)
    }
  })

  it('files by an everyday name in the subject where there are few folders, and not by a word that most mail has', () => {
    for (const folders of [everyday.slice(1, 2), everyday.slice(0, 2)]) {
      const named = mailWith({ subject: 'Your travel plans' })
      expect(rank(createModel(), named, folders).confidence).toBeGreaterThan(THRESHOLD)
      expect(rank(createModel(), note, folders).confidence).toBeLessThan(THRESHOLD)
    }
    const bank = [
      folder('Zuqo', 'Statements, transfers and card notices of my bank, the mortgage and the pension plan.'),
    ]
    const thin = mailWith({ subject: 'Your plan', text: 'A card for my sister.' })
    expect(rank(createModel(), thin, bank).confidence).toBeLessThan(0.4)
  })

  it('never makes an answer surer with few folders, and gives way as the user files mail', () => {
    const about = (mails: number, folders = 12) =>
      untaught(0.1, { noticed: createNoticed(), mails }, { ...all, shares: first(1, folders) }, 0)
    expect(about(0, 4)).toBe(0.1)
    expect(about(0, 8)).toBeLessThan(about(0))
    for (const mails of [0, 10, 40]) expect(about(mails + 10)).toBeLessThan(about(mails))
    expect(about(60)).toBe(0.1)
  })

  it('is not held back where the sender is known, whatever the words', () => {
    const model = createModel()
    const from = 'anna@home.example'
    for (let i = 0; i < 4; i++) {
      for (const id of ['Club', 'School', 'Jobs'])
        learn(model, mailWith({ from: `${id}@x.example`, subject: `${i}` }), id)
      learn(model, mailWith({ ...note, from }), 'Club')
    }
    const { candidates, confidence } = rank(model, mailWith({ from, subject: 'Fog' }), everyday)
    expect(candidates[0]?.folderId).toBe('Club')
    expect(confidence).toBeGreaterThan(0.75)
  })

  it('is the less sure the more folders are in question', () => {
    const among = [8, 4, 2, 1].map((inQuestion) => {
      const shares = Float64Array.from({ length: 12 }, (_, k) => (k === 0 ? 0.2 : k < inQuestion ? 0.19 : 0.01))
      return untaught(0, { noticed: createNoticed(), mails: 0 }, { ...all, shares }, 0)
    })
    expect(among).toEqual(among.toSorted((a, b) => a - b))
    expect(new Set(among).size).toBe(4)
  })
})

/** Everything speaks for the first folder. */
const all = {
  match: {
    terms: first(1, 12),
    concepts: first(0, 12),
    company: first(0, 12),
    opening: first(1, 12),
    named: first(0, 12),
    everyday: 1,
  },
  opinions: { matrix: first(0, 0), raw: first(0, 12), logShares: first(0, 12), visits: first(0, 12) },
}

/** Everything for the first of so many folders. */
function first(value: number, folders: number): Float64Array {
  return Float64Array.from({ length: folders }, (_, k) => (k === 0 ? value : 0))
}

describe('whatever the evidence', () => {
  const value = fc.double({ min: 0, max: 2, noNaN: true })
  const some = fc.array(value, { minLength: 12, maxLength: 12 }).map((values) => Float64Array.from(values))

  it('is a probability, and no smaller the further the first folder is ahead', () => {
    fc.assert(
      fc.property(some, some, some, value, fc.nat(9000), (scores, terms, opening, ahead, mails) => {
        const noticed = { ...createNoticed(), mails }
        const about = { ...all, match: { ...all.match, terms, opening } }
        const best = scores.indexOf(Math.max(...scores))
        const before = untaught(0.5, { noticed, mails: 0 }, { ...about, shares: sharesOf(scores) }, best)
        const after = untaught(0.5, { noticed, mails: 0 }, { ...about, shares: sharesOf(scores, best, ahead) }, best)
        expect(before).toBeGreaterThan(0)
        expect(after).toBeLessThan(1)
        expect(after).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})

function sharesOf(scores: Float64Array, best = 0, ahead = 0): Float64Array {
  const odds = scores.map((score, k) => Math.exp(score + (k === best ? ahead : 0)))
  const sum = odds.reduce((a, b) => a + b, 0)
  return odds.map((one) => one / sum)
}
