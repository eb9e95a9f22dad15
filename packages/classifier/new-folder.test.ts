import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutCopiedWords } from './description-guard.ts'
import { fileByContent } from './file-message.ts'
import { createModel, INBOX, learn, type Model, observe, rank } from './model.ts'
import { folder, mailWith } from './testing/messages.ts'
import type { FolderToSort, MessageToSort } from './types.ts'

const THRESHOLD = 0.6
const gardening = folder('Gardening', 'Letters from garden centres, seed catalogues and my allotment club')
const others = [folder('Club', 'My tennis club'), folder('Bills', 'Invoices and payments'), folder('Friends')]
const folders = [...others, gardening]

function mailOf(id: string, n: number): MessageToSort {
  const texts: Record<string, Partial<MessageToSort>> = {
    Club: {
      from: `office${n % 4}@sportivo.example`,
      subject: `Club night ${n}: court times`,
      text: 'The club meets at seven.',
    },
    Bills: { from: `billing${n % 3}@power.example`, subject: `Invoice ${n}`, text: 'Amount due, pay by Friday.' },
    Friends: {
      from: `friend${n % 5}@home.example`,
      subject: `See you on day ${n}?`,
      text: 'Dinner at our place, love.',
    },
  }
  return mailWith(texts[id] ?? {})
}

/** A mailbox in which the user has filed 30 messages of each other folder. */
function taughtMailbox(): Model {
  const model = createModel()
  for (let n = 0; n < 30; n++)
    for (const { id } of others) {
      const mail = mailOf(id, n)
      observe(model, mail)
      learn(model, mail, id, folders)
    }
  return model
}

const wateringRota = { subject: 'Allotment club: watering rota', text: 'Whose turn is it at the allotment this week?' }

describe('a new folder in a mailbox that has learned others', () => {
  it('gets the message that its instructions describe', () => {
    const model = taughtMailbox()
    const mail = mailWith({ subject: 'Your seed catalogue', text: 'Our garden centre.', from: 'post@seeds.example' })
    const ranking = rank(model, mail, folders)
    expect(ranking.candidates[0]?.folderId).toBe('Gardening')
    expect(ranking).toMatchObject({ basis: 'instructions', review: null })
    expect(ranking.confidence).toBeGreaterThan(THRESHOLD)
  })

  it('sorts no email worse after an example that is unlike it', () => {
    const model = taughtMailbox()
    const described = [
      wateringRota,
      { subject: 'Your seed catalogue', text: 'Our garden centre.' },
      { subject: 'Garden centre newsletter', text: 'Spring at the garden centre: new seed and compost.' },
      { subject: 'Minutes of the allotment club', text: 'What the allotment club decided.' },
    ].map((email, n) => mailWith({ ...email, from: `post@gardens${n}.example` }))
    const ranked = () => described.map((mail) => rank(model, mail, folders))
    const [before, after] = [ranked(), (learn(model, mailWith({ subject: 'Hello' }), 'Gardening', folders), ranked())]
    expect(before.map(({ candidates }) => candidates[0]?.folderId)).toEqual(described.map(() => 'Gardening'))
    expect(after.map(({ candidates }) => candidates[0]?.folderId)).toEqual(described.map(() => 'Gardening'))
    const filed = (all: typeof before) => all.map(({ confidence }) => confidence >= THRESHOLD)
    expect(filed(after)).toEqual(filed(before))
  })

  it('stops taking email that its description matches, where the user files that elsewhere', () => {
    const model = taughtMailbox()
    learn(model, mailWith({ subject: 'Spring bulbs', from: 'shop@bulbs.example' }), 'Gardening', folders)
    const matching = mailWith({ from: 'guest@oak.example', subject: 'Catalogue of seed libraries' })
    const first = () => rank(model, matching, folders).candidates[0]
    expect(first()).toMatchObject({ folderId: 'Gardening' })
    const believed = first()?.probability ?? 0
    for (const n of [1, 2, 3]) {
      const from = `guest${n}@pubs${n}.example`
      learn(model, mailWith({ from, subject: `Beer garden of the allotment club ${n}` }), 'Friends', folders)
    }
    const { candidates } = rank(model, matching, folders)
    const left = candidates.find(({ folderId }) => folderId === 'Gardening')?.probability ?? 0
    expect(left).toBeLessThan(believed / 2)
  })

  it('is the first choice where the name of a learned folder matches as well', () => {
    const mail = mailWith({ ...wateringRota, from: 'rota@allotments.example' })
    expect(rank(taughtMailbox(), mail, folders).candidates[0]?.folderId).toBe('Gardening')
  })

  it('leaves a match for review where the user has filed this sender elsewhere, with both folders first', () => {
    const mail = mailWith({ ...wateringRota, from: 'office1@sportivo.example' })
    const { candidates, confidence } = rank(taughtMailbox(), mail, folders)
    expect(candidates.slice(0, 2).map(({ folderId }) => folderId)).toEqual(
      expect.arrayContaining(['Club', 'Gardening']),
    )
    expect(confidence).toBeLessThan(THRESHOLD)
  })

  it('says that instructions contradict learning where they match literally, with the learned folder first', () => {
    const mail = mailWith({
      subject: 'Your seed catalogue',
      text: 'Our garden centre.',
      from: 'office1@sportivo.example',
    })
    const { candidates, confidence, review } = rank(taughtMailbox(), mail, folders)
    expect(candidates.slice(0, 2).map(({ folderId }) => folderId)).toEqual(['Club', 'Gardening'])
    expect(review).toBe('instructions-against-learning')
    expect(confidence).toBeLessThan(THRESHOLD)
  })

  it('does not take messages of other folders', () => {
    const model = taughtMailbox()
    for (const { id } of others) {
      const { candidates, confidence } = rank(model, mailOf(id, 31), folders)
      expect(candidates[0]?.folderId).toBe(id)
      expect(confidence).toBeGreaterThan(THRESHOLD)
    }
  })
})

describe('a young mailbox with many folders', () => {
  const empty = [
    gardening,
    ...['Rowing', 'Choir', 'Chess', 'Sailing', 'Pottery', 'Archery'].map((id) => folder(id, `All about ${id}`)),
  ]
  const mailbox = [...others, ...empty]
  const model = createModel()
  for (let n = 0; n < 20; n++) for (const { id } of others) learn(model, mailOf(id, n), id, mailbox)

  it('keeps what it has learned where an empty folder matches a little', () => {
    const raffle = { subject: 'Club night 31: court times, seed catalogue raffle', from: 'new@sportivo.example' }
    const mail = mailWith({ ...raffle, text: 'The club meets at seven.' })
    expect(rank(model, mail, mailbox).candidates[0]?.folderId).toBe('Club')
  })

  it('still sorts by the description of a folder without examples', () => {
    const mail = mailWith({ subject: 'Your seed catalogue', text: 'Our garden centre.', from: 'post@seeds.example' })
    const { candidates, confidence } = rank(model, mail, mailbox)
    expect(candidates[0]?.folderId).toBe('Gardening')
    expect(confidence).toBeGreaterThan(THRESHOLD)
  })
})

it('a new folder beside many folders with a few messages each gets what its instructions describe', () => {
  const taught = Array.from({ length: 16 }, (_, n) => folder(`Project ${n}`))
  const model = createModel()
  const mailbox = [...taught, gardening]
  for (let n = 0; n < 4; n++)
    for (const { id } of taught) {
      const work = { from: `team@${id.replace(' ', '')}.example`, subject: `${id}: report ${n}`, text: `Hello, ${id}.` }
      learn(model, mailWith(work), id, mailbox)
    }
  const mail = mailWith({ subject: 'Allotment rota', text: 'Compost and tomatoes.', from: 'rota@plots.example' })
  const { candidates, confidence } = rank(model, mail, mailbox)
  expect(candidates[0]?.folderId).toBe('Gardening')
  expect(confidence).toBeGreaterThan(THRESHOLD)
})

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

it('blanks what a sender may have copied, and nothing else', () => {
  const mail = mailWith({
    subject: 'Gardening: seeds',
    text: 'Seed catalogue, half price.',
    fromName: 'Allotment Ltd',
    from: 'gardening@plots.example',
    headers: { 'list-id': '<gardening.plots.example>' },
  })
  expect(withoutCopiedWords(mail, gardening)).toMatchObject({
    subject: '·: ·',
    text: '· ·, half price.',
    from: '·@plots.example',
    fromName: '· Ltd',
    headers: { 'list-id': '<·.plots.example>' },
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

it('an unknown sender starts no action by the headers of a list, which anyone can write', () => {
  const mailbox = [folder('News', 'Newsletters.'), folder('Receipts'), folder('Travel'), folder('Family')]
  const model = createModel()
  const fileFive = (headers: Record<string, string>) => {
    const parts = {
      from: 'hello@five.example',
      subject: 'The Friday five',
      text: 'Hello readers, five links we liked.',
    }
    return fileByContent(model, mailWith({ ...parts, headers }), mailbox, THRESHOLD)
  }
  const headers = { 'list-unsubscribe': '<mailto:leave@five.example>' }
  expect(fileFive(headers)).toMatchObject({ outcome: 'filed', actionsWait: true })
  learn(model, mailWith({ from: 'hello@five.example', subject: 'Welcome', headers }), 'News', mailbox)
  expect(fileFive(headers)).toMatchObject({ outcome: 'filed', actionsWait: false })
})

describe('an address in the instructions of a new folder', () => {
  const boss = folder('Boss', 'Mail from anna.schmidt@acme.example and ben@acme.example')

  it.each([
    { from: 'mark@acme.example', fromName: 'Mark' },
    { from: 'x@evil.example', fromName: 'anna.schmidt@acme.example' },
    { from: 'anna.schmidt@evil.example', fromName: 'Anna Schmidt' },
  ])('describes no other sender: $from', (parts) => {
    const mail = mailWith({ ...parts, subject: 'Gift cards', text: 'Please buy some today.' })
    const { candidates, confidence } = rank(taughtMailbox(), mail, [...folders, boss])
    expect(candidates[0]?.folderId === 'Boss' && confidence >= THRESHOLD).toBe(false)
  })
})

describe('a message that belongs in none of the folders', () => {
  const odd = mailWith({ from: 'survey@council.example', subject: 'Lost cat', text: 'Has anybody seen a grey cat?' })

  it('is not filed', () => {
    const { confidence } = rank(taughtMailbox(), odd, others)
    expect(confidence).toBeLessThan(THRESHOLD)
  })

  it('is less likely filed the more such messages the user keeps in the inbox', () => {
    const model = taughtMailbox()
    const belongs = (mail: MessageToSort) => rank(model, mail, others).confidence
    const before = belongs(odd)
    for (let n = 0; n < 10; n++)
      learn(model, mailWith({ ...odd, from: `someone${n}@town.example`, subject: `Lost cat ${n}` }), INBOX, others)
    expect(belongs(odd)).toBeLessThanOrEqual(before)
  })
})
