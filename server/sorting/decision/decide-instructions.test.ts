import { describe, expect, it } from 'vitest'
import { mailWith } from '../../../packages/classifier/testing/messages.ts'
import { createModel, learn, type FolderToSort, type MessageToSort } from '../../../packages/classifier/classifier.ts'
import { decide } from './decide.ts'
import type { DecisionContext } from './decision.ts'

const folder = (name: string, instructions: string): FolderToSort => ({ id: name.toLowerCase(), name, instructions })
const NINA = mailWith({ from: 'Nina@Firm.example', fromName: 'Nina', subject: 'Zzyzx' })
const TOM = { ...NINA, from: 'tom@firm.example', fromName: 'Tom' }

const decided = (mail: MessageToSort, folders: FolderToSort[], more: Partial<DecisionContext> = {}) => {
  const model = more.model ?? createModel()
  return decide(mail, folders, {
    model,
    conditions: [],
    corrections: [],
    isFromKnownSender: false,
    threshold: 0.6,
    ...more,
  })
}

describe('an address or domain in the instructions of a folder', () => {
  it('works like a condition: before corrections and known senders, and after conditions', () => {
    const folders = [folder('Club', 'Mail from nina@firm.example.'), folder('Work', 'Reports')]
    const more = {
      corrections: [{ kind: 'sender' as const, value: 'nina@firm.example', folderId: 'work' }],
      isFromKnownSender: true,
    }
    expect(decided(NINA, folders, more)).toMatchObject({
      folderId: 'club',
      confidence: 1,
      by: 'condition',
      basis: 'instructions',
      reason: 'sorted',
      explanation: 'Your instructions: emails from nina@firm.example',
      evidence: [{ kind: 'sender', text: 'Nina@Firm.example' }],
    })
    const conditions = [{ kind: 'domain' as const, value: 'firm.example', folderId: 'work' }]
    expect(decided(NINA, folders, { ...more, conditions }).folderId).toBe('work')
    expect(decided(TOM, folders).folderId).toBeNull()
  })

  it.each([
    ['an address before a domain', 'nina@firm.example', 'Everything from firm.example'],
    ['a longer domain before a shorter one', 'Everything from mail.firm.example', 'firm.example'],
    ['all email before the rest', 'Everything from firm.example', 'Everything else from mail.firm.example'],
  ])('decides by precedence: %s', (_title, first, second) => {
    const folders = [folder('First', first), folder('Second', second)]
    const from = first.includes('mail.') || second.includes('mail.') ? 'nina@mail.firm.example' : 'nina@firm.example'
    expect(decided({ ...NINA, from }, folders).folderId).toBe('first')
    expect(decided({ ...NINA, from }, folders.toReversed()).folderId).toBe('first')
  })

  it.each([
    ['the display name', { from: 'evil@evil.example', fromName: 'nina@firm.example' }],
    ['a longer address', { from: 'xnina@firm.example' }],
    ['a longer domain', { from: 'nina@firm.example.evil.example' }],
    ['a domain that only ends alike', { from: 'nina@notshop.example' }],
    ['an empty sender', { from: '' }],
  ])('does not match %s', (_title, parts) => {
    const folders = [folder('Club', 'nina@firm.example, @shop.example'), folder('Work', 'Reports')]
    expect(decided({ ...NINA, ...parts }, folders).by).toBe('classifier')
  })

  it('is no rule where strangers share the domain', () => {
    const folders = [folder('Club', 'Everything from gmail.com'), folder('Work', 'Reports')]
    expect(decided({ ...NINA, from: 'nina@gmail.com' }, folders).by).toBe('classifier')
  })

  it('leaves the email for review where two folders want it', () => {
    const folders = [folder('Club', 'nina@firm.example'), folder('Work', 'Mails von nina@firm.example')]
    const decision = decided(NINA, folders)
    expect(decision).toMatchObject({ folderId: null, by: 'condition', reason: 'instructions_conflict' })
    expect(new Set([decision.runnerUp?.folderId, decision.secondChoiceId])).toEqual(new Set(['club', 'work']))
    expect(decision.explanation).toMatch(/^“\w+” and “\w+” both want emails from nina@firm\.example: choose one/)
    expect(decided(NINA, folders.toReversed())).toEqual(decision)
  })

  it('leaves the email where the folder is switched off, unless another folder is as specific', () => {
    const off = [folder('Club', 'nina@firm.example')]
    const disabled = decided(NINA, [folder('Work', 'Everything from firm.example')], { disabledFolders: off })
    expect(disabled).toMatchObject({ folderId: null, by: 'condition', reason: 'disabled' })
    expect(disabled.explanation).toBe(
      'Your instructions (emails from nina@firm.example) belong to a folder that is not sorted into now',
    )
    expect(decided(NINA, [folder('Work', 'nina@firm.example')], { disabledFolders: off }).folderId).toBe('work')
  })
})

describe('an exclusion in the instructions', () => {
  function taught(): DecisionContext['model'] {
    const model = createModel()
    const folders = [folder('Club', ''), folder('Work', '')]
    for (let i = 0; i < 12; i++) {
      learn(model, { ...NINA, subject: `Zzyzx ${i}` }, 'club', folders)
      learn(model, mailWith({ from: 'boss@work.example', subject: `Report ${i}` }), 'work', folders)
    }
    return model
  }

  it.each([['Not from nina@firm.example'], ['Tennis, except firm.example'], ['Nur von boss@work.example']])(
    'removes the folder from the candidates: %s',
    (instructions) => {
      const model = taught()
      const decision = decided(NINA, [folder('Club', instructions), folder('Work', '')], { model })
      expect(decided(NINA, [folder('Club', ''), folder('Work', '')], { model }).folderId).toBe('club')
      expect(decision.folderId).not.toBe('club')
      expect(decision.runnerUp?.folderId).not.toBe('club')
    },
  )

  it('applies with a trailing dot of the domain, as conditions do', () => {
    const dotted = { ...NINA, from: 'nina@firm.example.' }
    const folders = [folder('Club', 'Not from firm.example'), folder('Work', '')]
    expect(decided(dotted, folders, { model: taught() }).folderId).not.toBe('club')
    const conditions = [{ kind: 'domain' as const, value: 'firm.example', folderId: 'work' }]
    expect(decided(dotted, folders, { conditions }).folderId).toBe('work')
  })

  it('leaves the email for review if it contradicts a move by hand', () => {
    const corrections = [{ kind: 'sender' as const, value: 'nina@firm.example', folderId: 'club' }]
    const folders = [folder('Club', 'Not from nina@firm.example'), folder('Work', '')]
    expect(decided(NINA, folders, { corrections })).toMatchObject({
      folderId: null,
      by: 'correction',
      reason: 'instructions_conflict',
      runnerUp: { folderId: 'club' },
    })
  })
})

describe('weaker wishes about a sender', () => {
  const folders = [folder('Firm', 'Everything else from firm.example'), folder('Invoices', 'Invoices and receipts')]
  const invoice = {
    ...TOM,
    subject: 'Invoice 12, receipt attached',
    text: 'Amount due: 49.90 EUR, payable by bank transfer.',
  }

  it('“everything else” yields to a folder of which the classifier is sure', () => {
    expect(decided(TOM, folders)).toMatchObject({
      folderId: 'firm',
      explanation: 'Your instructions: everything else from firm.example',
    })
    expect(decided(invoice, folders, { threshold: 0.3 }).folderId).toBe('invoices')
    expect(decided(invoice, [folders[0] ?? expect.fail()], { threshold: 0.3 }).folderId).toBe('firm')
  })

  it('“invoices from …” takes only what the classifier is sure of', () => {
    const some = [folder('Bills', 'Invoices from tom@firm.example'), folder('Trips', 'Flights and hotels')]
    const model = createModel()
    for (let i = 0; i < 12; i++) {
      learn(model, { ...invoice, subject: `Invoice ${i}` }, 'bills', some)
      learn(model, mailWith({ from: 'air@trips.example', subject: `Flight ${i}` }), 'trips', some)
    }
    const sure = decided(invoice, some, { model, threshold: 0.3, isFromKnownSender: true })
    expect(sure).toMatchObject({ folderId: 'bills', by: 'condition' })
    expect(decided(invoice, some, { threshold: 0.999 }).folderId).toBeNull()
    const lunch = { ...TOM, subject: 'Lunch tomorrow?', text: 'At noon?' }
    expect(decided(lunch, some).folderId).toBeNull()
    const flight = { ...TOM, subject: 'Your flight and hotel', text: 'Flights and hotels for your trips' }
    expect(decided(flight, some).folderId).not.toBe('bills')
  })

  it('“invoices from …” in two folders leaves an email of which the classifier is not sure for review', () => {
    const both = [folder('Bills', 'Invoices from tom@firm.example'), folder('Paid', 'Invoices from tom@firm.example')]
    const decision = decided(invoice, both, { threshold: 0.9 })
    expect(decision).toMatchObject({ folderId: null, reason: 'instructions_conflict' })
    expect(new Set([decision.runnerUp?.folderId, decision.secondChoiceId])).toEqual(new Set(['bills', 'paid']))
  })

  it.each([
    ['Everything from firm.example, but keep newsletters in the inbox', { subject: 'March newsletter' }],
    ['Everything from firm.example except newsletters', { subject: 'New', headers: { 'list-unsubscribe': '<x:y>' } }],
    ['Everything from firm.example; their invoices go to Finance', { subject: 'Invoice 12' }],
    ['Everything from firm.example goes to Firm. For invoices I use Finance.', { subject: 'Invoice 12' }],
    ['Newsletters from firm.example go to Reading, everything from firm.example comes here', { subject: 'Newsletter' }],
    ['Alles von firm.example, Newsletter bleiben im Posteingang', { subject: 'Newsletter im März' }],
    ['Tout de firm.example, mais les factures vont dans Compta', { subject: 'Votre facture 12' }],
  ])('“everything but a kind” files all other email of the sender: %s', (instructions, parts) => {
    const firm = [folder('Firm', instructions), folder('Trips', 'Flights and hotels')]
    expect(decided({ ...TOM, subject: 'Lunch tomorrow?', text: 'At noon?' }, firm)).toMatchObject({
      folderId: 'firm',
      explanation: 'Your instructions: emails from firm.example',
    })
    const exception = decided({ ...TOM, ...parts }, firm)
    expect(exception.folderId).toBeNull()
    expect(exception.runnerUp?.folderId).not.toBe('firm')
    // A correction of the user still decides.
    const corrections = [{ kind: 'sender' as const, value: 'tom@firm.example', folderId: 'firm' }]
    expect(decided({ ...TOM, ...parts }, firm, { corrections }).folderId).toBe('firm')
  })

  it('“everything else” leaves what the instructions send elsewhere', () => {
    const firm = [folder('Firm', 'Newsletters go to Reading, everything else from firm.example comes here')]
    expect(decided(TOM, firm).folderId).toBe('firm')
    expect(decided({ ...TOM, subject: 'March newsletter' }, firm).folderId).toBeNull()
  })

  it('“everything else” in a folder that is switched off leaves the email', () => {
    const off = [folder('Off', 'Everything else from tom@firm.example')]
    expect(decided(TOM, folders, { disabledFolders: off })).toMatchObject({ folderId: null, reason: 'disabled' })
  })

  it('yield to corrections', () => {
    const corrections = [{ kind: 'sender' as const, value: 'tom@firm.example', folderId: 'invoices' }]
    expect(decided(TOM, folders, { corrections }).folderId).toBe('invoices')
  })
})
