import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minConfidenceThreshold } from '../../../contract/limits.ts'
import { ReasonCode } from '../../../contract/reasons.ts'
import { anyFolders, anyHistory, anyMail } from '../../../packages/classifier/testing/arbitrary.ts'
import { folder, mailWith } from '../../../packages/classifier/testing/messages.ts'
import { createModel, type FolderToSort, learn, type MessageToSort } from '../../../packages/classifier/classifier.ts'
import type { Condition } from './match-conditions.ts'
import type { Correction, DecisionContext } from './decision.ts'
import { decide } from './decide.ts'

const FOLDERS = [folder('Bills', 'Invoices'), folder('Friends', 'Private mail')]
const BILL = mailWith({ from: 'Billing@acme.example', fromName: 'Acme', subject: 'Invoice 12', text: 'Amount due.' })

function memory(parts: Partial<DecisionContext> = {}): DecisionContext {
  return { model: createModel(), conditions: [], corrections: [], isFromKnownSender: false, threshold: 0.8, ...parts }
}

function trained() {
  const model = createModel()
  for (let i = 0; i < 10; i++) {
    learn(model, { ...BILL, subject: `Invoice ${i}` }, 'Bills', FOLDERS)
    learn(
      model,
      mailWith({ from: 'tom@x.example', subject: `Party ${i}`, text: 'See you on Saturday' }),
      'Friends',
      FOLDERS,
    )
  }
  return model
}

const oneLineInstructions = ({ instructions }: FolderToSort) => instructions.replace(/[\p{C}\s]+/gu, ' ')

/** All fields of a mail, one line each. */
function writtenIn(mail: MessageToSort): string[] {
  const places = [
    mail.from,
    mail.fromName,
    mail.subject,
    mail.text,
    ...mail.attachmentNames,
    ...Object.values(mail.headers),
  ]
  return places.map((place) => place.replace(/[\p{C}\s]+/gu, ' '))
}

function moved(value: string, folderId: string, kind: Correction['kind'] = 'sender'): Correction {
  return { kind, value, folderId }
}

describe('decide', () => {
  it('returns a valid, bounded decision for any input', () => {
    const anyCorrection = fc.record({
      kind: fc.constantFrom<Correction['kind']>('sender', 'list'),
      value: fc.oneof(fc.constantFrom('a@b', 'billing@acme.example', ''), fc.string()),
      folderId: fc.constantFrom('a', 'b', 'gone', 'inbox'),
    })
    const anyCondition = fc.record({
      kind: fc.constantFrom<Condition['kind']>('address', 'domain', 'list', 'subject'),
      value: fc.oneof(fc.constantFrom('a@b', 'acme.example', 'invoice'), fc.string({ minLength: 1 })),
      folderId: fc.constantFrom('a', 'b', 'gone', 'inbox'),
    })
    fc.assert(
      fc.property(
        anyHistory,
        anyMail,
        anyFolders,
        fc.array(anyCorrection, { maxLength: 3 }),
        fc.array(anyCondition, { maxLength: 3 }),
        fc.boolean(),
        fc.oneof(fc.double({ min: 0, max: 1 }), fc.constant(Number.NaN)),
        (history, mail, folders, corrections, conditions, isFromKnownSender, threshold) => {
          const model = createModel()
          for (const { mail: old, folderId } of history) learn(model, old, folderId, folders)
          const known = { model, corrections, conditions, isFromKnownSender, threshold }
          const decision = decide(mail, folders, known)
          const ids = folders.map(({ id }) => id)
          if (decision.folderId === null) expect(decision.reason).not.toBe('sorted')
          else expect(ids).toContain(decision.folderId)
          const offered = [decision.runnerUp?.folderId ?? null, decision.secondChoiceId].filter((id) => id !== null)
          const all = [...offered, ...(decision.folderId === null ? [] : [decision.folderId])]
          expect(ids).toEqual(expect.arrayContaining(all))
          expect(new Set(all).size).toBe(all.length)
          if (decision.folderId !== null) expect(decision.reason).toBe('sorted')
          expect(ReasonCode.options).toContain(decision.reason)
          const confidence = decision.confidence ?? 0
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1)
          expect(decision.runnerUp?.confidence ?? 0).toBeLessThanOrEqual(confidence)
          expect(decision.evidence.length).toBeLessThanOrEqual(6)
          for (const { kind, text } of decision.evidence) {
            expect(text).toMatch(/^\P{C}{1,200}$/u)
            const source = kind === 'instruction_sentence' ? folders.map(oneLineInstructions) : writtenIn(mail)
            expect(source.some((place) => place.includes(text))).toBe(true)
          }
          expect(decision.explanation).toMatch(/^\P{Cc}{1,200}$/u)
          expect(decision.explanation.isWellFormed()).toBe(true)
          expect(decide(mail, folders.toReversed(), known)).toEqual(decision)
        },
      ),
      { examples: [[[], mailWith({ from: 'billing@acme.example' }), [folder('Invoice', '')], [], [], false, 0.5]] },
    )
  })

  it('holds the actions of what may be a copy also where no folder fits: a language model can still file it', () => {
    const text = 'the ship leaves at nine for the harbour with all of our engineers and musicians on board tomorrow'
    const mail = mailWith({ from: 'x@new.example', subject: 'Bills', text })
    const decision = decide(mail, [folder('Invoices'), folder('Travel')], memory({ threshold: 0.9 }))
    expect(decision).toMatchObject({ reason: 'no_match', actionsWait: true })
  })

  it('sorts where the classifier is sure, and explains why', () => {
    const decision = decide(BILL, [...FOLDERS, folder('Garden', '')], memory({ model: trained() }))
    expect(decision).toMatchObject({
      folderId: 'Bills',
      by: 'classifier',
      reason: 'sorted',
      runnerUp: { folderId: 'Garden' },
      secondChoiceId: 'Friends',
    })
    expect(decision.explanation).toContain('billing@acme.example went here 10 times')
  })

  it('quotes the mail verbatim, with accents and capitals', () => {
    const model = trained()
    const folders = [folder('Bills', 'Invoices, reçus, électricité'), folder('Friends', 'Private mail')]
    const subject = 'Re: INVOICE 12 Électricité'
    const mail = mailWith({ from: 'Billing@Acme.example', subject, text: 'Votre Reçu' })
    const { evidence, explanation } = decide(mail, folders, memory({ model, threshold: 0 }))
    expect(explanation).toContain('“Électricité”')
    expect(evidence).toContainEqual({ kind: 'sender', text: 'Billing@Acme.example' })
    expect(evidence).toContainEqual({ kind: 'instructions', text: 'Électricité' })
    expect(evidence).toContainEqual({ kind: 'instructions', text: 'INVOICE' })
    const first = { ...mail, subject: 'RE: Dinner on Friday' }
    learn(model, first, 'Friends', folders)
    learn(model, first, 'Friends', folders)
    const reply = { ...first, from: 'ann@y.example', subject: 'AW: Re: dinner on friday' }
    expect(decide(reply, folders, memory({ model, threshold: 0 })).evidence).toContainEqual({
      kind: 'thread',
      text: 'dinner on friday',
    })
  })

  it('leaves mail below the threshold and names the best folder', () => {
    const mail = mailWith({ from: 'new@y.example', subject: 'Invoice for the party?' })
    const decision = decide(mail, FOLDERS, memory({ model: trained(), threshold: 0.99 }))
    expect(decision).toMatchObject({ folderId: null, by: 'classifier', reason: 'low_confidence' })
    expect(decision.explanation).toMatch(/^Perhaps “(?:Bills|Friends)” \(\d+%\), but sorting starts at 99%$/)
    const almost = decide(mail, FOLDERS, memory({ model: trained(), threshold: (decision.confidence ?? 0) + 1e-6 }))
    const [likely, least] = [...almost.explanation.matchAll(/(\d+)%/g)].map(([, number]) => Number(number))
    expect(likely).toBeLessThan(least ?? 0)
  })

  it('finds no match without folders or evidence', () => {
    expect(decide(BILL, [], memory())).toMatchObject({
      folderId: null,
      reason: 'no_match',
      confidence: 0,
      runnerUp: null,
    })
    const strange = mailWith({ from: 'q@q.example', subject: 'Zzzz', text: 'Qwfp.' })
    expect(decide(strange, FOLDERS, memory({ threshold: 0.3 }))).toMatchObject({ folderId: null, reason: 'no_match' })
  })

  it('says that the instructions of every folder exclude the sender', () => {
    const closed = FOLDERS.map((one) => ({ ...one, instructions: 'Nothing from acme.example' }))
    const { explanation } = decide({ ...BILL, from: 'bills@acme.example' }, closed, memory({ threshold: 0 }))
    expect(explanation).toBe('The instructions of every folder exclude this email')
  })

  it('never sorts into the inbox', () => {
    const inbox = { id: 'inbox', name: 'Invoice', instructions: 'invoice acme amount due' }
    expect(decide(BILL, [inbox], memory({ threshold: 0 }))).toMatchObject({ folderId: null, reason: 'no_match' })
  })

  it('quotes no words of the text', () => {
    const mail = { ...BILL, text: 'The secret password is zanzibar.' }
    const model = createModel()
    for (let i = 0; i < 10; i++) learn(model, mail, 'Bills', FOLDERS)
    const decision = decide(mail, FOLDERS, memory({ model, threshold: 0 }))
    expect(JSON.stringify(decision)).not.toMatch(/zanzibar|secret/)
  })
})

describe('corrections', () => {
  it('take precedence over the classifier, newest first', () => {
    const corrections = [moved('billing@acme.example', 'Friends'), moved('billing@acme.example', 'Bills')]
    expect(decide(BILL, FOLDERS, memory({ model: trained(), corrections }))).toMatchObject({
      folderId: 'Friends',
      by: 'correction',
      reason: 'sorted',
      confidence: 1,
      evidence: [{ kind: 'sender', text: 'Billing@acme.example' }],
    })
  })

  it('leave mail of a sender whose mail the user moved back', () => {
    const corrections = [moved('billing@acme.example', 'inbox')]
    const decision = decide(BILL, FOLDERS, memory({ model: trained(), corrections }))
    expect(decision).toMatchObject({ folderId: null, by: 'correction', reason: 'no_match' })
    expect(decision.explanation).toContain('billing@acme.example in the inbox')
  })

  it('leave mail where the folder is switched off', () => {
    const corrections = [moved('billing@acme.example', 'Old'), moved('billing@acme.example', 'Bills')]
    expect(decide(BILL, FOLDERS, memory({ model: trained(), corrections }))).toMatchObject({
      folderId: null,
      reason: 'disabled',
    })
  })

  it.each([
    ['part of an address', { from: 'xbilling@acme.example' }],
    ['a longer domain', { from: 'billing@acme.example.evil.example' }],
    ['the display name', { from: 'evil@evil.example', fromName: 'billing@acme.example' }],
    ['an empty sender', { from: '' }],
  ])('do not apply to %s', (_what, parts) => {
    const corrections = [moved('billing@acme.example', 'Friends'), moved('', 'Friends')]
    expect(decide({ ...BILL, ...parts }, FOLDERS, memory({ corrections })).by).toBe('classifier')
  })

  it('match a list by its exact id, whatever the sender', () => {
    const corrections = [moved('club.lists.example', 'Friends', 'list')]
    const onList = { ...BILL, headers: { 'list-id': 'The club <club.lists.example>' } }
    expect(decide(onList, FOLDERS, memory({ corrections }))).toMatchObject({
      folderId: 'Friends',
      by: 'correction',
      evidence: [{ kind: 'list', text: 'club.lists.example' }],
    })
    const other = { ...BILL, headers: { 'list-id': 'club.lists.example <other.example>' } }
    expect(decide(other, FOLDERS, memory({ corrections })).by).toBe('classifier')
  })
})

describe('conditions', () => {
  const on = (kind: Condition['kind'], value: string, folderId = 'Friends'): Condition => ({ kind, value, folderId })
  const decided = (conditions: Condition[], mail: MessageToSort = BILL, parts: Partial<DecisionContext> = {}) =>
    decide(mail, FOLDERS, memory({ model: trained(), conditions, ...parts }))

  it.each([
    [on('address', 'billing@acme.example'), BILL, 'Billing@acme.example'],
    [on('domain', 'acme.example'), BILL, 'acme.example'],
    [on('domain', 'example'), BILL, 'example'],
    [
      on('list', 'club.lists.example'),
      { ...BILL, headers: { 'list-id': 'Club <club.lists.example>' } },
      'club.lists.example',
    ],
    [on('subject', 'REÇU invoice'), { ...BILL, subject: 'Your invoice and recu' }, 'invoice'],
  ])('%j takes precedence over everything else', (condition, mail, quoted) => {
    const corrections = [moved('billing@acme.example', 'Bills')]
    const decision = decided([condition], mail, { corrections, isFromKnownSender: true })
    expect(decision).toMatchObject({ folderId: 'Friends', by: 'condition', reason: 'sorted', confidence: 1 })
    expect(decision.explanation).toMatch(/^Your condition: /)
    expect(decision.evidence.map(({ text }) => text)).toContain(quoted)
  })

  it('leave mail where the folder is switched off', () => {
    expect(decided([on('domain', 'acme.example', 'Old')])).toMatchObject({
      folderId: null,
      by: 'condition',
      reason: 'disabled',
    })
  })

  it('known senders stay in the inbox, unless a correction says otherwise', () => {
    expect(decided([], BILL, { isFromKnownSender: true })).toMatchObject({
      folderId: null,
      by: 'known_person',
      reason: 'known_person',
      evidence: [{ kind: 'sender', text: 'Billing@acme.example' }],
    })
    const corrections = [moved('billing@acme.example', 'Bills')]
    expect(decided([], BILL, { isFromKnownSender: true, corrections }).folderId).toBe('Bills')
  })
})

it('offers the folder of a filed email for its kind from other senders, and files none', () => {
  const unknownNames = ['Whitby!!', 'Lena', 'Zettel', '2024'].map((id) => folder(id))
  const model = createModel()
  const filed = { from: 'track@parcelrun.example', subject: 'Your parcel arrives', text: 'Track your parcel 8.' }
  learn(model, mailWith(filed), 'Whitby!!', unknownNames)
  const other = mailWith({
    from: 'info@paketbote.example',
    subject: 'Ihr Paket kommt heute',
    text: 'Sendungsnummer 34.',
  })
  expect(decide(other, unknownNames, memory({ model, threshold: minConfidenceThreshold }))).toMatchObject({
    folderId: null,
    reason: 'low_confidence',
    runnerUp: { folderId: 'Whitby!!', confidence: null },
    explanation: 'You have put similar emails into “Whitby!!”. Does it belong there?',
  })
})

it('offers no folder for the kind alone where its description says what belongs in it', () => {
  const folders = [folder('Kids', 'Football and parties'), folder('Whitby!!'), folder('Lena')]
  const model = createModel()
  const filed = { from: 'track@parcelrun.example', subject: 'Your parcel arrives', text: 'Track your parcel 8.' }
  learn(model, mailWith(filed), 'Kids', folders)
  const other = mailWith({ from: 'info@paketbote.example', subject: 'Ihr Paket kommt', text: 'Sendungsnummer 34.' })
  expect(decide(other, folders, memory({ model }))).toMatchObject({ reason: 'no_match', runnerUp: null })
})

it('names words of the subject that fit a description, and claims no email in an empty folder', () => {
  const folders = ['Travel', 'Health', 'Insurance', 'Bills'].map((id) => folder(id))
  const booking = mailWith({ from: 'desk@air.example', subject: 'Hotel booking for your flight', text: 'See you!' })
  const { explanation, evidence } = decide(booking, folders, memory({ threshold: 0.6 }))
  expect(explanation).toMatch(/^It fits the folder's name or instructions: “flight”, “Hotel”, “booking”/)
  expect(evidence).toContainEqual({ kind: 'subject', text: 'flight' })
})

describe('an email for which no single word speaks', () => {
  const names = ['Bills', 'Travel', 'Insurance', 'Bank', 'School', 'Taxes', 'Shopping', 'Health', 'Friends', 'Car']
  const everyday = [...names, 'Sports', 'Newsletters'].map((id) => folder(id))
  const claim = mailWith({
    from: 'claims@buckeyemutual.example',
    fromName: 'Buckeye Mutual',
    subject: 'Claim 88-120: hail',
    text: 'An adjuster will come on the 14th. Please keep photos of the roof and the gutter.',
  })

  it('is filed with a sentence that claims no email in the folder', () => {
    const decision = decide(claim, everyday, memory({ threshold: 0.6 }))
    expect(decision).toMatchObject({ folderId: 'Insurance', evidence: [], basis: 'instructions' })
    expect(decision.explanation).toBe("As a whole it fits the folder's name or instructions")
  })

  it('is offered below the threshold', () => {
    expect(decide(claim, everyday, memory({ threshold: 0.95 }))).toMatchObject({
      folderId: null,
      reason: 'low_confidence',
      runnerUp: { folderId: 'Insurance' },
      explanation: 'Perhaps “Insurance” (87%), but sorting starts at 95%',
    })
  })
})
