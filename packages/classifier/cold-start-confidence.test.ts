import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { createModel, learn, type Model, rank } from './model.ts'
import { createDocumentFrequencies } from './document-frequencies.ts'
import { folder, mailWith } from './testing/messages.ts'
import { coldStartConfidence } from './cold-start-confidence.ts'

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

describe('before the first example', () => {
  it('is high for a clear message and everyday names, and low without evidence', () => {
    const clear = rank(createModel(), flight, everyday)
    expect(clear.candidates[0]?.folderId).toBe('Travel')
    expect(clear.confidence).toBeGreaterThan(THRESHOLD)
    expect(rank(createModel(), note, everyday).confidence).toBeLessThan(0.1)
  })

  it('is higher for a message of a list and a folder about newsletters, and not for other folders', () => {
    const mail = { from: 'hello@five.example', subject: 'The Friday five', text: 'Hello readers, five links we liked.' }
    const listed = { ...mail, headers: { 'list-unsubscribe': '<mailto:leave@five.example>' } }
    const few = [folder('Receipts'), folder('Travel'), folder('News', 'Newsletters.'), folder('Family')]
    const { candidates, confidence } = rank(createModel(), mailWith(listed), few)
    expect(candidates[0]?.folderId).toBe('News')
    expect(confidence).toBeGreaterThan(THRESHOLD)
    expect(rank(createModel(), mailWith(mail), few).confidence).toBeLessThan(confidence)
    const trip = mailWith({ ...flight, headers: listed.headers })
    expect(rank(createModel(), trip, few).candidates[0]?.folderId).toBe('Travel')
  })

  it('is lower for the same message with personal names', () => {
    const { candidates, confidence } = rank(createModel(), flight, own)
    expect(candidates[0]?.folderId).toBe('Travel')
    expect(confidence).toBeLessThan(rank(createModel(), flight, everyday).confidence - 0.1)
  })

  it('does not file by body text alone, which may have been written to match', () => {
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

  it('files by the topic with few folders, and neither by the name alone nor by a common word', () => {
    for (const folders of [everyday.slice(1, 2), everyday.slice(0, 2)]) {
      expect(rank(createModel(), flight, folders).confidence).toBeGreaterThan(THRESHOLD)
      const named = rank(createModel(), mailWith({ subject: 'Travel: win a prize' }), folders)
      expect(named.review).toBe('name-only')
      expect(named.confidence).toBeLessThan(THRESHOLD)
      expect(rank(createModel(), note, folders).confidence).toBeLessThan(THRESHOLD)
    }
    const bank = [
      folder('Zuqo', 'Statements, transfers and card notices of my bank, the mortgage and the pension plan.'),
    ]
    const thin = mailWith({ subject: 'Your plan', text: 'A card for my sister.' })
    expect(rank(createModel(), thin, bank).confidence).toBeLessThan(0.4)
  })

  it.each([
    ['Zuqo', 'Statements and card notices of my bank, transfers', 'A walk along the bank of the river on Sunday'],
    ['Bank', 'Statements and card notices, the mortgage', 'My uncle made a statement to the police about the fence'],
    ['Zuqo', 'Alles von der Bank, Kontoauszüge, Karten, die Rente', 'Ich sitze auf der Bank unter der Linde und warte'],
    ['Arbeit', 'Angebote an Kunden, Sitzungen und Verträge', 'Das Angebot an Pilzen im Wald war heuer mager'],
    ['Reisen', 'Flüge, Hotels, Züge und Buchungen', 'Der Zug der Kraniche über dem See war herrlich'],
    ['Zuqo', 'Tout sur nos voyages : vol, hôtel, train, location', 'Il y a eu un vol dans la cave hier soir'],
    ['Zuqo', 'Todo lo del banco: extractos, tarjetas', 'Nos sentamos en un banco del parque a la sombra'],
    ['Zuqo', 'Alles van de bank: afschriften, passen', 'We zitten op de bank met een deken'],
  ])('does not file a long sentence by one ambiguous word: %s, %s: %s', (name, instructions, subject) => {
    const mail = mailWith({ from: 'anna@quiet.example', fromName: 'Anna Bell', subject, text: '' })
    for (const others of [[], [folder('School', 'Letters from the teacher'), folder('Garden', 'Seeds and plants')]]) {
      const { candidates, confidence } = rank(createModel(), mail, [folder(name, instructions), ...others])
      expect(candidates[0]?.folderId).toBe(name)
      expect(confidence).toBeLessThan(THRESHOLD)
    }
  })

  it.each([
    ['Bills, invoices, bank and insurance', 'Invoice for the boiler', 'Attached, for the repair of your boiler.'],
    ['Rechnungen, Bank und Versicherung', 'Rechnung für die Heizung', 'Anbei, für die Reparatur am Dienstag.'],
    ['Facturas, banco y seguros', 'Factura de la caldera', 'Adjunto la factura de la reparación del martes.'],
  ])('files a bill for something else by the word that begins its subject: %s, %s', (description, subject, text) => {
    const mailbox = [folder('Zuqo', description), folder('Travel', 'Flights and hotels'), folder('Garden', 'Seeds')]
    const mail = mailWith({ from: 'peter@brandt.example', subject, text })
    expect(rank(createModel(), mail, mailbox)).toMatchObject({ candidates: [{ folderId: 'Zuqo' }, {}, {}] })
    expect(rank(createModel(), mail, mailbox).confidence).toBeGreaterThan(THRESHOLD)
  })

  it('does not file by such a word in the name of the sender', () => {
    const mailbox = [
      folder('Bank', 'Statements and card notices of my bank'),
      folder('Orders', 'Orders from online shops, deliveries and returns'),
      folder('Travel', 'Flights, hotels, trains and bookings'),
      folder('Garden', 'Seeds, plants and my allotment'),
    ]
    const sender = { from: 'hi@trains.example', fromName: 'Model Trains Ltd' }
    const mail = mailWith({ ...sender, subject: 'Our new workshop', text: 'Visit us in Leeds.' })
    expect(rank(createModel(), mail, mailbox).confidence).toBeLessThan(THRESHOLD)
  })

  it('is never higher with few folders, and yields to the calibration as the user files', () => {
    const about = (mails: number, folders = 12, examples = 0) =>
      coldStartConfidence(
        0.1,
        { frequencies: createDocumentFrequencies(), mails },
        { ...all, shares: first(1, folders) },
        0,
        examples,
      )
    expect(about(0, 4)).toBe(0.1)
    expect(about(0, 8)).toBeLessThan(about(0))
    for (const mails of [0, 10, 40, 60, 120]) expect(about(mails + 10)).toBeLessThan(about(mails))
    expect(about(180)).toBe(0.1)
    expect(about(90, 12, 3)).toBeLessThan(about(90))
    expect(about(60, 12, 7)).toBe(0.1)
  })

  it('is not limited for a known sender', () => {
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

  it('falls with the number of folders in question', () => {
    const among = [8, 4, 2, 1].map((inQuestion) => {
      const shares = Float64Array.from({ length: 12 }, (_, k) => (k === 0 ? 0.2 : k < inQuestion ? 0.19 : 0.01))
      return coldStartConfidence(0, { frequencies: createDocumentFrequencies(), mails: 0 }, { ...all, shares }, 0, 0)
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
    broad: first(0, 12),
    cooccurrences: first(0, 12),
    opening: first(1, 12),
    named: first(0, 12),
    everyday: 1,
  },
  experts: { matrix: first(0, 0), softmaxScores: first(0, 12), logShares: first(0, 12), traitCounts: first(0, 12) },
}

/** Everything for the first of so many folders. */
function first(value: number, folders: number): Float64Array {
  return Float64Array.from({ length: folders }, (_, k) => (k === 0 ? value : 0))
}

describe('after a few examples', () => {
  it('their recipients do not outvote what everyday names say of an unknown sender', () => {
    const model = createModel()
    const teach = (id: string, n: number, to: string) =>
      learn(model, mailWith({ subject: `${id} ${n}`, from: `${id}${n}@x.example`, to: [to] }), id, everyday)
    for (const n of [0, 1, 2, 3, 4, 5]) teach('Invoices', n, 'shop@me.example')
    for (const id of ['Travel', 'Newsletters', 'School', 'Health', 'Banking']) teach(id, 0, 'me@me.example')
    const mail = mailWith({ subject: 'Your loan', from: 'new@y.example', to: ['shop@me.example'] })
    const likeliest = (one: Model) =>
      rank(one, mail, everyday)
        .candidates.map(({ folderId }) => folderId)
        .slice(0, 2)
    expect(likeliest(createModel())).toEqual(['Banking', 'Health'])
    expect(likeliest(model)).toEqual(['Banking', 'Health'])
  })
})

describe('with any evidence', () => {
  const value = fc.double({ min: 0, max: 2, noNaN: true })
  const some = fc.array(value, { minLength: 12, maxLength: 12 }).map((values) => Float64Array.from(values))

  it('is a probability, and does not fall with the lead of the first folder', () => {
    fc.assert(
      fc.property(some, some, some, value, fc.nat(9000), (scores, terms, opening, ahead, mails) => {
        const frequencies = { ...createDocumentFrequencies(), mails }
        const about = { ...all, match: { ...all.match, terms, opening } }
        const best = scores.indexOf(Math.max(...scores))
        const before = coldStartConfidence(
          0.5,
          { frequencies, mails: 0 },
          { ...about, shares: sharesOf(scores) },
          best,
          0,
        )
        const after = coldStartConfidence(
          0.5,
          { frequencies, mails: 0 },
          { ...about, shares: sharesOf(scores, best, ahead) },
          best,
          0,
        )
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
