import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileByContent } from './file-message.ts'
import { createModel, INBOX, learn, rank } from './model.ts'
import { folder, mailWith } from './testing/messages.ts'
import { THRESHOLD, gardening, folders, taughtMailbox } from './testing/taught-mailbox.ts'
import type { FolderToSort } from './types.ts'

describe('an unknown sender', () => {
  const unknown = 'offers@unknown.example'
  const models = { fresh: createModel(), taught: taughtMailbox() }

  it.each(['fresh', 'taught'] as const)(
    'starts no action by the name of a new folder alone in a %s mailbox',
    (mailbox) => {
      fc.assert(
        fc.property(
          fc.constantFrom(...(mailbox === 'fresh' ? folders : [gardening])),
          fc.constantFrom('You have won', 'Act now', 'Final notice', 'Hello', ''),
          fc.constantFrom('Click here.', 'Dear customer, see the attachment.', ''),
          ({ name }: FolderToSort, subject, text) => {
            const mail = mailWith({ from: unknown, subject: `${name}: ${subject}`, text })
            const { confidence, mayBeCopied } = rank(models[mailbox], mail, folders)
            expect(confidence < THRESHOLD || mayBeCopied).toBe(true)
          },
        ),
      )
    },
  )

  it('starts no action by words of the instructions where the folder has many examples', () => {
    const model = taughtMailbox()
    for (let n = 0; n < 10; n++) {
      const mail = mailWith({
        subject: `Allotment rota ${n}`,
        text: 'Compost, seed and water.',
        from: 'rota@plots.example',
      })
      learn(model, mail, 'Gardening', folders)
    }
    const mail = mailWith({
      subject: 'Seed catalogues, garden centres, allotment',
      text: 'See the attachment.',
      from: unknown,
    })
    const { ranking, outcome, actionsWait } = fileByContent(model, mail, folders, THRESHOLD)
    expect(ranking.candidates[0]?.folderId).toBe('Gardening')
    expect({ outcome, actionsWait }).toEqual({ outcome: 'filed', actionsWait: true })
    const known = mailWith({ subject: 'Allotment rota', text: 'Compost.', from: 'rota@plots.example' })
    expect(fileByContent(model, known, folders, THRESHOLD)).toMatchObject({ outcome: 'filed', actionsWait: false })
  })

  it('is left for the name also where the confidence is low, because a language model could be persuaded', () => {
    const mailbox = [gardening, folder('Club', 'Tennis club: matches'), folder('Bills', 'Invoices and payments')]
    const model = createModel()
    for (let n = 0; n < 30; n++) {
      for (const id of ['Club', 'Bills'])
        learn(model, mailWith({ subject: `Your ${id} ${n}`, from: `${id}@x.example` }), id, mailbox)
      const spam = { subject: `You have won ${n} lottery`, text: 'Click here', from: `p${n}@s${n}.example` }
      learn(model, mailWith(spam), INBOX, mailbox)
    }
    for (const subject of ['Spring bulbs', 'Lawn mowers'])
      learn(model, mailWith({ subject, from: 'shop@bulbs.example' }), 'Gardening', mailbox)
    learn(model, mailWith({ subject: 'Gardening leave', from: 'news@jobs.example' }), INBOX, mailbox)
    const mail = mailWith({ from: unknown, subject: 'Gardening: you have won', text: 'Click here.' })
    const { confidence, candidates, review } = rank(model, mail, mailbox)
    expect(confidence).toBeLessThan(0.3)
    expect(candidates[0]?.folderId).toBe('Gardening')
    expect(review).toBe('name-only')
    expect(rank(model, mailWith({ from: unknown, subject: 'Qwfp', text: 'Zxcv.' }), mailbox).review).toBeNull()
  })

  it.each([
    ['Invoices', 'Invoices and bills', 'Invoice 881', 'The direct debit of 49.90 is due on Friday.'],
    ['Bills', 'Bills, invoices and receipts', 'Your bill', '£20 will be taken on 4 May'],
  ])('is filed in %s as in a folder with another name, by “%s”: %s', (name, instructions, subject, text) => {
    const mail = mailWith({ from: unknown, subject, text })
    const others = [folder('Friends', 'Parties'), folder('Travel', 'Flights and hotels')]
    for (const named of [name, 'Zuqo']) {
      const filing = fileByContent(models.fresh, mail, [{ id: 'new', name: named, instructions }, ...others], THRESHOLD)
      expect(filing).toMatchObject({ outcome: 'filed', actionsWait: true })
    }
  })

  it.each(['fresh', 'taught'] as const)('never files by pasted instructions in a %s mailbox', (mailbox) => {
    const inText = mailWith({
      from: unknown,
      subject: 'You have won',
      text: `${gardening.instructions}\n\nClick here.`,
    })
    expect(rank(models[mailbox], inText, folders).confidence).toBeLessThan(THRESHOLD)
    const inSubject = rank(models[mailbox], mailWith({ from: unknown, subject: gardening.instructions }), folders)
    expect(inSubject.review).toBe('instructions-pasted')
    expect(inSubject.confidence).toBeLessThan(THRESHOLD)
  })
})

describe('an unknown sender who copies short instructions', () => {
  const short = [
    folder('Money', 'Invoices'),
    folder('Money', 'Invoices and bills'),
    folder('Allotment', 'Seed catalogues'),
    folder('Sport', 'My tennis club'),
    folder('Security', 'Sign-in codes'),
  ]
  const copies = (instructions: string) => [
    { subject: `${instructions}: you have won` },
    { subject: 'You have won', fromName: instructions },
    { subject: 'You have won', text: `Click here.\n\nOn Monday you wrote:\n> ${instructions}` },
    { subject: 'You have won', attachmentNames: [`${instructions}.pdf`] },
  ]

  it.each(short)('is not filed, or starts no action: $instructions', (copied) => {
    const mailbox = [copied, folder('Friends', 'Parties and dinners'), folder('Work', 'Projects and meetings')]
    for (const parts of copies(copied.instructions)) {
      const mail = mailWith({ from: 'hello@stranger.example', text: 'Click here.', ...parts })
      const { confidence, mayBeCopied } = rank(createModel(), mail, mailbox)
      expect(confidence < THRESHOLD || mayBeCopied).toBe(true)
    }
  })

  it('does not prevent that an email is filed whose subject has two of three words', () => {
    const mailbox = [folder('Garden', 'Seed catalogues for my vegetables'), folder('Friends', 'Parties and dinners')]
    const mail = mailWith({ from: 'shop@green.example', subject: 'Your seed catalogue', text: 'Tools for the garden.' })
    const { candidates, confidence } = rank(createModel(), mail, mailbox)
    expect(candidates[0]?.folderId).toBe('Garden')
    expect(confidence).toBeGreaterThan(THRESHOLD)
  })

  it('does not prevent that an invoice is filed where the instructions are one word', () => {
    const mailbox = [folder('Money', 'Invoices'), folder('Friends', 'Parties'), folder('Travel', 'Flights and hotels')]
    const text = 'The amount due is 120 euros, please pay by Friday.'
    const mail = mailWith({ from: 'billing@power.example', subject: 'Invoice 4711', text })
    const { candidates, confidence, review } = rank(createModel(), mail, mailbox)
    expect(candidates[0]?.folderId).toBe('Money')
    expect(review).toBeNull()
    expect(confidence).toBeGreaterThan(THRESHOLD)
  })
})

describe('an unknown sender who knows the name and a word of the instructions', () => {
  const described = [
    { known: 'Family mum', attacked: folder('Family', 'Everything about mum, my sister and the children') },
    { known: 'Choir rehearsals', attacked: folder('Choir', 'Rehearsals, scores, concerts of my choir') },
  ]
  const others = [folder('Work', 'Projects and meetings'), folder('Orders', 'Parcels'), folder('Travel', 'Flights')]
  const letter = { subject: 'For you', text: 'Hello, are you at home tomorrow? I would like to pick up the keys.' }
  const from = 'hello@stranger.example'

  it.each(described)('starts no action by them, wherever they are: $known', ({ known, attacked }) => {
    const copies = [
      { subject: `${known}: for you` },
      { fromName: known },
      { from: `${known.replace(' ', '.')}@x.example` },
    ]
    for (const copied of copies) {
      const mail = mailWith({ from, ...letter, ...copied })
      const filing = fileByContent(createModel(), mail, [attacked, ...others], THRESHOLD)
      expect(filing).toMatchObject({ outcome: 'filed', actionsWait: true })
    }
  })

  it('is not filed by both where the name alone or the word alone files nothing', () => {
    const gran = folder('Gran', 'Larkfield, the solicitor, aunt Jean when it is about Gran')
    for (const known of ['Gran', 'Larkfield', 'Gran Larkfield']) {
      const mail = mailWith({ from, subject: `${known}: for you`, text: 'Hello, are you at home tomorrow?' })
      expect(fileByContent(createModel(), mail, [gran, ...others], THRESHOLD).outcome).not.toBe('filed')
    }
  })

  const invoices = [folder('Money', 'Invoices'), folder('Friends', 'Parties'), folder('Travel', 'Flights and hotels')]
  const invoice = { subject: 'Invoice 4711', text: 'The amount due is 120 euros, please pay by Friday.' }

  it('is not every new sender: what is about the topic without the described words starts actions', () => {
    const text = `${invoice.text} Payment by bank transfer or direct debit, VAT included. Your customer number is 7.`
    const mail = mailWith({ from: 'billing@power.example', subject: 'Invoice 4711: payment due', text })
    expect(fileByContent(createModel(), mail, invoices, THRESHOLD)).toMatchObject({
      outcome: 'filed',
      actionsWait: false,
    })
  })

  it('is no longer unknown once the user has filed an email of this sender', () => {
    const choir = folder('Choir', 'Rehearsals, scores, concerts of my choir')
    const model = createModel()
    const mail = mailWith({ from, ...letter, subject: 'Choir rehearsals: tomorrow' })
    expect(fileByContent(model, mail, [choir, ...others], THRESHOLD).actionsWait).toBe(true)
    learn(model, mailWith({ from, subject: 'Rehearsals of the choir' }), 'Choir', [choir, ...others])
    const known = fileByContent(model, mail, [choir, ...others], THRESHOLD)
    expect(known).toMatchObject({ outcome: 'filed', actionsWait: false })
  })
})
