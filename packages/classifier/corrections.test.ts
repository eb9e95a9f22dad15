import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageToSort } from './types.ts'
import type { Model } from './model.ts'
import { createModel, INBOX, learn, observe, rank } from './model.ts'
import { folder, mailWith } from './testing/messages.ts'
import { withObserved } from './with-observed.ts'

/** The product's default threshold. */
const THRESHOLD = 0.6
/** Lowest confidence for a sender whose messages are all in one folder, whatever is corrected in another folder. */
const MIN_OF_KNOWN_SENDER = 0.85

const invoice = (n: number) =>
  mailWith({ from: 'billing@power.example', subject: `Invoice ${n} for your electricity`, text: '40 euro are due.' })
const newsletter = (n: number, from = 'news@garden.example') =>
  mailWith({ from, subject: `Garden letter ${n}`, text: 'Roses, tulips, what to sow now.' })
const greeting = (n: number) =>
  mailWith({ from: 'anna@family.example', subject: `Dinner on day ${n}`, text: 'Shall we meet at eight? Love, Anna.' })
const FOLDERS = [folder('Invoices'), folder('Newsletters'), folder('Family')]
const TARGETS = [INBOX, 'Invoices', 'Family']

function mailbox(filed: number): Model {
  const model = createModel()
  for (let n = 0; n < filed; n++) {
    correct(model, invoice(n), 'Invoices')
    correct(model, newsletter(n), 'Newsletters')
    correct(model, greeting(n), 'Family')
  }
  return model
}

function correct(model: Model, mail: MessageToSort, target: string): void {
  observe(model, mail)
  learn(model, mail, target, FOLDERS)
}

/** Confidence that the message belongs in the folder; 0 where another one is the first candidate. */
function confidenceIn(id: string, model: Model, mail: MessageToSort): number {
  const { candidates, confidence } = rank(withObserved(model, mail), mail, FOLDERS)
  return candidates[0]?.folderId === id ? confidence : 0
}

describe('seven newsletters corrected', () => {
  it.each([
    ['Invoices', 8],
    ['Family', 30],
    [INBOX, 30],
  ])('to %s leave invoices of a known sender certain, with %i filed messages per folder', (target, filed) => {
    const model = mailbox(filed)
    for (let n = 0; n < 7; n++) {
      correct(model, newsletter(n), target)
      expect(confidenceIn('Invoices', model, invoice(999))).toBeGreaterThan(MIN_OF_KNOWN_SENDER)
    }
  })

  it('do not show that messages belong in no folder where they went into another one', () => {
    const unusualInvoice = { ...invoice(999), subject: 'Your contract', text: 'See the enclosed letter.' }
    const [moved, returned] = ['Family', INBOX].map((target) => {
      const model = mailbox(12)
      for (let n = 0; n < 7; n++) correct(model, newsletter(n), target)
      return confidenceIn('Invoices', model, unusualInvoice)
    })
    expect(moved).toBeGreaterThan(returned ?? 1)
  })

  it.each(TARGETS)('to %s lower the confidence of further newsletters below the threshold', (target) => {
    const model = mailbox(12)
    const confidences = Array.from({ length: 7 }, (_, n) => {
      const confidence = confidenceIn('Newsletters', model, newsletter(n))
      correct(model, newsletter(n), target)
      return confidence
    })
    expect(confidences[0]).toBeGreaterThan(0.95)
    expect(confidences.toSorted((a, b) => b - a)).toEqual(confidences)
    expect(Math.max(...confidences.slice(4))).toBeLessThan(THRESHOLD)
  })
})

describe('any corrections in one folder', () => {
  const anyCorrection = fc.record({
    from: fc.constantFrom(
      'news@garden.example',
      'letters@garden.example',
      'news@cinema.example',
      'hello@chess.example',
    ),
    target: fc.constantFrom(...TARGETS),
  })

  it('leave a known sender of another folder certain', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 30 }),
        fc.array(anyCorrection, { minLength: 1, maxLength: 15 }),
        (filed, corrections) => {
          const model = mailbox(filed)
          corrections.forEach(({ from, target }, n) => {
            correct(model, newsletter(n, from), target)
            expect(confidenceIn('Invoices', model, invoice(999))).toBeGreaterThan(MIN_OF_KNOWN_SENDER)
          })
        },
      ),
      { numRuns: 12 },
    )
  })
})
