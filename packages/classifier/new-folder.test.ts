import { describe, expect, it } from 'vitest'
import { withoutCopiedWords } from './description-guard.ts'
import { fileByContent } from './file-message.ts'
import { createModel, INBOX, learn, rank } from './model.ts'
import { folder, mailWith } from './testing/messages.ts'
import { THRESHOLD, gardening, others, folders, mailOf, taughtMailbox, wateringRota } from './testing/taught-mailbox.ts'
import type { MessageToSort } from './types.ts'

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

  it('is as sure of what is described after examples of other mail as before them', () => {
    const model = taughtMailbox()
    const described = mailWith({
      subject: 'Your seed catalogue',
      text: 'Our garden centre.',
      from: 'post@seeds.example',
    })
    const before = rank(model, described, folders).confidence
    for (let n = 0; n < 7; n++)
      learn(
        model,
        mailWith({ subject: `Fence ${n}`, text: 'Wood.', from: `fence${n}@wood.example` }),
        'Gardening',
        folders,
      )
    const { candidates, confidence } = rank(model, described, folders)
    expect(candidates[0]?.folderId).toBe('Gardening')
    expect(confidence).toBeGreaterThanOrEqual(before - 0.01)
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
